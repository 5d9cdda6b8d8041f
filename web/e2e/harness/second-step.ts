import type { Browser, Page } from "playwright-core";
import { PASSWORD } from "../../../scripts/testing/accounts";
import { newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { GatehouseClientApp } from "../../kit";
import { button, heading } from "./locators";
import { openPage } from "./open-page";

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
