import { useSuspenseQuery } from "@tanstack/react-query";
import type { Project } from "../../kit";
import { projectOptions } from "../queries/queries";
import { useApp } from "./use-app";

/** The app's project; suspends while it loads. */
export function useProject(): Project {
  return useSuspenseQuery(projectOptions(useApp())).data;
}
