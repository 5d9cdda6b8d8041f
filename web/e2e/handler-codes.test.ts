import type { Page } from "playwright-core";
import { beforeAll, describe, it } from "vitest";
import { newAddress } from "../../scripts/testing/accounts";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openPage, sharedBrowser } from "./harness/browser";
import {
  codeField,
  codePages,
  emailLinks,
  fillReset,
  requestReset,
  sendEmail,
  tour,
  withTour,
} from "./harness/handler-pages";
import { heading } from "./harness/locators";
import { configureSite } from "./harness/site-project";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

const { visit, emailTo, newLink, commandLine } = codePages({ browser, gatehouse });

beforeAll(async () => {
  await configureSite(gatehouse, { magic_link_enabled: true });
});

describe("signing in by the code of an email", () => {
  it("200: signs up by the code in upper or lower case, after a wrong one, and redirects to the return target", async ({
    expect,
  }) => {
    const page = await visit(`/handler/sign-up?${withTour}`);
    const email = newAddress();
    await page.getByRole("button", { name: "Send email" }).click();
    await page.getByText("Enter your email address.").waitFor();
    await sendEmail(page, email);
    // This comes before what takes a busy machine more than ten of the seconds.
    const sendAgain = page.getByRole("button", { name: "Send a new code" });
    await expect.poll(() => sendAgain.textContent()).toMatch(/^Send a new code in (30|2\d) s$/);
    await expect.poll(() => sendAgain.isDisabled()).toBe(true);
    await emailTo(email);

    await codeField(page).pressSequentially("zzzzzz");
    await page.getByText("This code is not right.").first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.clock.fastForward(29_000);
    await sendAgain.getByText("Send a new code in 1 s").or(sendAgain.getByText(/code$/)).waitFor();
    await page.clock.fastForward(1_000);
    await page.getByRole("button", { name: "Send a new code", exact: true }).click();
    await page.getByText("A new code is on its way.").waitFor();
    await page.getByRole("button", { name: /^Send a new code in (30|2\d) s$/ }).waitFor();
    await codeField(page).pressSequentially((await emailTo(email)).typed.toLowerCase());
    await heading(page, tour.title).waitFor();
    await expect.poll(() => page.url()).toBe(gatehouse.webUrl + tour.path);
  });
});

describe("the link of a sign-in email", () => {
  const elsewhere = (page: Page) => page.getByText("This link was not requested in this browser.");

  // Evidence: mailed-link-names-account
  // Attack: in a login CSRF, the attacker requests an email to their own address and lures the victim to its link. Later the
  // attacker sees what the victim enters in the attacker's account.
  it("names the account, and warns where the browser has not requested the email", async ({ expect }) => {
    const [victim, email] = [await visit("/handler/sign-in"), newAddress()];
    await sendEmail(victim, newAddress());
    const attacker = await visit("/handler/sign-in");
    await sendEmail(attacker, email);
    const { link } = await emailTo(email);
    await victim.goto(link);
    await elsewhere(victim).waitFor();
    await attacker.goto(link);
    await attacker.getByText(email).waitFor();
    await expect.poll(() => elsewhere(attacker).count()).toBe(0);
  });

  // Evidence: signs-once-only-after-click-because
  it("200: signs in once, and only after a click, because email scanners open links", async ({ expect }) => {
    const email = newAddress();
    const link = await newLink(email, tour.path);
    const page = await visit(link);
    await heading(page, "Sign in?").waitFor();
    await page.getByText(`Press the button to sign in as ${email}.`).waitFor();
    await elsewhere(page).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Cancel" }).click();
    await heading(page, "Authentication and user management for your app").waitFor();

    await page.goto(link);
    await page.getByRole("button", { name: "Sign in" }).click();
    await heading(page, tour.title).waitFor();
    await expect.poll(() => page.url()).toBe(gatehouse.webUrl + tour.path);

    await page.goto(link);
    await heading(page, "You are already signed in").waitFor();
    await page.context().clearCookies();
    await page.reload();
    await heading(page, "This sign-in link was already used").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Send a new link" }).click();
    await heading(page, "Sign in").waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get("after_auth_return_to")).toBe(tour.path);
  });

  it("never redirects to another site", async ({ expect }) => {
    // Attack: an open redirect, by an email whose link signs in here and ends on another site.
    const page = await visit(await newLink(newAddress(), "https://evil.example/"));
    const visited: string[] = [];
    page.on("framenavigated", (frame) => visited.push(frame.url()));
    await page.getByRole("button", { name: "Sign in" }).click();
    await heading(page, "You are signed in").waitFor();
    await page.getByRole("button", { name: "Go home" }).click();
    await heading(page, "Projects").waitFor();
    expect(visited.filter((url) => !url.startsWith(`${gatehouse.webUrl}/`))).toEqual([]);
  });
});

