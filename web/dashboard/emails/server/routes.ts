import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { startReads } from "../../shell/section-loader";
import { sectionPages } from "../../translation/section-pages";

const pages = sectionPages("email-server", () => import("./pages"));

/** The mail server of a project, below the route of a project. */
export function emailServerRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "emails/server",
    loader: (route) =>
      startReads(route, pages, ({ reads }, { projectId }: { projectId: string }) => reads.server(projectId)),
    component: lazyRouteComponent(pages, "EmailServerPage"),
  });
}
