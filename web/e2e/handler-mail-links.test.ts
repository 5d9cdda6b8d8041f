import { describe, it } from "vitest";
import { newAddress } from "../../scripts/testing/accounts";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { fillReset, mailLinks, requestReset } from "./harness/handler-mail-links";
import { heading } from "./harness/locators";
import { openPage } from "./harness/open-page";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

const { visit, newUser, openResetLink } = mailLinks({ browser, gatehouse });

describe("the page for forgotten passwords", () => {
  it("shows the same text for a known and for an unknown address, and only one gets a mail", async ({ expect }) => {
    // Attack: finding out who has an account from the text of the page.
    const { email } = await newUser();
    const unknown = newAddress("unknown");
    const texts: string[] = [];
    const page = await openPage(browser, gatehouse.webUrl);
    for (const address of [unknown, email]) {
      await requestReset(page, address);
      texts.push(await page.getByRole("main").innerText());
      if (address === email) expect(await accessibilityProblems(page)).toEqual([]);
    }
    expect(texts[0]).toBe(texts[1]);
    await gatehouse.mailbox.waitFor({ to: email, subject: /^Reset/ });
    expect(gatehouse.mailbox.mails(unknown)).toEqual([]);
  });
});

describe("the link of a reset mail", () => {
  it("200: changes the password, once", async ({ expect }) => {
    const { email } = await newUser();
    const page = await openPage(browser, gatehouse.webUrl);
    await openResetLink(page, email);
    await heading(page, "Choose a new password").waitFor();
    const link = page.url();
    await fillReset(page, "short");
    await page.getByText("Use at least 8 characters.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await fillReset(page, "a new password");
    await heading(page, "Your password is changed").waitFor();

    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByLabel("Password", { exact: true }).fill("a new password");
    await page.getByLabel("Password", { exact: true }).press("Enter");
    await heading(page, "Projects").waitFor();

    await page.goto(link);
    await heading(page, "This reset link was already used").waitFor();
  });
});

describe("the link of a verification mail", () => {
  it("200: verifies, but only after a click, because mail scanners open links", async () => {
    const { email, verificationLink } = await newUser();
    const page = await visit(verificationLink);
    await heading(page, "Verify your email?").waitFor();
    await page.getByRole("list", { name: "Account" }).getByText(email).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await heading(page, "Authentication and user management for your app").waitFor();

    await page.goto(verificationLink);
    await page.getByRole("button", { name: "Verify" }).click();
    await heading(page, "Your email is verified").waitFor();

    // Opening the same link again is not an error.
    await page.goto(verificationLink);
    await heading(page, "Your email is verified").waitFor();
  });
});
