import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { sectionPages, startReads } from "../shell/section-loader";
import { type AttemptFilter, parseEndpointSearch } from "./webhook-search";

const pages = sectionPages("webhooks", () => import("./pages"));

/** The endpoints for webhooks of a project, below its route. */
export function webhooksRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "webhooks",
    validateSearch: ({ create }): { create?: true } => (create === true ? { create } : {}),
    loader: (route) =>
      startReads(route, pages, ({ webhooksReads }, { projectId }: { projectId: string }) => webhooksReads(projectId)),
    component: lazyRouteComponent(pages, "WebhooksPage"),
  });
}

/** One endpoint with its attempts, below the route of a project. */
export function webhookRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "webhooks/$endpointId",
    validateSearch: parseEndpointSearch,
    loaderDeps: ({ search: { status, type } }) => ({ ...(status && { status }), ...(type && { type }) }),
    loader: (route) =>
      startReads(
        route,
        pages,
        (
          { webhookReads },
          { projectId, endpointId }: { projectId: string; endpointId: string },
          search: AttemptFilter,
        ) => webhookReads(projectId, endpointId, search),
      ),
    component: lazyRouteComponent(pages, "WebhookPage"),
  });
}
