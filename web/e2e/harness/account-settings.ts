import type { Browser, Page } from "playwright-core";
import { PASSWORD } from "../../../scripts/testing/accounts";
import { newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { button, heading } from "./locators";
import { openPage } from "./open-page";
import { visitSignedIn } from "./visit-signed-in";

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
  async function signInToSettings(section: string) {
    const user = await newOwner(gatehouse);
    const email = user.primaryEmail ?? "";
    const page = await openPage(browser, gatehouse.webUrl);
    await page.goto(`/handler/account-settings#${section}`);
    await signIn(page, email);
    await heading(page, "Account settings").waitFor();
    return { page, user, email };
  }

  return { settingsOf, signInToSettings };
}
