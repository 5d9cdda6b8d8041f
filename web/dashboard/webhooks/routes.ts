import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { startReads } from "../shell/section-loader";
import { type EndpointSearch, parseEndpointSearch } from "./webhook-search";

const pages = () => import("./pages");

/** The endpoints for webhooks of a project, below its route. */
export function webhooksRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "webhooks",
    loader: (route) =>
      startReads(route, pages, ({ reads }, { projectId }: { projectId: string }) => reads.webhooks(projectId)),
    component: lazyRouteComponent(pages, "WebhooksPage"),
  });
}

/** One endpoint with its attempts, below the route of a project. */
export function webhookRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "webhooks/$endpointId",
    validateSearch: parseEndpointSearch,
    loaderDeps: ({ search: { status } }) => ({ ...(status && { status }) }),
    loader: (route) =>
      startReads(
        route,
        pages,
        ({ reads }, { projectId, endpointId }: { projectId: string; endpointId: string }, search: EndpointSearch) =>
          reads.webhook(projectId, endpointId, search),
      ),
    component: lazyRouteComponent(pages, "WebhookPage"),
  });
}
