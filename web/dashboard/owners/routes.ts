import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { sectionPages, startReads } from "../shell/section-loader";

const pages = sectionPages("owners", () => import("./pages"));

/** The owners of a project, below its route. */
export function ownersRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "owners",
    loader: (route) => startReads(route, pages, ({ ownersReads }) => ownersReads()),
    component: lazyRouteComponent(pages, "OwnersPage"),
  });
}
