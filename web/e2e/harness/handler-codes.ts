import type { Browser, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { codeIn, newAddress } from "../../../scripts/testing/accounts";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { GatehouseClientApp } from "../../kit";
import { openPage } from "./open-page";
import { configureSite } from "./site-project";

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
