import { type ReactNode, useEffect } from "react";
import type { GatehouseClientApp } from "../kit";
import { MessageCard } from "../ui/message-card";
import { useTitle } from "../ui/use-title";
import { AccountSettings, type AccountSettingsProps } from "./account-settings";
import { GatehouseProvider, useApp } from "./app-context";
import { type HandlerPage, handlerRoute } from "./handler-route";
import { PageFrame } from "./page-frame";
import { SearchParamsContext } from "./page-link";
import { EmailVerification } from "./pages/email-verification";
import { ErrorPage } from "./pages/error";
import { ForgotPassword } from "./pages/forgot-password";
import { MultiFactor } from "./pages/multi-factor";
import { PasswordReset } from "./pages/password-reset";
import { Redirecting } from "./pages/redirecting";
import { SignIn } from "./pages/sign-in";
import { SignOut } from "./pages/sign-out";
import { SignUp } from "./pages/sign-up";
import { useProject } from "./use-project";

type PageProps = { searchParams: URLSearchParams };

/** What a page may be told beyond its address; see the pages themselves. */
export type HandlerComponentProps = {
  "sign-in"?: Parameters<typeof SignIn>[0];
  "sign-up"?: Parameters<typeof SignUp>[0];
  mfa?: Parameters<typeof MultiFactor>[0];
  "account-settings"?: AccountSettingsProps;
};

type PageEntry = { title: string; wide?: true; render: (props: PageProps, given: HandlerComponentProps) => ReactNode };

const pages: Record<HandlerPage, PageEntry> = {
  "sign-in": { title: "Sign in", render: (_, given) => <SignIn automaticRedirect {...given["sign-in"]} /> },
  "sign-up": { title: "Create your account", render: (_, given) => <SignUp automaticRedirect {...given["sign-up"]} /> },
  "sign-out": { title: "Sign out", render: () => <SignOut /> },
  "email-verification": { title: "Verify your email", render: (props) => <EmailVerification {...props} /> },
  "forgot-password": { title: "Forgot your password?", render: () => <ForgotPassword /> },
  "password-reset": { title: "Choose a new password", render: (props) => <PasswordReset {...props} /> },
  mfa: { title: "Two-step verification", render: (_, given) => <MultiFactor {...given.mfa} /> },
  "account-settings": {
    title: "Account settings",
    wide: true,
    render: (_, given) => <AccountSettings {...given["account-settings"]} />,
  },
  error: { title: "Something went wrong", render: (props) => <ErrorPage {...props} /> },
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

  useTitle(fullPage ? (page?.title ?? "Page not found") : undefined);
  useEffect(() => {
    if (redirectTo !== undefined) window.location.replace(redirectTo);
  }, [redirectTo]);

  return (
    <PageFrame fullPage={fullPage} wide={page?.wide} brand={brand ?? <ProjectName />}>
      {route.kind === "redirect" && <Redirecting />}
      {route.kind === "unknown" && <UnknownPage />}
      {route.kind === "page" && (
        <SearchParamsContext value={route.searchParams}>
          {pages[route.page].render({ searchParams: route.searchParams }, componentProps)}
        </SearchParamsContext>
      )}
    </PageFrame>
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
