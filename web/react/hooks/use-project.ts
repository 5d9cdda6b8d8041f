import type { Project } from "../../kit";
import { projectOptions } from "../queries/queries";
import { useApp } from "./use-app";
import { useView, type Viewed, type ViewOptions } from "./use-view";

/** The app's project; suspends while it loads, unless `suspense: false` wants `{ data, error, isPending }`. */
export function useProject<Options extends ViewOptions>(options?: Options): Viewed<Project, Options> {
  const app = useApp();
  return useView(app, projectOptions(app), options);
}
