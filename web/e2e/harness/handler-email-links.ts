import type { Browser, Page } from "playwright-core";
import { newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { heading } from "./locators";
import { openPage } from "./open-page";

export async function requestReset(page: Page, email: string): Promise<void> {
  await page.goto("/handler/forgot-password");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Send reset link" }).click();
  await heading(page, "Check your inbox").waitFor();
}

export async function fillReset(page: Page, password: string): Promise<void> {
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Change password" }).click();
}

/** Returns what the tests of emailed links do on the site. */
export function emailLinks({ browser, gatehouse }: { browser: Browser; gatehouse: Gatehouse }) {
  const visit = async (url: string): Promise<Page> => {
    const page = await openPage(browser, gatehouse.webUrl);
    await page.goto(url);
    return page;
  };

  /** The address of a user who has just signed up, with the link of the verification email. */
  async function newUser(): Promise<{ email: string; verificationLink: string }> {
    const email = (await newOwner(gatehouse)).primaryEmail ?? "";
    const message = await gatehouse.mailbox.waitFor({ to: email, subject: /^Verify/ });
    return { email, verificationLink: linkIn(message) };
  }

  /** Requests a password reset for `email` on the page, and opens the link of the email. */
  async function openResetLink(page: Page, email: string): Promise<void> {
    await requestReset(page, email);
    await page.goto(linkIn(await gatehouse.mailbox.waitFor({ to: email, subject: /^Reset/ })));
  }

  /** The link to our own site in an email. */
  function linkIn({ text }: { text: string }): string {
    const link = text.match(/https?:\/\/\S+code=[0-9a-z]{45}/)?.[0];
    if (!link?.startsWith(`${gatehouse.webUrl}/handler/`))
      throw new Error(`The email has no link to the site: ${text}`);
    return link;
  }

  return { visit, newUser, openResetLink };
}
