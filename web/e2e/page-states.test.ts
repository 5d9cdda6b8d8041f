import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { newAddress } from "../../scripts/testing/accounts";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { openPage } from "./harness/open-page";
import { configureSite } from "./harness/site-project";
import { openSignedIn } from "./harness/visit-signed-in";

/*
 * The states that a page shows by itself, or after one step. Those that need a mail, a second factor, another browser or a server that
 * fails are visited, with the same check, where their story is told: codes and links of mails, MFA and command lines in
 * `handler-codes` and `handler-mail-links`; teams and invitations in `team-pages`; linked accounts, passkeys, sessions, recovery
 * codes and re-authentication in `account-*`, `passkey`, `recovery-codes` and `reauthentication`; OAuth in `oauth`; waiting and failing in
 * `handler-waits`; the return to a website in `hosted-*`. Components by themselves are in `component-states`.
 */

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

/** A code of the length of a mailed one, which was never mailed. */
const unknownCode = "0".repeat(45);
/** Browsers print refused requests. */
const refused = /Failed to load resource/;

const byDefault = {
  credential_enabled: true,
  magic_link_enabled: false,
  passkey_enabled: false,
  sign_up_enabled: true,
  client_user_deletion_enabled: true,
  oauth_providers: [],
};
const press = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true }).first().click();
const sharedProviders = ["google", "github", "microsoft", "spotify"].map((id) => ({ id, type: "shared" }));

type State = {
  /** Of the handler, with its query. */
  path: string;
  state: string;
  config?: Partial<Record<keyof typeof byDefault, unknown>>;
  /** What leads from the opened page to the state. */
  act?: (page: Page) => Promise<void>;
  /** A text of the state. */
  shows: string;
};

const states: State[] = [
  { path: "sign-in", state: "with a password", shows: "Forgot password?" },
  { path: "sign-in", state: "with what is missing", act: press("Sign in"), shows: "Enter your email address." },
  {
    path: "sign-in",
    state: "with every method",
    config: { magic_link_enabled: true, passkey_enabled: true, oauth_providers: sharedProviders },
    shows: "Or continue with",
  },
  {
    path: "sign-in",
    state: "without a method",
    config: { credential_enabled: false },
    shows: "No authentication method",
  },
  {
    path: "sign-in",
    state: "with a mailed code",
    config: { magic_link_enabled: true },
    act: async (page) => {
      await page.getByLabel("Email", { exact: true }).fill(newAddress());
      await press("Send email")(page);
    },
    shows: "Check your email",
  },
  { path: "sign-up", state: "with a password", shows: "Already have an account?" },
  { path: "sign-up", state: "closed", config: { sign_up_enabled: false }, shows: "Sign-up is closed" },
  { path: "sign-out", state: "without a user", shows: "You are signed out" },
  { path: "forgot-password", state: "before an email is sent", shows: "Forgot your password?" },
  {
    path: "forgot-password",
    state: "after an email was sent",
    act: async (page) => {
      await page.getByLabel("Email", { exact: true }).fill(newAddress());
      await press("Send reset link")(page);
    },
    shows: "Check your inbox",
  },
  { path: "password-reset", state: "without a code", shows: "This reset link is not valid" },
  { path: `email-verification?code=${unknownCode}`, state: "before it verifies", shows: "Verify your email?" },
  { path: "email-verification", state: "without a code", shows: "This verification link is not valid" },
  { path: `magic-link-callback?code=${unknownCode}`, state: "before it signs in", shows: "Sign in?" },
  { path: "magic-link-callback", state: "without a code", shows: "This sign-in link is not valid" },
  {
    path: `team-invitation?code=${unknownCode}`,
    state: "with an unknown code",
    shows: "This invitation link is not valid",
  },
  { path: "cli-auth-confirm", state: "without a code", shows: "This link is not complete" },
  { path: "cli-auth-confirm?login_code=made-up", state: "with an unknown code", shows: "This link is not valid" },
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

const accountStates: State[] = [
  { path: "sign-in", state: "redirects on, and shows the projects", shows: "Projects" },
  { path: "account-settings#profile", state: "profile", shows: "Display name" },
  { path: "account-settings#auth", state: "emails and sign-in", shows: "Two-step verification" },
  { path: "account-settings#auth", state: "a new email", act: press("Add an email"), shows: "We send a link there" },
  { path: "account-settings#auth", state: "two-step verification", act: press("Set up"), shows: "Scan this code" },
  { path: "account-settings#auth", state: "a new password", act: press("Update password"), shows: "Old password" },
  { path: "account-settings#notifications", state: "notifications", shows: "Transactional" },
  { path: "account-settings#sessions", state: "sessions", shows: "This browser" },
  { path: "account-settings#settings", state: "settings", shows: "Ends your session in this browser." },
  {
    path: "account-settings#settings",
    state: "the end of an account",
    act: press("Delete account"),
    shows: "cannot be restored",
  },
  { path: "account-settings#team-creation", state: "a new team", shows: "You are its first member." },
];

async function problemsOf(page: Page, { path, config = {}, act, shows }: State): Promise<string[]> {
  await configureSite(gatehouse, { ...byDefault, ...config });
  await page.goto(`/handler/${path}`);
  await act?.(page);
  await page.getByText(shows).first().waitFor();
  return accessibilityProblems(page);
}

describe("a page at the widths of a desktop and a phone, in light and dark", () => {
  for (const state of states) {
    it(`${state.path}, ${state.state}: fits, and is accessible`, async ({ expect }) => {
      const page = await openPage(browser, gatehouse.webUrl, refused);
      expect(await problemsOf(page, state)).toEqual([]);
    });
  }
});

describe("a page of a signed-in user", () => {
  for (const state of accountStates) {
    it(`${state.path}, ${state.state}: fits, and is accessible`, async ({ expect }) => {
      const page = await openSignedIn(browser, gatehouse, await newOwner(gatehouse), refused);
      expect(await problemsOf(page, state)).toEqual([]);
    });
  }
});

/** With a project in their query, as hosted pages have it. */
const hostedStates: State[] = [
  { path: "sign-in", state: "of a project", shows: "New to Bakery?" },
  { path: "sign-up", state: "of a project", shows: "Already have an account?" },
  { path: "forgot-password", state: "of a project", shows: "Forgot your password?" },
  { path: "magic-link-callback", state: "without a code", shows: "This sign-in link is not valid" },
  { path: "error", state: "of a project", shows: "Something went wrong" },
  { path: "authorize", state: "without a request", shows: "This sign-in link is not complete" },
];

describe("a hosted page", () => {
  it("of each kind fits, and is accessible, under the look of its project", async ({ expect }) => {
    const owner = await newOwner(gatehouse);
    const project = await owner.createProject({ displayName: "Bakery", teamId: owner.selectedTeam?.id ?? "" });
    const page = await openPage(browser, gatehouse.webUrl, refused);
    for (const { path, state, shows } of hostedStates) {
      await page.goto(`/handler/${path}?project_id=${project.id}`);
      await page.getByText(shows).first().waitFor();
      expect([path, state, await accessibilityProblems(page)]).toEqual([path, state, []]);
    }
  });
});
