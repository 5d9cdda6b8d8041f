import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { sectionPages, startReads } from "../shell/section-loader";

const pages = sectionPages("api-keys", () => import("./pages"));

/** The keys of a project, below its route. */
export function apiKeysRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "api-keys",
    // In the address, so that the overview can link to the form.
    validateSearch: ({ create }): { create?: true } => (create === true ? { create } : {}),
    loader: (route) =>
      startReads(route, pages, ({ apiKeysReads }, { projectId }: { projectId: string }) => apiKeysReads(projectId)),
    component: lazyRouteComponent(pages, "ApiKeysPage"),
  });
}
