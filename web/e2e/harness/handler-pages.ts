import type { Browser, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { codeIn, newAddress, PASSWORD } from "../../../scripts/testing/accounts";
import { newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { GatehouseClientApp } from "../../kit";
import { openPage } from "./browser";
import { button, heading } from "./locators";
import { configureSite } from "./site-project";

export async function fillSignUp(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
}

/** Returns what the tests of the pages do on the site. */
export function sitePages({ browser, gatehouse }: { browser: Browser; gatehouse: Gatehouse }) {
  const visit = async (path: string): Promise<Page> => {
    const page = await openPage(browser, gatehouse.webUrl);
    await page.goto(path);
    return page;
  };

  return { visit };
}

export const codeField = (page: Page) => page.getByLabel("Code from the email");

/** A return target that needs no session, and its title. */
export const tour = { path: "/handler/error?source=tour", title: "Something went wrong" };
export const withTour = `after_auth_return_to=${encodeURIComponent(tour.path)}`;

export async function sendEmail(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Send email" }).click();
  await codeField(page).waitFor();
}

/** Returns what the tests of codes and links of emails do on the site. */
export function codePages({ browser, gatehouse }: { browser: Browser; gatehouse: Gatehouse }) {
  const visit = async (path: string): Promise<Page> => {
    const page = await openPage(browser, gatehouse.webUrl);
    await page.clock.install();
    await page.goto(path);
    return page;
  };

  /** The content of the newest email to an address: the six characters to type, and the link. */
  async function emailTo(email: string): Promise<{ typed: string; link: string }> {
    const message = await gatehouse.mailbox.waitFor({ to: email, subject: /Your code is/ });
    const typed = /Your code is (\w{6})$/.exec(message.subject)?.[1] ?? "";
    const link = /http\S+/.exec(message.text)?.[0] ?? "";
    if (new URL(link).searchParams.get("code") !== codeIn(message))
      throw new Error(`No link in the email: ${message.text}`);
    return { typed, link };
  }

  /** Sends an email like a page with the return target `returnTo`, and returns its link. */
  async function newLink(email: string, returnTo?: string): Promise<string> {
    const callback = new URL("/handler/magic-link-callback", gatehouse.webUrl);
    if (returnTo !== undefined) callback.searchParams.set("after_auth_return_to", returnTo);
    const sent = await kitApp().sendMagicLinkEmail(email, { callbackUrl: callback.href });
    if (sent.status === "error") throw sent.error;
    return (await emailTo(email)).link;
  }

  /** A user who has signed up by a link, so that the address is verified. */
  async function newMember(): Promise<{ app: GatehouseClientApp; email: string }> {
    const [app, email] = [kitApp(), newAddress()];
    const code = new URL(await newLink(email)).searchParams.get("code") ?? "";
    const result = await app.signInWithMagicLink(code, { noRedirect: true });
    if (result.status === "error") throw result.error;
    return { app, email };
  }

  /** The kit for the site's own project, outside of a browser. */
  function kitApp(): GatehouseClientApp {
    return new GatehouseClientApp({
      baseUrl: gatehouse.apiUrl,
      projectId: "internal",
      publishableClientKey: gatehouse.secrets.INTERNAL_PUBLISHABLE_CLIENT_KEY,
      tokenStore: "memory",
    });
  }

  /** A command line that waits for its authorization. */
  async function commandLine(options: { expiresInMillis?: number } = {}) {
    const app = kitApp();
    let show: (url: string) => void = () => undefined;
    const shown = new Promise<string>((resolve) => {
      show = resolve;
    });
    const login = app.promptCliLogin({
      ...options,
      appUrl: gatehouse.webUrl,
      waitTimeMillis: 100,
      promptLink: show,
    });
    return { link: await shown, login };
  }

  /** Disables sign-up for one test. */
  async function disableSignUp(): Promise<void> {
    onTestFinished(() => configureSite(gatehouse, { sign_up_enabled: true }));
    await configureSite(gatehouse, { sign_up_enabled: false });
  }

  return { visit, emailTo, newLink, newMember, commandLine, disableSignUp };
}

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

/** Matches what browsers print of requests without a response. */
export const noResponse = /ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|FAILED)/;
export const unreachable = (page: Page) => page.getByRole("alert").filter({ hasText: "The server does not respond." });

export async function fillSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await button(page, "Sign in").click();
}
