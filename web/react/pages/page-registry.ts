import type { ComponentType } from "react";
import type { PlainMessage } from "../../ui/translation/message";
import { type LazyComponent, lazyComponent } from "../components/lazy-component";
import type { AccountSettingsProps } from "./account-settings/account-settings";
import type { HandlerPage } from "./handler-route";
import type { MultiFactorProps } from "./multi-factor";
import type { SignInProps } from "./sign-in";
import type { SignOutProps } from "./sign-out";
import type { SignUpProps } from "./sign-up";

export type { AccountSettingsProps };

/** The page on which users manage their account, for use inside a page of the website; `GatehouseHandler` has it too. */
export const AccountSettings = lazyComponent<AccountSettingsProps>(
  "account-settings",
  async () => (await import("./account-settings/account-settings")).AccountSettingsPage,
);

export type PageProps = { searchParams: URLSearchParams } & SignInProps &
  SignUpProps &
  SignOutProps &
  MultiFactorProps &
  AccountSettingsProps;

export type PageEntry = {
  title: PlainMessage;
  Page: ComponentType<PageProps>;
  /** The query of the page's code. */
  code?: LazyComponent<PageProps>["code"];
  wide?: true;
};

function page(title: PlainMessage, load: () => Promise<ComponentType<PageProps>>): PageEntry {
  const Page = lazyComponent(title, load);
  return { title, Page, code: Page.code };
}

/** The handler pages, each loaded when it is first shown. */
export const pages: Record<HandlerPage, PageEntry> = {
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
  onboarding: page("Verify your email", async () => (await import("./onboarding")).Onboarding),
  "account-settings": { title: "Account settings", Page: AccountSettings, wide: true },
  error: page("Something went wrong", async () => (await import("./error")).ErrorPage),
};
