import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { Suspense } from "react";
import { LoadingDashboard } from "../dashboard/loading-dashboard";
import { dashboardRoutes, frame, integrationRoutes } from "../dashboard/routes";
import type { DashboardContext } from "../dashboard/shell/start-reads";
import { appInternals } from "../kit/app/internals";
import { lazyComponent } from "../react/components/lazy-component";
import { QueryErrorBoundary } from "../react/components/query-error-boundary";
import { inEnglish } from "../react/errors/describe-failure";
import { useUser } from "../react/index";
import { LanguageButton } from "../ui/forms/language-button";
import { CenteredPage } from "../ui/layout/centered-page";
import { useFrame } from "../ui/layout/frame-skeleton";
import { MessageCard } from "../ui/layout/message-card";
import { useTitle } from "../ui/layout/use-title";
import { TranslationProvider } from "../ui/translation/translation-provider";
import { useTranslation } from "../ui/translation/use-translation";
import { app } from "./app";
import { HomeLink } from "./brand";
import { usePageLanguage } from "./language";

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
  // Not with the dashboard, whose owners are led past it.
  loader: async () => (await import("./landing-translation")).loadLanding(),
  component: lazyRouteComponent(() => import("./landing-page"), "LandingPage"),
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
  // A page that opens within a moment takes the place of the last one without a flash between them.
  defaultPendingMs: 120,
  defaultPendingMinMs: 0,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

const Dashboard = lazyComponent("Dashboard", async () => (await frame()).Dashboard);

/** The owner's dashboard, behind sign-in to the internal project. */
function DashboardPage() {
  return (
    <QueryErrorBoundary fallback={(message, retry) => <ErrorPage message={message} onRetry={retry} />}>
      <Suspense fallback={<LoadingDashboard />}>
        <SignedIn />
      </Suspense>
    </QueryErrorBoundary>
  );
}

function SignedIn() {
  useUser({ or: "redirect" });
  return <Dashboard apiUrl={import.meta.env.VITE_API_URL} mailbox={import.meta.env.VITE_LOCAL_MAILBOX} />;
}

/** Shown in place of a page that could not be loaded. */
function ErrorPage({ message, onRetry }: { message: string; onRetry: () => void }) {
  useFrame();
  return (
    <CenteredPage brand={<HomeLink />}>
      <MessageCard title="This page could not be loaded" primaryButtonText="Try again" primaryAction={onRetry}>
        <p>{message}</p>
      </MessageCard>
    </CenteredPage>
  );
}

function NotFoundPage() {
  useFrame();
  return (
    <TranslationProvider {...usePageLanguage()}>
      <NotFound />
    </TranslationProvider>
  );
}

function NotFound() {
  const t = useTranslation();
  useTitle(`${t("Page not found")} · Gatehouse`);
  return (
    <CenteredPage brand={<HomeLink />} footer={<LanguageButton />}>
      <MessageCard
        title={t("Page not found")}
        primaryButtonText={t("Go home")}
        primaryAction={() => window.location.assign("/")}
      >
        <p>{t("There is no page at this address. Please check it and try again.")}</p>
      </MessageCard>
    </CenteredPage>
  );
}
