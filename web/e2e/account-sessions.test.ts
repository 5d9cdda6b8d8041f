import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { PASSWORD } from "../../scripts/testing/accounts";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { openPage } from "./harness/open-page";
import { otherSession } from "./harness/other-session";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const rows = (page: Page) => page.getByRole("list", { name: "Your active sessions" }).getByRole("listitem");

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
  // Evidence: listed-device-can-signed-out-then
  it("are listed by device, and can be signed out: one, then all others", async ({ expect }) => {
    const { page, email } = await settingsOf("sessions");
    const areActive = [await otherSession(gatehouse, email), await otherSession(gatehouse, email)];
    await page.reload();
    // One of the others is from the sign-up.
    await rows(page).nth(3).waitFor();
    await rows(page)
      .first()
      .getByText(/^Chrome on (Linux|macOS)/)
      .waitFor();
    await rows(page).first().getByText("This browser").waitFor();
    await expect.poll(() => rows(page).first().getByRole("button").count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);

    // The newest is the first of the others.
    await rows(page).nth(1).getByRole("button").click();
    await dialog(page).getByRole("button", { name: "Sign out" }).click();
    await page.getByText("It is signed out.").waitFor();
    expect(await Promise.all(areActive.map((isActive) => isActive()))).toEqual([true, false]);
    await button(page, "Sign out all others").click();
    await dialog(page).getByRole("button", { name: "Sign out all others" }).click();
    await page.getByText("You are signed out everywhere else.").waitFor();
    expect(await areActive[0]?.()).toBe(false);
    await expect.poll(() => rows(page).count()).toBe(1);
  });
});
