import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { startReads } from "../shell/section-loader";
import { sectionPages } from "../translation/section-pages";

const pages = sectionPages("owners", () => import("./pages"));

/** The owners of a project, below its route. */
export function ownersRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "owners",
    loader: (route) => startReads(route, pages, ({ reads }) => reads.owners()),
    component: lazyRouteComponent(pages, "OwnersPage"),
  });
}
