import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { sectionPages, startReads } from "../shell/section-loader";

const pages = sectionPages("usage", () => import("./pages"));

/** What a project stores, below its route. */
export function usageRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "usage",
    loader: (route) =>
      startReads(route, pages, ({ usageReads }, { projectId }: { projectId: string }) => usageReads(projectId)),
    component: lazyRouteComponent(pages, "UsagePage"),
  });
}
