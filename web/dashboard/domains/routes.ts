import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { sectionPages, startReads } from "../shell/section-loader";

const pages = sectionPages("domains", () => import("./pages"));

/** The domains of a project, below the route of a project. */
export function domainsRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "domains",
    loader: (route) =>
      startReads(route, pages, ({ domainsReads }, { projectId }: { projectId: string }) => domainsReads(projectId)),
    component: lazyRouteComponent(pages, "DomainsPage"),
  });
}
