import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { startReads } from "../shell/section-loader";
import { type PaymentSearch, parsePaymentSearch } from "./payment-search";

const pages = () => import("./pages");

/** The payments of a project, below its route. */
export function paymentsRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "payments",
    validateSearch: parsePaymentSearch,
    loaderDeps: ({ search }) => search,
    loader: (route) =>
      startReads(route, pages, ({ reads }, { projectId }: { projectId: string }, search: PaymentSearch) =>
        reads.payments(projectId, search),
      ),
    component: lazyRouteComponent(pages, "PaymentsPage"),
  });
}
