import type { Page } from "playwright-core";
import { newAddress } from "../../../scripts/testing/accounts";
import type { MockedData } from "../../react/mock/mock-responses";
import type { PlainMessage } from "../../ui/translation/message";
import { button } from "./locators";

/** The states that pages of the handler show by themselves, or after one step. */
export type PageState = {
  /** Of the handler, with its query. */
  path: string;
  state: string;
  /** Holds what the project has set otherwise than a new one. */
  config?: NonNullable<MockedData["mockProject"]>["config"];
  /** Changes the signed-in user. */
  user?: MockedData["mockUser"];
  /** Leads from the opened page to the state. */
  act?: (page: Page) => Promise<void>;
  /** The button that opens a dialog, which is the state. */
  opens?: PlainMessage;
  /** A text of the state. */
  shows: string;
  /** Says where the state is: what a server responds the mock app does not, which in turn knows every code. */
  only?: "server" | "mock";
};

/** A code of the length of an emailed one, which was never emailed. */
const unknownCode = "0".repeat(45);
const press = (name: string) => (page: Page) => button(page, name).first().click();
const providers = ["google", "github", "microsoft", "spotify"].map((id) => ({ id }));

/** Without a user. */
export const publicStates: PageState[] = [
  { path: "sign-in", state: "with a password", shows: "Forgot password?" },
  { path: "sign-in", state: "with what is missing", act: press("Sign in"), shows: "Enter your email address." },
  {
    path: "sign-in",
    state: "with every method",
    config: { magicLinkEnabled: true, passkeyEnabled: true, oauthProviders: providers },
    shows: "Or continue with",
  },
  {
    path: "sign-in",
    state: "without a method",
    config: { credentialEnabled: false },
    shows: "No authentication method",
  },
  {
    path: "sign-in",
    state: "with an emailed code",
    config: { magicLinkEnabled: true },
    act: async (page) => {
      await page.getByLabel("Email", { exact: true }).fill(newAddress());
      await press("Send email")(page);
    },
    shows: "Check your email",
    only: "server",
  },
  { path: "sign-up", state: "with a password", shows: "Already have an account?" },
  { path: "sign-up", state: "closed", config: { signUpEnabled: false }, shows: "Sign-up is closed" },
  {
    path: "sign-up",
    state: "with what is wrong",
    act: async (page) => {
      await page.getByLabel("Email", { exact: true }).fill("not-an-address");
      await page.getByLabel("Password", { exact: true }).fill("short");
      await press("Create account")(page);
    },
    shows: "Enter a valid email address, such as name@example.com.",
  },
  { path: "sign-out", state: "without a user", shows: "You are signed out" },
  { path: "forgot-password", state: "before an email is sent", shows: "Forgot your password?" },
  {
    path: "forgot-password",
    state: "with what is missing",
    act: press("Send reset link"),
    shows: "Enter your email address.",
  },
  {
    path: "forgot-password",
    state: "after an email was sent",
    act: async (page) => {
      await page.getByLabel("Email", { exact: true }).fill(newAddress());
      await press("Send reset link")(page);
    },
    shows: "Check your inbox",
    only: "server",
  },
  { path: "password-reset", state: "without a code", shows: "This reset link is not valid" },
  {
    path: `email-verification?code=${unknownCode}`,
    state: "before it verifies",
    shows: "Verify your email?",
    only: "mock",
  },
  {
    path: `email-verification?code=${unknownCode}`,
    state: "with an unknown code",
    shows: "This verification link is not valid",
    only: "server",
  },
  { path: "email-verification", state: "without a code", shows: "This verification link is not valid" },
  { path: `magic-link-callback?code=${unknownCode}`, state: "before it signs in", shows: "Sign in?", only: "mock" },
  {
    path: `magic-link-callback?code=${unknownCode}`,
    state: "with an unknown code",
    shows: "This sign-in link is not valid",
    only: "server",
  },
  { path: "magic-link-callback", state: "without a code", shows: "This sign-in link is not valid" },
  { path: "team-invitation", state: "without a code", shows: "This invitation link is not valid" },
  {
    path: `team-invitation?code=${unknownCode}`,
    state: "with an unknown code",
    shows: "This invitation link is not valid",
    only: "server",
  },
  { path: "cli-auth-confirm", state: "without a code", shows: "This link is not complete" },
  {
    path: "cli-auth-confirm?login_code=made-up",
    state: "with an unknown code",
    shows: "This link is not valid",
    only: "server",
  },
  {
    path: "oauth-callback?code=c&state=s",
    state: "of a sign-in that is not known",
    shows: "This sign-in is no longer valid",
  },
  { path: "error", state: "without a code", shows: "Something went wrong" },
  { path: "error?errorCode=OAUTH_PROVIDER_ACCESS_DENIED", state: "of a cancelled sign-in", shows: "was cancelled" },
  { path: "error?errorCode=SIGN_UP_NOT_ENABLED", state: "with its code", shows: "Error code:" },
  { path: "no-such-page", state: "unknown", shows: "Page not found" },
];

const notVerified = { type: "email_not_verified" } as const;

/** Of a signed-in user. */
export const accountStates: PageState[] = [
  { path: "sign-in", state: "redirects on, and shows the projects", shows: "Projects", only: "server" },
  { path: "account-settings#profile", state: "profile", shows: "Display name" },
  { path: "account-settings#auth", state: "emails and sign-in", shows: "Two-step verification" },
  { path: "account-settings#auth", state: "a new email", opens: "Add an email", shows: "We send a link there" },
  { path: "account-settings#auth", state: "two-step verification", opens: "Set up", shows: "Scan this code" },
  { path: "account-settings#auth", state: "a new password", opens: "Update password", shows: "Old password" },
  { path: "account-settings#notifications", state: "notifications", shows: "Transactional" },
  { path: "account-settings#sessions", state: "sessions", shows: "This browser" },
  { path: "account-settings#settings", state: "settings", shows: "Ends your session in this browser." },
  {
    path: "account-settings#settings",
    state: "the end of an account",
    opens: "Delete account",
    shows: "cannot be restored",
  },
  { path: "account-settings#team-creation", state: "a new team", shows: "You are its first member." },
  {
    path: "onboarding",
    state: "an address to verify",
    user: { primaryEmail: "zoe@example.com", restrictedReason: notVerified },
    shows: "To go on, show that",
    only: "mock",
  },
  {
    path: "onboarding",
    state: "without an address",
    user: { primaryEmail: null, restrictedReason: notVerified },
    shows: "We send a link there",
    only: "mock",
  },
  {
    path: "onboarding",
    state: "restricted by an administrator",
    user: { restrictedReason: { type: "restricted_by_administrator" }, restrictedByAdminReason: "Under review" },
    shows: "Your account is restricted",
    only: "mock",
  },
];

/** Leads from the opened page to a state, and waits until it is shown. */
export async function reach(page: Page, { act, opens, shows }: PageState): Promise<void> {
  if (opens) await button(page, opens).click();
  await act?.(page);
  await page.getByText(shows).first().waitFor();
}
