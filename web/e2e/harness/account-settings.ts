import type { Browser, Page } from "playwright-core";
import { PASSWORD } from "../../../scripts/testing/accounts";
import { internalClientApp, newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { openPage, visitSignedIn } from "./browser";
import { button, heading } from "./locators";
import { adminRequest } from "./site-project";
import { virtualAuthenticators } from "./virtual-authenticators";

export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await button(page, "Sign in").click();
}

/** Chooses an action from the menu of one of the user's addresses. */
export async function chooseFor(page: Page, email: string, action: string): Promise<void> {
  await button(page, `Actions for ${email}`).click();
  await page.getByRole("menuitem", { name: action }).click();
}

/** Returns what the tests of account settings do on the site. */
export function accountPages({ browser, gatehouse }: { browser: Browser; gatehouse: Gatehouse }) {
  /** A new user, and the given section of their account settings in a browser. */
  async function settingsOf(section: string) {
    const user = await newOwner(gatehouse);
    const email = user.primaryEmail ?? "";
    const page = await visitSignedIn(browser, gatehouse, user, `/handler/account-settings#${section}`);
    await heading(page, "Account settings").waitFor();
    return { page, user, email };
  }

  /** The same, of a user who has signed in for it in that browser. */
  async function signInToSettings(section: string, tolerated?: RegExp) {
    const user = await newOwner(gatehouse);
    const email = user.primaryEmail ?? "";
    const page = await openPage(browser, gatehouse.webUrl, tolerated);
    await page.goto(`/handler/account-settings#${section}`);
    await signIn(page, email);
    await heading(page, "Account settings").waitFor();
    return { page, user, email };
  }

  return { settingsOf, signInToSettings };
}

export const passkeysCard = (page: Page) => page.getByRole("region", { name: "Passkeys", exact: true });
export const addPasskey = (page: Page) => passkeysCard(page).getByRole("button", { name: "Add a passkey" });

/** Passkeys in account settings. */
export function accountPasskeys({ browser, gatehouse }: { browser: Browser; gatehouse: Gatehouse }) {
  /** The sign-in methods of a new user whose address is verified, and the authenticators of the browser. */
  async function signInMethods(tolerated?: RegExp) {
    const user = await newOwner(gatehouse);
    await adminRequest(gatehouse, "PATCH", `/users/${user.id}`, { primary_email_verified: true });
    const page = await visitSignedIn(browser, gatehouse, user, "/handler/account-settings#auth", tolerated);
    await passkeysCard(page).waitFor();
    return { user, page, authenticators: await virtualAuthenticators(page) };
  }

  return { signInMethods };
}

/** Signs the user in through the official client. Returns a function that checks whether that session is still valid. */
export async function otherSession(gatehouse: Gatehouse, email: string): Promise<() => Promise<boolean>> {
  const app = internalClientApp(gatehouse);
  const result = await app.signInWithCredential({ email, password: PASSWORD });
  if (result.status === "error") throw result.error;
  const { refreshToken } = await (await app.getUser({ or: "throw" })).currentSession.getTokens();
  return async () => {
    const response = await fetch(`${gatehouse.apiUrl}/api/v1/auth/sessions/current/refresh`, {
      method: "POST",
      headers: {
        "x-stack-access-type": "client",
        "x-stack-project-id": "internal",
        "x-stack-publishable-client-key": gatehouse.secrets.INTERNAL_PUBLISHABLE_CLIENT_KEY,
        "x-stack-refresh-token": refreshToken ?? "",
      },
    });
    return response.ok;
  };
}
