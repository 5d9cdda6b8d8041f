import { usePrefetchQuery } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, useEffect } from "react";
import type { GatehouseClientApp } from "../kit";
import { MessageCard } from "../ui/layout/message-card";
import { useTitle } from "../ui/layout/use-title";
import { AccountSettings, type AccountSettingsProps } from "./account-settings";
import { GatehouseProvider, useApp } from "./app-context";
import { type HandlerPage, handlerRoute } from "./handler-route";
import { loadedWhenShown } from "./loaded-when-shown";
import { PageFrame } from "./page-frame";
import { SearchParamsContext } from "./page-link";
import type { MultiFactorProps } from "./pages/multi-factor";
import { Redirecting } from "./pages/redirecting";
import type { SignInProps } from "./pages/sign-in";
import type { SignUpProps } from "./pages/sign-up";
import { projectOptions } from "./queries";
import { useProject } from "./use-project";

/** What a page may be told beyond its address; see the pages themselves. */
export type HandlerComponentProps = {
  "sign-in"?: SignInProps;
  "sign-up"?: SignUpProps;
  mfa?: MultiFactorProps;
  "account-settings"?: AccountSettingsProps;
};

type PageProps = { searchParams: URLSearchParams } & SignInProps &
  SignUpProps &
  MultiFactorProps &
  AccountSettingsProps;

type PageEntry = { title: string; Page: ComponentType<PageProps>; wide?: true };

function page(title: string, load: () => Promise<ComponentType<PageProps>>): PageEntry {
  return { title, Page: loadedWhenShown(title, load) };
}

const pages: Record<HandlerPage, PageEntry> = {
  "sign-in": page("Sign in", async () => (await import("./pages/sign-in")).SignIn),
  "sign-up": page("Create your account", async () => (await import("./pages/sign-up")).SignUp),
  "sign-out": page("Sign out", async () => (await import("./pages/sign-out")).SignOut),
  "email-verification": page(
    "Verify your email",
    async () => (await import("./pages/email-verification")).EmailVerification,
  ),
  "forgot-password": page(
    "Forgot your password?",
    async () => (await import("./pages/forgot-password")).ForgotPassword,
  ),
  "password-reset": page("Choose a new password", async () => (await import("./pages/password-reset")).PasswordReset),
  "oauth-callback": page("Signing you in", async () => (await import("./pages/oauth-callback")).OAuthCallback),
  "magic-link-callback": page(
    "Sign in by link",
    async () => (await import("./pages/magic-link-callback")).MagicLinkCallback,
  ),
  "team-invitation": page("Join a team", async () => (await import("./pages/team-invitation")).TeamInvitation),
  "cli-auth-confirm": page(
    "Authorize a command line",
    async () => (await import("./pages/cli-auth-confirm")).CliAuthConfirm,
  ),
  mfa: page("Two-step verification", async () => (await import("./pages/multi-factor")).MultiFactor),
  "account-settings": { title: "Account settings", Page: AccountSettings, wide: true },
  error: page("Something went wrong", async () => (await import("./pages/error")).ErrorPage),
};

export type GatehouseHandlerProps = {
  /** Defaults to the app of the provider around. */
  app?: GatehouseClientApp;
  /** Path, query and hash of the current page, as a router gives them; defaults to the address bar. */
  location?: string;
  /** Fills the window, and names the document. */
  fullPage?: boolean;
  /** Logo or name above the card of a full page; defaults to the project's name. */
  brand?: ReactNode;
  componentProps?: HandlerComponentProps;
};

/** All pages below the app's handler address: mount it on a catch-all route such as `/handler/*`. */
export function GatehouseHandler({ app, ...props }: GatehouseHandlerProps) {
  if (!app) return <Handler {...props} />;
  return (
    <GatehouseProvider app={app}>
      <Handler {...props} />
    </GatehouseProvider>
  );
}

function Handler({ location, fullPage = false, brand, componentProps = {} }: Omit<GatehouseHandlerProps, "app">) {
  const app = useApp();
  const route = handlerRoute(location ?? currentLocation(), app.urls);
  const redirectTo = route.kind === "redirect" ? route.to : undefined;
  const page = route.kind === "page" ? pages[route.page] : undefined;

  // While the page is loaded; most show something of it.
  usePrefetchQuery(projectOptions(app));
  useTitle(fullPage ? (page?.title ?? "Page not found") : undefined);
  useEffect(() => {
    if (redirectTo !== undefined) window.location.replace(redirectTo);
  }, [redirectTo]);

  return (
    <PageFrame fullPage={fullPage} wide={page?.wide} brand={brand ?? <ProjectName />}>
      {route.kind === "redirect" && <Redirecting />}
      {route.kind === "unknown" && <UnknownPage />}
      {route.kind === "page" && <ShownPage {...route} given={componentProps} />}
    </PageFrame>
  );
}

function ShownPage({
  page,
  searchParams,
  given,
}: {
  page: HandlerPage;
  searchParams: URLSearchParams;
  given: Partial<Record<HandlerPage, Partial<PageProps>>>;
}) {
  const { Page } = pages[page];
  return (
    <SearchParamsContext value={searchParams}>
      <Page automaticRedirect {...given[page]} searchParams={searchParams} />
    </SearchParamsContext>
  );
}

function currentLocation(): string {
  const { pathname, search, hash } = window.location;
  return pathname + search + hash;
}

function ProjectName() {
  const project = useProject();
  return <span className="text-lg font-semibold tracking-tight text-ink">{project.displayName}</span>;
}

function UnknownPage() {
  const app = useApp();
  return (
    <MessageCard title="Page not found" primaryButtonText="Go home" primaryAction={() => app.redirectToHome()}>
      <p>There is no page at this address. Please check it and try again.</p>
    </MessageCard>
  );
}
