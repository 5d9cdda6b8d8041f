import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, createRouter, Outlet, redirect } from "@tanstack/react-router";
import { integrationRoutes } from "../dashboard/integrations/routes";
import { dashboardRoutes, frame } from "../dashboard/routes";
import type { DashboardContext } from "../dashboard/shell/start-reads";
import { appInternals } from "../kit/app/internals";
import { inEnglish } from "../react/errors/describe-failure";
import { app } from "./app";
import { DashboardPage } from "./dashboard-page";
import { ErrorPage } from "./error-page";
import { LandingPage } from "./landing-page";
import { NotFoundPage } from "./not-found-page";

const rootRoute = createRootRouteWithContext<DashboardContext>()({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: ({ error, reset }) => <ErrorPage message={inEnglish(error)} onRetry={reset} />,
});

/** The signed-in user, or null as soon as the server does not respond: the landing page needs none. */
async function userOnceReachable() {
  const { connectivity } = app[appInternals];
  let stop = () => {};
  const unreachable = new Promise<null>((resolve) => {
    stop = connectivity.onChange(() => connectivity.current?.reason === "unreachable" && resolve(null));
  });
  return await Promise.race([app.getUser(), unreachable]).finally(stop);
}

const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  // Without session cookies the kit sends no request, so new visitors do not wait.
  beforeLoad: async () => {
    if (await userOnceReachable()) throw redirect({ to: "/projects", replace: true });
  },
  component: LandingPage,
});

const projectsRoute = createRoute({ getParentRoute: () => rootRoute, path: "/projects", component: DashboardPage });

const integrationsRoute = createRoute({ getParentRoute: () => rootRoute, path: "/integrations", component: Outlet });

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    landingRoute,
    projectsRoute.addChildren(dashboardRoutes(projectsRoute)),
    integrationsRoute.addChildren(integrationRoutes(integrationsRoute)),
  ]),
  // The provider of the root page has it.
  context: { app, queryClient: undefined as unknown as QueryClient, frame },
  defaultPreload: "intent",
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
