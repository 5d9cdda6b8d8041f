import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openPage, sharedBrowser, visitSignedIn } from "./harness/browser";
import { button, dialog, heading } from "./harness/locators";
import { secondSteps } from "./harness/second-step";
import { authenticatorApp } from "./harness/virtual-authenticators";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

const { enrolledUser, secondStep } = secondSteps({ browser, gatehouse });

const card = (page: Page) => page.getByRole("region", { name: "Two-step verification", exact: true });
const shownCodes = (page: Page) =>
  page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem").allTextContents();

async function acknowledge(page: Page): Promise<void> {
  await dialog(page).getByLabel("I have saved these codes.").check();
  await dialog(page).getByRole("button", { name: "Close" }).last().click();
  await dialog(page).waitFor({ state: "detached" });
}

/** A new user who has just switched two-step verification on, before they have closed the dialog with the codes. */
async function userWithCodes() {
  const user = await newOwner(gatehouse);
  const page = await visitSignedIn(browser, gatehouse, user, "/handler/account-settings#auth");
  await card(page).getByRole("button", { name: "Set up" }).click();
  const app = authenticatorApp(await dialog(page).getByRole("status", { name: "Key" }).innerText());
  await dialog(page)
    .getByLabel(/^Then enter/)
    .fill(app.shows());
  await page.getByText("Save your recovery codes").waitFor();
  return { page, email: user.primaryEmail ?? "", codes: await shownCodes(page) };
}

describe("recovery codes in account settings", () => {
  it("are shown once when two-step verification is switched on, to be copied, downloaded or printed", async ({
    expect,
  }) => {
    const { page, codes } = await userWithCodes();
    expect(codes).toHaveLength(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-z]{4}(-[0-9a-z]{4}){3}$/);
    expect(await accessibilityProblems(page)).toEqual([]);

    const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Download").click()]);
    expect(download.suggestedFilename()).toBe("Recovery codes for Gatehouse.txt");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    // It says so for two seconds.
    await Promise.all([page.getByText("Copied").waitFor(), button(page, "Copy recovery codes").click()]);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${codes.join("\n")}\n`);
    await page.emulateMedia({ media: "print" });
    await expect.poll(() => page.getByText("Recovery codes for Gatehouse").isVisible()).toBe(true);
    await expect.poll(() => card(page).isVisible()).toBe(false);
    await expect.poll(() => page.getByText("I have saved these codes.").isVisible()).toBe(false);
    await page.emulateMedia({ media: null });

    await page.keyboard.press("Escape");
    await dialog(page).getByText("You cannot see these codes again.").waitFor();
    await acknowledge(page);
    await card(page).getByText("10 of 10 left").waitFor();
    await expect.poll(() => page.getByText(codes[0] ?? "").count()).toBe(0);
  });

  it("are replaced after a confirmation, and go with the second factor", async ({ expect }) => {
    const { page, email, codes } = await userWithCodes();
    await acknowledge(page);
    await button(page, "Make new codes").click();
    await dialog(page).getByText("The codes that you have saved before stop working.").waitFor();
    await dialog(page).getByRole("button", { name: "Make new codes" }).click();
    await page.getByText("Save your recovery codes").waitFor();
    const renewed = await shownCodes(page);
    expect(renewed.filter((code) => codes.includes(code))).toEqual([]);
    await acknowledge(page);

    const other = await secondStep(email);
    await button(other, "Use a recovery code").click();
    await other.getByLabel("Recovery code").fill(codes[0] ?? "");
    await button(other, "Continue").click();
    await other.getByText("This code is not right, or was used before.").waitFor();
    await other.getByLabel("Recovery code").fill(renewed[0] ?? "");
    await button(other, "Continue").click();
    await heading(other, "Projects").waitFor();

    await page.reload();
    await card(page).getByText("9 of 10 left").waitFor();
    await card(page).getByRole("button", { name: "Switch off" }).click();
    await dialog(page).getByRole("button", { name: "Switch off" }).click();
    await card(page).getByText("Off", { exact: true }).waitFor();
    await expect.poll(() => card(page).getByText("Recovery codes").count()).toBe(0);
  });
});

describe("the second step of a sign-in", () => {
  it("says what is left to a user who has neither", async ({ expect }) => {
    const { email } = await enrolledUser();
    const page = await secondStep(email);
    await button(page, "Use a recovery code").click();
    await button(page, "I have neither").click();
    await page.getByText("ask the people who run Gatehouse").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("link", { name: "sign in with it" }).click();
    await heading(page, "Sign in").waitFor();
  });

  it("404 VERIFICATION_CODE_NOT_FOUND: shows that a sign-in cannot be continued that is not waiting", async () => {
    const page = await openPage(browser, gatehouse.webUrl);
    await page.goto("/handler/sign-in");
    await page.evaluate(() => sessionStorage.setItem("stack_mfa_attempt_code", "0".repeat(45)));
    await page.goto("/handler/mfa");
    await button(page, "Use a recovery code").click();
    await page.getByLabel("Recovery code").fill("aaaa-bbbb-cccc-dddd");
    await button(page, "Continue").click();
    await page.getByText("This sign-in cannot be continued").waitFor();
    await page.getByRole("link", { name: "Sign in again" }).click();
    await heading(page, "Sign in").waitFor();
  });
});
