import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { changeStoredData } from "../../scripts/testing/stored-data";
import { accessibilityProblems } from "./harness/accessibility";
import { openPage, sharedBrowser, visitSignedIn } from "./harness/browser";
import { button, dialog, heading } from "./harness/locators";
import { addEmail, emails, inQuestion, question, reauthentication, secondSteps } from "./harness/second-step";
import { adminRequest } from "./harness/site-project";
import { authenticatorApp, plugIn, virtualAuthenticators } from "./harness/virtual-authenticators";

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

const { settingsOf } = reauthentication({ browser, gatehouse });

/** A secret of an authenticator app, as it is typed and as the API takes it. */
const totp = { typed: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", base64: "MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=" };

describe("a change of how one signs in, long after the sign-in", () => {
  it("asks for an emailed code, with the authenticator app where there is one", async ({ expect }) => {
    const user = await newOwner(gatehouse);
    await adminRequest(gatehouse, "PATCH", `/users/${user.id}`, { totp_secret_base64: totp.base64 });
    const page = await settingsOf(user);
    await addEmail(page, "second@example.com");
    await inQuestion(page, "Get a code by email").click();
    await inQuestion(page, "Send the code").click();
    const email = await gatehouse.mailbox.waitFor({ to: user.primaryEmail ?? "", subject: /^Confirm your identity/ });
    const typed = /^\s*([0-9A-Z]{6})\s*$/m.exec(email.text)?.[1] ?? "";
    const [code, value] = [
      question(page).getByLabel("Code from the email"),
      question(page).getByLabel("Code from your authenticator app"),
    ];
    await code.and(page.locator(":focus")).waitFor();
    await code.fill(typed.toLowerCase());
    await value.fill("12");
    await inQuestion(page, "Confirm").click();
    await question(page).getByText("Enter the six digits that the app shows.").waitFor();
    await value.fill(authenticatorApp(totp.typed).shows(1_000));
    await inQuestion(page, "Confirm").click();
    await question(page).getByText("This code is not right. Wait for the next one, and try again.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await value.fill(authenticatorApp(totp.typed).shows());
    await inQuestion(page, "Confirm").click();
    await emails(page).getByText("second@example.com").waitFor();
  });

  it("asks for a passkey, and says when none was used", async ({ expect }) => {
    const user = await newOwner(gatehouse);
    await adminRequest(gatehouse, "PATCH", `/users/${user.id}`, { primary_email_verified: true });
    const page = await visitSignedIn(browser, gatehouse, user, "/handler/account-settings#auth", /status of 403/);
    await plugIn(await virtualAuthenticators(page));
    await page.getByRole("button", { name: "Add a passkey" }).click();
    const passkeys = page.getByRole("list", { name: "Your passkeys" });
    await passkeys.waitFor();
    changeStoredData(gatehouse, "UPDATE sessions SET authenticated_at = 0 WHERE user_id = ?", user.id);

    await passkeys.getByRole("button").click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("My laptop");
    await page.getByRole("button", { name: "Save" }).click();
    await inQuestion(page, "Use a passkey").click();
    await page.evaluate(() => {
      const { get } = navigator.credentials;
      navigator.credentials.get = async () => {
        navigator.credentials.get = get;
        throw new DOMException("The operation either timed out or was not allowed.", "NotAllowedError");
      };
    });
    await inQuestion(page, "Use a passkey").click();
    await question(page).getByText("No passkey was used. Try again, or choose another way.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await inQuestion(page, "Use a passkey").click();
    await passkeys.getByText("My laptop", { exact: true }).waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });
});
