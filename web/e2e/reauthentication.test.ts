import type { Page } from "playwright-core";
import { beforeAll, describe, it } from "vitest";
import { PASSWORD } from "../../scripts/testing/accounts";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { changeStoredData } from "../../scripts/testing/stored-data";
import { accessibilityProblems } from "./harness/accessibility";
import { authenticatorApp } from "./harness/authenticator-app";
import { sharedBrowser } from "./harness/browser";
import { configureSite } from "./harness/site-project";
import { visitSignedIn } from "./harness/visit-signed-in";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

beforeAll(async () => {
  await configureSite(gatehouse, { passkey_enabled: true });
});

const question = (page: Page) => page.getByRole("dialog", { name: "Confirm that it is you" });
const inQuestion = (page: Page, name: string) => question(page).getByRole("button", { name, exact: true });
const password = (page: Page) => question(page).getByRole("textbox", { name: "Password" });
const emails = (page: Page) => page.getByRole("list", { name: "Your emails" });

/** The sign-in methods of a user who has shown long ago who they are. */
async function settingsOf(user: Awaited<ReturnType<typeof newOwner>>): Promise<Page> {
  // Refusals are printed.
  const page = await visitSignedIn(browser, gatehouse, user, "/handler/account-settings#auth", /status of 40[0-4]/);
  await emails(page).waitFor();
  changeStoredData(gatehouse, "UPDATE sessions SET authenticated_at = 0 WHERE user_id = ?", user.id);
  return page;
}

/** Begins a change of how the user signs in. */
async function addEmail(page: Page, email: string): Promise<void> {
  await page.getByRole("button", { name: "Add an email" }).click();
  await page.getByRole("dialog").getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Add email" }).click();
  await question(page).waitFor();
}

describe("a change of how one signs in, long after the sign-in", () => {
  it("asks for the password, and goes on by itself; the next one does not ask", async ({ expect }) => {
    const page = await settingsOf(await newOwner(gatehouse));
    await addEmail(page, "second@example.com");
    await expect.poll(() => password(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await password(page).fill("not my password");
    await inQuestion(page, "Confirm").click();
    await question(page).getByText("This is not your password.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await password(page).fill(PASSWORD);
    await inQuestion(page, "Confirm").click();
    await emails(page).getByText("second@example.com").waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Set up" }).click();
    const app = authenticatorApp(await page.getByRole("status", { name: "Key" }).innerText());
    await page.getByLabel(/^Then enter/).fill(app.shows());
    await page.getByText("Save your recovery codes").waitFor();
    await expect.poll(() => question(page).count()).toBe(0);
  });

  it("does not happen when the user closes the question, and can be tried again", async ({ expect }) => {
    const page = await settingsOf(await newOwner(gatehouse));
    await addEmail(page, "second@example.com");
    await page.keyboard.press("Escape");
    await question(page).waitFor({ state: "detached" });
    await page.getByText("Confirm first that it is you, then try again.").waitFor();
    await expect.poll(() => emails(page).getByText("second@example.com").count()).toBe(0);
    await page.getByRole("button", { name: "Add email" }).click();
    await password(page).fill(PASSWORD);
    await inQuestion(page, "Confirm").click();
    await emails(page).getByText("second@example.com").waitFor();
  });
});
