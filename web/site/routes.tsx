import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import type { DashboardContext } from "../dashboard/reads";
import { dashboardRoutes } from "../dashboard/routes";
import { describeFailure } from "../react";
import { app } from "./app";
import { ErrorPage } from "./error-page";
import { LandingPage } from "./landing-page";
import { NotFoundPage } from "./not-found-page";

const rootRoute = createRootRouteWithContext<DashboardContext>()({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: ({ error, reset }) => <ErrorPage message={describeFailure(error)} onRetry={reset} />,
});

const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  // Without session cookies the kit sends no request, so new visitors do not wait.
  beforeLoad: async () => {
    if (await app.getUser()) throw redirect({ to: "/projects", replace: true });
  },
  component: LandingPage,
});

const dashboard = lazyRouteComponent(() => import("./dashboard-page"), "DashboardPage");

const projectsRoute = createRoute({ getParentRoute: () => rootRoute, path: "/projects", component: dashboard });

export const router = createRouter({
  routeTree: rootRoute.addChildren([landingRoute, projectsRoute.addChildren(dashboardRoutes(projectsRoute))]),
  // The provider of the root page has it.
  context: { app, queryClient: undefined as unknown as QueryClient },
  defaultPreload: "intent",
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