describe("the page that authorizes a command line", () => {
  // Evidence: signs-user-warns-shares-session-command
  it("200: signs the user in, warns, and shares the session with the command line", async ({ expect }) => {
    const { link, login } = await commandLine();
    const page = await visit(link);
    await heading(page, "Sign in").waitFor();
    const email = newAddress();
    await sendEmail(page, email);
    await codeField(page).pressSequentially((await emailTo(email)).typed);
    await heading(page, "Authorize a command line?").waitFor();
    await expect.poll(() => page.url()).toBe(link);
    await page.getByText(`asks for access to your account ${email}.`).waitFor();
    await page.getByText("We never send you this link, by email or otherwise.").waitFor();
    const asking = page.getByRole("list", { name: "What asks" });
    await expect
      .poll(() => asking.getByRole("listitem").allInnerTexts())
      .toEqual([
        expect.stringMatching(/^Asked\s+(just now|\d+ seconds ago)/),
        expect.stringMatching(/^Program\s+Node\.js$/),
        expect.stringMatching(/^From\s/),
      ]);
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.getByRole("button", { name: "Authorize" }).click();
    await heading(page, "The command line is authorized").waitFor();
    const result = await login;
    const cookies = await page.context().cookies();
    expect(result).toEqual({
      status: "ok",
      data: cookies.find(({ name }) => name === "stack-refresh-internal")?.value,
    });
    await page.getByRole("button", { name: "Close" }).click();
    await heading(page, "Projects").waitFor();
  });
});

describe("handler email links", () => {
  const { visit, newUser, openResetLink } = emailLinks({ browser, gatehouse });

  describe("the page for forgotten passwords", () => {
    it("shows the same text for a known and for an unknown address, and only one gets an email", async ({ expect }) => {
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
      expect(gatehouse.mailbox.emails(unknown)).toEqual([]);
    });
  });

  describe("the link of a reset email", () => {
    it("200: changes the password, once, says whose it is, and signs in", async ({ expect }) => {
      const { email } = await newUser();
      const page = await openPage(browser, gatehouse.webUrl);
      await openResetLink(page, email);
      await heading(page, "Choose a new password").waitFor();
      const link = page.url();
      // By this, password managers keep the new password with its address.
      const userName = page.locator("form input[autocomplete=username]");
      expect(await userName.inputValue()).toBe(email);
      await fillReset(page, "short");
      await page.getByText("Use at least 8 characters.").waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await fillReset(page, "a new password");
      await heading(page, "Your password is changed").waitFor();

      await page.getByText("signed out everywhere else").waitFor();
      await page.getByRole("button", { name: "Continue" }).click();
      await heading(page, "Projects").waitFor();

      await page.goto(link);
      await heading(page, "This reset link was already used").waitFor();
    });
  });

  describe("the link of a verification email", () => {
    // Attack: a stranger signs up with the victim's address, whose email has the victim confirm the stranger's account. The page names the
    // address and the account before the click.
    it("200: verifies, but only after a click, because email scanners open links", async () => {
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
});
