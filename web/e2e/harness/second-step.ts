import type { Browser, Page } from "playwright-core";
import { beforeAll } from "vitest";
import { PASSWORD } from "../../../scripts/testing/accounts";
import { newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { changeStoredData } from "../../../scripts/testing/stored-data";
import { GatehouseClientApp } from "../../kit";
import { openPage, visitSignedIn } from "./browser";
import { button, heading } from "./locators";
import { configureSite } from "./site-project";

/** Users who are asked for a second factor when they sign in on the site. */
export function secondSteps({ browser, gatehouse }: { browser: Browser; gatehouse: Gatehouse }) {
  /** A new user with a second factor and recovery codes, made as the dialog makes them. */
  async function enrolledUser(): Promise<{ email: string; codes: string[] }> {
    const owner = await newOwner(gatehouse);
    const { accessToken, refreshToken } = await owner.currentSession.getTokens();
    const app = new GatehouseClientApp({
      baseUrl: gatehouse.apiUrl,
      projectId: "internal",
      publishableClientKey: gatehouse.secrets.INTERNAL_PUBLISHABLE_CLIENT_KEY,
      tokenStore: { accessToken: accessToken ?? "", refreshToken: refreshToken ?? "" },
    });
    const user = await app.getUser({ or: "throw" });
    await user.update({ totpMultiFactorSecret: crypto.getRandomValues(new Uint8Array(20)) });
    return { email: owner.primaryEmail ?? "", codes: await user.createRecoveryCodes() };
  }

  /** The second step of a sign-in in a new browser. */
  async function secondStep(email: string): Promise<Page> {
    // Refusals are printed.
    const page = await openPage(browser, gatehouse.webUrl, /status of (400|404)/);
    await page.goto("/handler/sign-in");
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await button(page, "Sign in").click();
    await heading(page, "Two-step verification").waitFor();
    return page;
  }

  return { enrolledUser, secondStep };
}

export const question = (page: Page) => page.getByRole("dialog", { name: "Confirm that it is you" });
export const inQuestion = (page: Page, name: string) => question(page).getByRole("button", { name, exact: true });
export const emails = (page: Page) => page.getByRole("list", { name: "Your emails" });

/** Returns what the tests of the question who a user is do on the site. */
export function reauthentication({ browser, gatehouse }: { browser: Browser; gatehouse: Gatehouse }) {
  beforeAll(async () => {
    await configureSite(gatehouse, { passkey_enabled: true });
  });

  /** The sign-in methods of a user who has shown long ago who they are. */
  async function settingsOf(user: Awaited<ReturnType<typeof newOwner>>): Promise<Page> {
    // Refusals are printed.
    const page = await visitSignedIn(browser, gatehouse, user, "/handler/account-settings#auth", /status of 40[0-4]/);
    await emails(page).waitFor();
    changeStoredData(gatehouse, "UPDATE sessions SET authenticated_at = 0 WHERE user_id = ?", user.id);
    return page;
  }

  return { settingsOf };
}

/** Begins a change of how the user signs in. */
export async function addEmail(page: Page, email: string): Promise<void> {
  await page.getByRole("button", { name: "Add an email" }).click();
  await page.getByRole("dialog").getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Add email" }).click();
  await question(page).waitFor();
}
