import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loadTexts, sectionPages } from "../shell/section-loader";

const pages = sectionPages("integrations", () => import("./pages"));

/** The pages to which partners send owners, below `parent`. */
export function integrationRoutes<Parent extends AnyRoute>(parent: Parent) {
  const transfer = createRoute({
    getParentRoute: () => parent,
    path: "$family/projects/transfer/confirm",
    loader: (route) => loadTexts(route, pages),
    component: lazyRouteComponent(pages, "TransferPage"),
  });

  const approval = createRoute({
    getParentRoute: () => parent,
    path: "$family/confirm",
    loader: (route) => loadTexts(route, pages),
    component: lazyRouteComponent(pages, "ApprovalPage"),
  });

  return [transfer, approval] as const;
}
