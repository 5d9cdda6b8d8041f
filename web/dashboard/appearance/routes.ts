import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { sectionPages, startReads } from "../shell/section-loader";

const pages = sectionPages("appearance", () => import("./pages"));

/** The hosted pages of a project and how they look, below the route of a project. */
export function appearanceRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "appearance",
    loader: (route) =>
      startReads(route, pages, ({ appearanceReads }, { projectId }: { projectId: string }) =>
        appearanceReads(projectId),
      ),
    component: lazyRouteComponent(pages, "AppearancePage"),
  });
}
