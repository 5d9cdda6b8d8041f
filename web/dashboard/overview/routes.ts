import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { sectionPages, startReads } from "../shell/section-loader";
import { parseOverviewSearch } from "./overview-search";

const pages = sectionPages("overview", () => import("./pages"));

/** The first page of a project, below its route. */
export function overviewRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "overview",
    validateSearch: parseOverviewSearch,
    loader: (route) =>
      startReads(route, pages, ({ overviewReads }, { projectId }: { projectId: string }) => overviewReads(projectId)),
    component: lazyRouteComponent(pages, "OverviewPage"),
  });
}
