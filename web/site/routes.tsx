import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { dashboardRooms } from "../dashboard/routes";
import { app } from "./app";
import { FailureScreen } from "./failure-screen";
import { LandingScreen } from "./landing-screen";
import { NotFoundScreen } from "./not-found-screen";

const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFoundScreen,
  errorComponent: ({ error, reset }) => <FailureScreen error={error} onRetry={reset} />,
});

const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  // Without a session the kit answers from the cookies alone, so a newcomer waits for nothing.
  beforeLoad: async () => {
    if (await app.getUser()) throw redirect({ to: "/projects", replace: true });
  },
  component: LandingScreen,
});

const dashboard = lazyRouteComponent(() => import("./dashboard-screen"), "DashboardScreen");

const projectsRoute = createRoute({ getParentRoute: () => rootRoute, path: "/projects", component: dashboard });

export const router = createRouter({
  routeTree: rootRoute.addChildren([landingRoute, projectsRoute.addChildren(dashboardRooms(projectsRoute))]),
  defaultPreload: "intent",
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
