import { useSuspenseQuery } from "@tanstack/react-query";
import type { Project } from "../kit";
import { useApp } from "./app-context";
import { projectOptions } from "./queries";

/** The app's project; suspends while it is read. */
export function useProject(): Project {
  return useSuspenseQuery(projectOptions(useApp())).data;
}
