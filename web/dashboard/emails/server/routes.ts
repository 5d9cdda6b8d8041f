import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { sectionPages, startReads } from "../../shell/section-loader";

const pages = sectionPages("emails", () => import("./pages"));

/** The mail server of a project, below the route of a project. */
export function emailServerRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "emails/server",
    loader: (route) =>
      startReads(route, pages, ({ serverReads }, { projectId }: { projectId: string }) => serverReads(projectId)),
    component: lazyRouteComponent(pages, "EmailServerPage"),
  });
}
