import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import type { GatehouseClientApp } from "../../kit";
import { MessageCard } from "../../ui/layout/message-card";
import { useTitle } from "../../ui/layout/use-title";
import { Name } from "../../ui/text/name";
import type { PlainMessage } from "../../ui/translation/message";
import { useTranslation } from "../../ui/translation/use-translation";
import { lazyComponent } from "../components/lazy-component";
import { PageLayout } from "../components/page-layout";
import { SearchParamsContext } from "../components/page-link";
import { useApp } from "../hooks/use-app";
import { useGoHome } from "../hooks/use-go-home";
import { PageTitleContext } from "../hooks/use-page-title";
import { useProject } from "../hooks/use-project";
import { GatehouseProvider } from "../provider/gatehouse-provider";
import { projectOptions } from "../queries/queries";
import { useQuery } from "../queries/query-hooks";
import { AccountSettings, type AccountSettingsProps } from "./account-settings";
import { type HandlerPage, handlerRoute } from "./handler-route";
import type { MultiFactorProps } from "./multi-factor";
import { Redirecting } from "./parts/redirecting";
import type { SignInProps } from "./sign-in";
import type { SignUpProps } from "./sign-up";

/** The props that a website may pass to the pages; see the pages themselves. */
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

type PageEntry = { title: PlainMessage; Page: ComponentType<PageProps>; wide?: true };

function page(title: PlainMessage, load: () => Promise<ComponentType<PageProps>>): PageEntry {
  return { title, Page: lazyComponent(title, load) };
}

const pages: Record<HandlerPage, PageEntry> = {
  "sign-in": page("Sign in", async () => (await import("./sign-in")).SignIn),
  "sign-up": page("Create your account", async () => (await import("./sign-up")).SignUp),
  "sign-out": page("Sign out", async () => (await import("./sign-out")).SignOut),
  "email-verification": page("Verify your email", async () => (await import("./email-verification")).EmailVerification),
  "forgot-password": page("Forgot your password?", async () => (await import("./forgot-password")).ForgotPassword),
  "password-reset": page("Choose a new password", async () => (await import("./password-reset")).PasswordReset),
  "oauth-callback": page("Signing you in", async () => (await import("./oauth-callback")).OAuthCallback),
  "magic-link-callback": page("Sign in by link", async () => (await import("./magic-link-callback")).MagicLinkCallback),
  "team-invitation": page("Join a team", async () => (await import("./team-invitation")).TeamInvitation),
  "cli-auth-confirm": page("Authorize a command line", async () => (await import("./cli-auth-confirm")).CliAuthConfirm),
  mfa: page("Two-step verification", async () => (await import("./multi-factor")).MultiFactor),
  "account-settings": { title: "Account settings", Page: AccountSettings, wide: true },
  error: page("Something went wrong", async () => (await import("./error")).ErrorPage),
};

export type GatehouseHandlerProps = {
  /** Defaults to the app of the nearest provider. */
  app?: GatehouseClientApp;
  /** Path, query and hash of the current page, such as a router's; defaults to the address bar. */
  location?: string;
  /** Fills the window, and sets the title of the document. */
  fullPage?: boolean;
  /** Logo or name above the card of a full page; defaults to the project's name. */
  brand?: ReactNode;
  /** A line below the content of a full page, such as a link to the website's support. */
  footer?: ReactNode;
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

function Handler({
  location,
  fullPage = false,
  brand,
  footer,
  componentProps = {},
}: Omit<GatehouseHandlerProps, "app">) {
  const t = useTranslation();
  const app = useApp();
  const route = handlerRoute(location ?? currentLocation(), app.urls);
  const redirectTo = route.kind === "redirect" ? route.to : undefined;
  const page = route.kind === "page" ? pages[route.page] : undefined;

  // In parallel with the code of the page, which usually needs it.
  const { data: project } = useQuery(projectOptions(app));
  const [shownTitle, setShownTitle] = useState<string>();
  const title = shownTitle ?? t(page?.title ?? "Page not found");
  // The account settings name the section as well.
  const setsTitle = fullPage && page?.Page !== AccountSettings;
  useTitle(setsTitle ? (project ? `${title} · ${project.displayName}` : title) : undefined);
  useEffect(() => {
    if (redirectTo !== undefined) window.location.replace(redirectTo);
  }, [redirectTo]);

  return (
    <PageLayout fullPage={fullPage} wide={page?.wide} brand={brand ?? <ProjectName />} footer={footer}>
      {route.kind === "redirect" && <Redirecting />}
      {route.kind === "unknown" && <UnknownPage />}
      {route.kind === "page" && (
        <PageTitleContext value={setShownTitle}>
          <ShownPage {...route} fullPage={fullPage} given={componentProps} />
        </PageTitleContext>
      )}
    </PageLayout>
  );
}

function ShownPage({
  page,
  searchParams,
  fullPage,
  given,
}: {
  page: HandlerPage;
  searchParams: URLSearchParams;
  fullPage: boolean;
  given: Partial<Record<HandlerPage, Partial<PageProps>>>;
}) {
  const { Page } = pages[page];
  return (
    <SearchParamsContext value={searchParams}>
      <Page automaticRedirect fullPage={fullPage} {...given[page]} searchParams={searchParams} />
    </SearchParamsContext>
  );
}

function currentLocation(): string {
  const { pathname, search, hash } = window.location;
  return pathname + search + hash;
}

function ProjectName() {
  const project = useProject();
  return (
    <span className="text-lg font-semibold tracking-tight text-ink">
      <Name>{project.displayName}</Name>
    </span>
  );
}

function UnknownPage() {
  const t = useTranslation();
  const goHome = useGoHome();
  return (
    <MessageCard title={t("Page not found")} primaryButtonText={t("Go home")} primaryAction={goHome}>
      <p>{t("There is no page at this address. Please check it and try again.")}</p>
    </MessageCard>
  );
}
