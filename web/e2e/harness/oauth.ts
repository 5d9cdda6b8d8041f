import type { Browser, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { newAddress, PASSWORD } from "../../../scripts/testing/accounts";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { openPage } from "./browser";
import { heading } from "./locators";
import { overrideSite } from "./site-project";

export const providerButton = (page: Page, name: string) => page.getByRole("button", { name: `Continue with ${name}` });

/** Submits the identity provider's form. */
export async function consent(page: Page, { email, name = "", emailVerified = true }: Person): Promise<void> {
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Email is verified").setChecked(emailVerified);
  await page.getByRole("button", { name: "Continue" }).click();
}

type Person = { email: string; name?: string; emailVerified?: boolean };

/** The user of the page's session, with the linked providers; null without one. */
export function currentUser(page: Page) {
  return page.evaluate(async () => {
    const user = await globalThis.__STACK_AUTH__?.app.getUser({ or: "anonymous-if-exists[deprecated]" });
    if (!user) return null;
    const { id, displayName, primaryEmail, primaryEmailVerified, isAnonymous } = user;
    const links = (await user.listOAuthProviders()).map(({ type }) => type).sort();
    return { id, displayName, primaryEmail, primaryEmailVerified, isAnonymous, links };
  });
}

/** The error code of the error page; null on other pages. */
export function errorOf(page: Page): string | null {
  const url = new URL(page.url());
  return url.pathname === "/handler/error" ? url.searchParams.get("errorCode") : null;
}

/** Starts connecting an account at a provider to the signed-in user. */
export async function connect(page: Page, provider: string): Promise<void> {
  await page.evaluate(async (id) => {
    const user = await globalThis.__STACK_AUTH__?.app.getUser({ or: "throw" });
    void user?.getConnectedAccount(id, { or: "redirect" });
  }, provider);
}

/** Returns what the tests of OAuth do on the site. */
export function oauthPages({ browser, gatehouse }: { browser: Browser; gatehouse: Gatehouse }) {
  const visit = async (path: string, tolerated?: RegExp): Promise<Page> => {
    const page = await openPage(browser, gatehouse.webUrl, tolerated);
    await page.goto(path);
    return page;
  };

  /** Signs in or up with a provider, from the page at `path`. */
  async function signInWith(provider: "Google" | "GitHub", person: Person, path = "/handler/sign-in"): Promise<Page> {
    const page = await visit(path);
    await providerButton(page, provider).click();
    await consent(page, person);
    return page;
  }

  /** An anonymous user of a page, who has just signed in with Google. `onCallback` is called before that. */
  async function upgradedVisitor(onCallback: (page: Page) => Promise<unknown> = async () => undefined) {
    // Owners have no anonymous accounts, unless an instance lets them.
    onTestFinished(() => overrideSite(gatehouse, { "auth.anonymous.allowSignUp": null }));
    await overrideSite(gatehouse, { "auth.anonymous.allowSignUp": true });
    const page = await quietPage();
    const id = await page.evaluate(async () => {
      const visitor = await globalThis.__STACK_AUTH__?.app.getUser({ or: "anonymous" });
      return visitor?.id;
    });
    await page.goto("/handler/sign-in");
    await providerButton(page, "Google").click();
    const person = { email: newAddress(), name: "Grace" };
    await onCallback(page);
    await consent(page, person);
    return { page, id, person };
  }

  /** A page that loads the kit and does nothing with it. */
  async function quietPage(): Promise<Page> {
    const page = await visit("/handler/error");
    await heading(page, "Something went wrong").waitFor();
    return page;
  }

  /** A page signed in to a new account with a password, created through the kit. */
  async function signedUpPage(email: string): Promise<Page> {
    const page = await quietPage();
    await page.evaluate(
      async ([address, password]) => {
        const credentials = { email: address ?? "", password: password ?? "", noRedirect: true };
        await globalThis.__STACK_AUTH__?.app.signUpWithCredential(credentials);
      },
      [email, PASSWORD],
    );
    return page;
  }

  return { visit, signInWith, upgradedVisitor, signedUpPage };
}
