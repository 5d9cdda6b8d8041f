import { generateTOTP } from "@oslojs/otp";
import type { Page } from "playwright-core";
import { beforeAll, describe, it, onTestFinished } from "vitest";
import { newAddress } from "../../scripts/testing/accounts";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { changeStoredData } from "../../scripts/testing/stored-data";
import { accessibilityProblems } from "./harness/accessibility";
import { openPage, sharedBrowser, visitSignedIn } from "./harness/browser";
import { codeField, codePages, sendEmail, tour, withTour } from "./harness/handler-pages";
import { heading } from "./harness/locators";
import { configureSite } from "./harness/site-project";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

const { visit, emailTo, newLink, newMember, commandLine, disableSignUp } = codePages({ browser, gatehouse });

beforeAll(async () => {
  await configureSite(gatehouse, { magic_link_enabled: true });
});
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });

/** A user with an authenticator app as second factor, and the codes of that app. */
async function withSecondFactor(): Promise<{ email: string; totp: () => string }> {
  const { app, email } = await newMember();
  const secret = crypto.getRandomValues(new Uint8Array(20));
  await (await app.getUser({ or: "throw" })).update({ totpMultiFactorSecret: secret });
  return { email, totp: () => generateTOTP(secret, 30, 6) };
}

describe("signing in by the code of an email", () => {
  it("200: signs in after the tab was chosen by keyboard and the address was changed", async ({ expect }) => {
    const { email } = await newMember();
    const page = await visit("/handler/sign-in");
    await tab(page, "Email code").focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => tab(page, "Email & password").getAttribute("aria-selected")).toBe("true");
    await page.getByLabel("Password", { exact: true }).waitFor();
    await page.keyboard.press("ArrowRight");
    await expect
      .poll(() => tab(page, "Email code").evaluate((element) => element === document.activeElement))
      .toBe(true);

    await sendEmail(page, newAddress("slip"));
    await page.getByRole("button", { name: "Use another email address" }).click();
    await page.keyboard.type(email);
    await page.keyboard.press("Enter");
    await page.getByText(`We sent an email to ${email}.`).waitFor();
    await codeField(page).and(page.locator(":focus")).waitFor();
    await page.keyboard.type((await emailTo(email)).typed);
    await heading(page, "Projects").waitFor();
  });

  it("keeps the typed address when another tab is opened, and on the way back from the code", async ({ expect }) => {
    const page = await visit("/handler/sign-in");
    const address = page.getByLabel("Email", { exact: true });
    await address.fill("typed@example.com");
    await tab(page, "Email & password").click();
    await expect.poll(() => address.inputValue()).toBe("typed@example.com");
    await address.fill("other@example.com");
    await tab(page, "Email code").click();
    await expect.poll(() => address.inputValue()).toBe("other@example.com");
    await sendEmail(page, newAddress("slip"));
    await page.getByRole("button", { name: "Use another email address" }).click();
    await expect.poll(() => address.inputValue()).toMatch(/^slip/);
  });

  it("the focus ring of a tab is not cut off", async ({ expect }) => {
    const page = await visit("/handler/sign-in");
    await tab(page, "Email code").focus();
    await page.keyboard.press("ArrowRight");
    const cutOff = await tab(page, "Email & password").evaluate((element) => {
      const { outlineOffset, outlineWidth, outlineStyle } = getComputedStyle(element);
      const reach = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
      const ring = element.getBoundingClientRect();
      const list = element.parentElement?.getBoundingClientRect() ?? ring;
      const sides = [list.top - ring.top, list.left - ring.left, ring.right - list.right, ring.bottom - list.bottom];
      return { outlineStyle, pixels: Math.max(0, ...sides.map((side) => side + reach)) };
    });
    expect(cutOff).toEqual({ outlineStyle: "solid", pixels: 0 });
  });

  it("409 USER_EMAIL_ALREADY_EXISTS: leads to the password for an address that was never verified", async ({
    expect,
  }) => {
    const page = await visit("/handler/sign-in");
    await page.getByLabel("Email", { exact: true }).fill((await newOwner(gatehouse)).primaryEmail ?? "");
    await page.getByRole("button", { name: "Send email" }).click();
    await page.getByLabel("Password", { exact: true }).waitFor();
    await expect.poll(() => page.getByLabel("Email", { exact: true }).inputValue()).toContain("@");
  });

  it("200 for a user who has codes switched off, whose email says how to sign in", async () => {
    const { app, email } = await newMember();
    const user = await app.getUser({ or: "throw" });
    await user.setPassword({ password: `words ${crypto.randomUUID()}` });
    await user.update({ otpAuthEnabled: false });
    const page = await visit("/handler/sign-in");
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByRole("button", { name: "Send email" }).click();
    await heading(page, "Check your email").waitFor();
    await gatehouse.mailbox.waitFor({ to: email, subject: /^How to sign in/ });
  });

  it("404 VERIFICATION_CODE_NOT_FOUND: the second factor links back to the sign-in", async ({ expect }) => {
    const page = await visit("/handler/sign-in");
    await page.evaluate(() => sessionStorage.setItem("stack_mfa_attempt_code", "0".repeat(45)));
    await page.goto(`/handler/mfa?${withTour}`);
    await page.getByLabel("Code", { exact: true }).pressSequentially("123456");
    await page.getByText("This sign-in cannot be continued").waitFor();
    await page.getByRole("link", { name: "Sign in again" }).click();
    await heading(page, "Sign in").waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get("after_auth_return_to")).toBe(tour.path);
  });

  it("is a step of its own: without the other methods and their heading, at the top of the page", async ({
    expect,
  }) => {
    onTestFinished(() => configureSite(gatehouse, { passkey_enabled: false }));
    await configureSite(gatehouse, { passkey_enabled: true });
    const page = await visit("/handler/sign-in");
    await page.getByRole("button", { name: "Continue with a passkey" }).waitFor();
    const email = newAddress();
    await sendEmail(page, email);
    await heading(page, "Check your email").waitFor();
    await expect.poll(() => page.title()).toBe("Check your email · Gatehouse");
    await page.getByText(`We sent an email to ${email}.`).waitFor();
    await expect.poll(() => page.getByRole("heading").count()).toBe(1);
    await expect.poll(() => page.getByRole("tab").count()).toBe(0);
    await expect
      .poll(() => page.getByRole("button").allTextContents())
      .toEqual([
        expect.stringMatching(/^Send a new code in \d+ s$/),
        ...["Use another email address", "Sign in another way", "Language of this page English"],
      ]);
    await expect.poll(() => codeField(page).evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("400 VERIFICATION_CODE_EXPIRED, VERIFICATION_CODE_MAX_ATTEMPTS_REACHED, 409 VERIFICATION_CODE_ALREADY_USED: shows the reason", async () => {
    const page = await visit("/handler/sign-in");
    const email = newAddress();
    await sendEmail(page, email);
    const { typed } = await emailTo(email);
    const states = [
      ["expires_at = ?", Date.now() - 1, "This code has expired. Send a new one."],
      ["used_at = 1, expires_at = ?", Date.now() + 60_000, "This code was already used. Send a new one."],
      ["used_at = NULL, attempts = ?", 20, "Too many tries. Send a new code."],
    ] as const;
    for (const [change, value, message] of states) {
      changeStoredData(gatehouse, `UPDATE verification_codes SET ${change}`, value);
      await codeField(page).pressSequentially(typed);
      await page.getByText(message).first().waitFor();
    }
  });

  it("400 SIGN_UP_NOT_ENABLED: shows a message for an address without an account", async () => {
    await disableSignUp();
    const page = await visit("/handler/sign-in");
    await page.getByLabel("Email", { exact: true }).fill(newAddress());
    await page.getByRole("button", { name: "Send email" }).click();
    await page.getByText("There is no account with this email address, and new ones are not taken").waitFor();
  });

  it("400 MULTI_FACTOR_AUTHENTICATION_REQUIRED: shows the second factor, and redirects to the return target", async ({
    expect,
  }) => {
    const { email, totp } = await withSecondFactor();
    const page = await visit(`/handler/sign-in?${withTour}`);
    await sendEmail(page, email);
    await codeField(page).pressSequentially((await emailTo(email)).typed);
    await heading(page, "Two-step verification").waitFor();

    const shown = totp();
    const wrong = String((Number(shown) + 1) % 1_000_000).padStart(6, "0");
    await page.getByLabel("Code", { exact: true }).pressSequentially(wrong);
    await page.getByText("This code is not right. Wait for the next one, and try again.").first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel("Code", { exact: true }).pressSequentially(totp());
    await heading(page, tour.title).waitFor();
    await expect.poll(() => page.url()).toBe(gatehouse.webUrl + tour.path);
  });
});

describe("the link of a sign-in email", () => {
  it("404 VERIFICATION_CODE_NOT_FOUND or no code: is not valid, with a button to the home page", async () => {
    const page = await visit("/handler/magic-link-callback");
    await heading(page, "This sign-in link is not valid").waitFor();
    await page.goto(`/handler/magic-link-callback?code=${"0".repeat(45)}`);
    await heading(page, "This sign-in link is not valid").waitFor();
    await page.getByRole("button", { name: "Go home" }).click();
    await heading(page, "Authentication and user management for your app").waitFor();
  });

  it("400 SIGN_UP_NOT_ENABLED: shows a message when sign-up was disabled meanwhile", async () => {
    const page = await visit(await newLink(newAddress()));
    await disableSignUp();
    await page.getByRole("button", { name: "Sign in" }).click();
    await heading(page, "You could not be signed in").waitFor();
  });

  it("400 VERIFICATION_CODE_EXPIRED: shows that it has expired", async () => {
    const link = await newLink(newAddress());
    changeStoredData(gatehouse, "UPDATE verification_codes SET expires_at = ?", Date.now() - 1);
    const page = await visit(link);
    await heading(page, "This sign-in link has expired").waitFor();
  });

  it("400 MULTI_FACTOR_AUTHENTICATION_REQUIRED: shows the second factor, and redirects to the return target", async ({
    expect,
  }) => {
    const { email, totp } = await withSecondFactor();
    const page = await visit(await newLink(email, tour.path));
    await page.getByRole("button", { name: "Sign in" }).click();
    await heading(page, "Two-step verification").waitFor();
    await page.getByLabel("Code", { exact: true }).pressSequentially(totp());
    await heading(page, tour.title).waitFor();
    await expect.poll(() => page.url()).toBe(gatehouse.webUrl + tour.path);
  });
});

describe("the page that authorizes a command line", () => {
  it("200 used and expired: shows so at opening", async ({ expect }) => {
    const { link, login } = await commandLine();
    const page = await visitSignedIn(browser, gatehouse, await newOwner(gatehouse), link);
    await page.getByRole("button", { name: "Authorize" }).click();
    await heading(page, "The command line is authorized").waitFor();
    await login;
    await page.goto(link);
    await heading(page, "This link was already used").waitFor();
    await page.getByRole("link", { name: "sign out the sessions" }).click();
    await heading(page, "Account settings").waitFor();

    const late = await commandLine({ expiresInMillis: 1 });
    expect((await late.login).status).toBe("error");
    await page.goto(late.link);
    await heading(page, "This link has expired").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("shows that it was not authorized while the server is out of reach, and tries again", async ({ expect }) => {
    const { link, login } = await commandLine();
    const page = await visitSignedIn(browser, gatehouse, await newOwner(gatehouse), link, /ERR_FAILED/);
    await page.getByRole("button", { name: "Authorize" }).waitFor();
    await page.route("**/auth/cli/complete", (route) => route.abort());
    await page.getByRole("button", { name: "Authorize" }).click();
    await heading(page, "The command line was not authorized").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.unroute("**/auth/cli/complete");
    await page.getByRole("button", { name: "Try again" }).click();
    await heading(page, "The command line is authorized").waitFor();
    await login;
  });

  it("shows that the code of the link is missing, and shares nothing after a cancel", async () => {
    const page = await visitSignedIn(browser, gatehouse, await newOwner(gatehouse), "/handler/cli-auth-confirm");
    await heading(page, "This link is not complete").waitFor();
    const { link, login } = await commandLine();
    await page.goto(link);
    await page.getByRole("button", { name: "Cancel" }).click();
    await heading(page, "Projects").waitFor();
    await page.goto(link);
    await page.getByRole("button", { name: "Authorize" }).click();
    await heading(page, "The command line is authorized").waitFor();
    await login;
  });

  it.for([
    ["of another form", "made-up"],
    ["of the right length", "0".repeat(109)],
  ])("400: shows that a code %s is not valid, before a sign-in", async ([_, code], { expect }) => {
    const page = await openPage(browser, gatehouse.webUrl, /status of 400/);
    await page.goto(`/handler/cli-auth-confirm?login_code=${code}`);
    await heading(page, "This link is not valid").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await expect.poll(() => page.getByRole("button", { name: "Authorize" }).count()).toBe(0);
    await page.getByRole("button", { name: "Go home" }).click();
    await heading(page, "Authentication and user management for your app").waitFor();
  });
});

describe("the page of the second factor", () => {
  it("can be cancelled: the sign-in is given up, and starts anew with its return target", async ({ expect }) => {
    const { app, email } = await newMember();
    const user = await app.getUser({ or: "throw" });
    await user.update({ totpMultiFactorSecret: crypto.getRandomValues(new Uint8Array(20)) });
    const page = await visit(`/handler/sign-in?${withTour}`);
    await sendEmail(page, email);
    await codeField(page).pressSequentially((await emailTo(email)).typed);
    await heading(page, "Two-step verification").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await heading(page, "Sign in").waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get("after_auth_return_to")).toBe(tour.path);
    expect(await page.evaluate(() => sessionStorage.getItem("stack_mfa_attempt_code"))).toBeNull();
  });

  it("redirects to the sign-in where no sign-in waits for it, and keeps the return target", async ({ expect }) => {
    const page = await visit(`/handler/mfa?${withTour}`);
    await heading(page, "Sign in").waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get("after_auth_return_to")).toBe(tour.path);
    // Without one, it must not become the target itself: the sign-in would lead back here.
    await page.goto("/handler/mfa");
    await heading(page, "Sign in").waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("");
  });
});
