import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { PASSWORD } from "../../scripts/testing/accounts";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { openPage } from "./harness/open-page";
import { adminRequest } from "./harness/site-project";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await button(page, "Sign in").click();
}

/** A section of the account settings of a new user, who has signed in for it in a browser. */
async function settingsOf(section: string) {
  const user = await newOwner(gatehouse);
  const email = user.primaryEmail ?? "";
  const page = await openPage(browser, gatehouse.webUrl);
  await page.goto(`/handler/account-settings#${section}`);
  await signIn(page, email);
  await page.getByRole("heading", { level: 1, name: "Account settings" }).waitFor();
  return { page, user, email };
}

describe("active sessions", () => {
  it("say so when that of this browser was ended elsewhere, with a way to sign in again", async ({ expect }) => {
    const { page, user, email } = await settingsOf("profile");
    const { items } = await adminRequest(gatehouse, "GET", `/auth/sessions?user_id=${user.id}`);
    for (const { id } of items) await adminRequest(gatehouse, "DELETE", `/auth/sessions/${id}`);
    await page.evaluate(() => {
      window.location.hash = "sessions";
    });
    await page.getByText("You were signed out").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(page, "Sign in again").click();
    await signIn(page, email);
    await page.getByText("This browser").waitFor();
  });
});
