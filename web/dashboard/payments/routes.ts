import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { sectionPages, startReads } from "../shell/section-loader";
import { type PaymentSearch, parsePaymentSearch } from "./payment-search";

const pages = sectionPages("payments", () => import("./pages"));
const offerPages = sectionPages("payments", () => import("./catalogue/pages"));

/** The payments of a project, below its route. */
export function paymentsRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "payments",
    validateSearch: parsePaymentSearch,
    loaderDeps: ({ search }) => search,
    loader: (route) =>
      startReads(route, pages, ({ paymentsReads }, { projectId }: { projectId: string }, search: PaymentSearch) =>
        paymentsReads(projectId, search),
      ),
    component: lazyRouteComponent(pages, "PaymentsPage"),
  });
}

// The editor has addresses of its own, so that leaving it asks whether to lose what was not saved.

/** The editor of a new offer, below the route of a project. */
export function newOfferRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "payments/new-offer",
    loader: (route) =>
      startReads(route, offerPages, ({ offerReads }, { projectId }: { projectId: string }) => offerReads(projectId)),
    component: lazyRouteComponent(offerPages, "NewOfferPage"),
  });
}

/** The editor of an offer, below the route of a project. */
export function offerRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "payments/offers/$offerId",
    loader: (route) =>
      startReads(route, offerPages, ({ offerReads }, { projectId }: { projectId: string }) => offerReads(projectId)),
    component: lazyRouteComponent(offerPages, "OfferPage"),
  });
}
