import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { newAddress, PASSWORD } from "../../scripts/testing/accounts";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { changeStoredData } from "../../scripts/testing/stored-data";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { openPage } from "./harness/open-page";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

const visit = async (url: string): Promise<Page> => {
  const page = await openPage(browser, gatehouse.webUrl);
  await page.goto(url);
  return page;
};
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const unknownCode = "0".repeat(45);

/** The address of a user who has just signed up, with the link of the verification mail. */
async function newUser(): Promise<{ email: string; verificationLink: string }> {
  const email = (await newOwner(gatehouse)).primaryEmail ?? "";
  const mail = await gatehouse.mailbox.waitFor({ to: email, subject: /^Verify/ });
  return { email, verificationLink: linkIn(mail) };
}

async function requestReset(page: Page, email: string): Promise<void> {
  await page.goto("/handler/forgot-password");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Send reset link" }).click();
  await heading(page, "Check your inbox").waitFor();
}

/** Requests a password reset for `email` on the page, and opens the link of the mail. */
async function openResetLink(page: Page, email: string): Promise<void> {
  await requestReset(page, email);
  await page.goto(linkIn(await gatehouse.mailbox.waitFor({ to: email, subject: /^Reset/ })));
}

async function fillReset(page: Page, password: string): Promise<void> {
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Change password" }).click();
}

describe("the page for forgotten passwords", () => {
  it("shows the same text for a known and for an unknown address, and only one gets a mail", async ({ expect }) => {
    // Attack: finding out who has an account from the text of the page.
    const { email } = await newUser();
    const unknown = newAddress("unknown");
    const texts: string[] = [];
    for (const address of [unknown, email]) {
      const page = await visit("/handler/forgot-password");
      await requestReset(page, address);
      texts.push(await page.getByRole("main").innerText());
      if (address === email) expect(await accessibilityProblems(page)).toEqual([]);
    }
    expect(texts[0]).toBe(texts[1]);
    await gatehouse.mailbox.waitFor({ to: email, subject: /^Reset/ });
    expect(gatehouse.mailbox.mails(unknown)).toEqual([]);
  });

  it("shows what is wrong with an address before it sends a request", async ({ expect }) => {
    const page = await visit("/handler/forgot-password");
    await heading(page, "Forgot your password?").waitFor();
    const send = page.getByRole("button", { name: "Send reset link" });
    await send.click();
    await page.getByText("Enter your email address.").waitFor();
    await page.getByLabel("Email").fill("not-an-address");
    await send.click();
    await page.getByText("Enter a valid email address, such as name@example.com.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("shows a signed-in user that they are signed in, with a button to sign out", async ({ expect }) => {
    const { email } = await newUser();
    const page = await visit("/handler/sign-in");
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Password", { exact: true }).press("Enter");
    await heading(page, "Projects").waitFor();
    await page.goto("/handler/forgot-password");
    await heading(page, "You are already signed in").waitFor();
    await page.getByText(`Signed in as ${email}.`).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Sign out" }).click();
    await heading(page, "Authentication and user management for your app").waitFor();
  });
});

describe("the link of a reset mail", () => {
  it("200: changes the password, once", async ({ expect }) => {
    const { email } = await newUser();
    const page = await visit("/");
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
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("409 VERIFICATION_CODE_ALREADY_USED: rejects a form whose code was used in another tab", async () => {
    const { email } = await newUser();
    const page = await visit("/");
    await openResetLink(page, email);
    await heading(page, "Choose a new password").waitFor();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await fillReset(other, "the first password");
    await heading(other, "Your password is changed").waitFor();
    await fillReset(page, "the second password");
    await heading(page, "This reset link was already used").waitFor();
  });

  it("400 VERIFICATION_CODE_EXPIRED: shows that it has expired, with a button for a new one", async () => {
    const { email } = await newUser();
    const page = await visit("/");
    await openResetLink(page, email);
    await heading(page, "Choose a new password").waitFor();
    changeStoredData(gatehouse, "UPDATE verification_codes SET expires_at = ?", Date.now() - 1);
    await page.reload();
    await heading(page, "This reset link has expired").waitFor();
    await page.getByRole("button", { name: "Send a new link" }).click();
    await heading(page, "Forgot your password?").waitFor();
  });

  it.for(["", `?code=${unknownCode}`, `?code=${unknownCode.slice(1)}`])(
    "404 VERIFICATION_CODE_NOT_FOUND or no code: password-reset%s is not valid",
    async (query) => {
      const page = await visit(`/handler/password-reset${query}`);
      await heading(page, "This reset link is not valid").waitFor();
    },
  );
});

describe("the link of a verification mail", () => {
  it("200: verifies, but only after a click, because mail scanners open links", async ({ expect }) => {
    const { verificationLink } = await newUser();
    const page = await visit(verificationLink);
    await heading(page, "Verify your email?").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Cancel" }).click();
    await heading(page, "Authentication and user management for your app").waitFor();

    await page.goto(verificationLink);
    await page.getByRole("button", { name: "Verify" }).click();
    await heading(page, "Your email is verified").waitFor();

    // A second click on the same link is not an error.
    await page.goto(verificationLink);
    await page.getByRole("button", { name: "Verify" }).click();
    await heading(page, "Your email is verified").waitFor();
    await page.getByRole("button", { name: "Go home" }).click();
    await heading(page, "Authentication and user management for your app").waitFor();
  });

  it("400 VERIFICATION_CODE_EXPIRED: shows that it has expired", async () => {
    const { verificationLink } = await newUser();
    changeStoredData(gatehouse, "UPDATE verification_codes SET expires_at = ?", Date.now() - 1);
    const page = await visit(verificationLink);
    await page.getByRole("button", { name: "Verify" }).click();
    await heading(page, "This verification link has expired").waitFor();
  });

  it.for(["", `?code=${unknownCode.slice(1)}`])("email-verification%s is not valid", async (query) => {
    const page = await visit(`/handler/email-verification${query}`);
    await heading(page, "This verification link is not valid").waitFor();
  });

  it("404 VERIFICATION_CODE_NOT_FOUND: an unknown code is not valid", async () => {
    const page = await visit("/");
    await page.goto(`/handler/email-verification?code=${unknownCode}`);
    await page.getByRole("button", { name: "Verify" }).click();
    await heading(page, "This verification link is not valid").waitFor();
  });
});

/** The link to our own site in a mail. */
function linkIn({ text }: { text: string }): string {
  const link = text.match(/https?:\/\/\S+code=[0-9a-z]{45}/)?.[0];
  if (!link?.startsWith(`${gatehouse.webUrl}/handler/`)) throw new Error(`The mail has no link to the site: ${text}`);
  return link;
}
