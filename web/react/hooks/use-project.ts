import type { Project } from "../../kit";
import { projectOptions } from "../queries/queries";
import { useSuspenseQuery } from "../queries/query-hooks";
import { useApp } from "./use-app";

/** The app's project; suspends while it loads. */
export function useProject(): Project {
  return useSuspenseQuery(projectOptions(useApp())).data;
}
