import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { codeIn, newAddress } from "../../scripts/testing/accounts";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import type {} from "../react/provider/gatehouse-provider";
import { accessibilityProblems } from "./harness/accessibility";
import { openPage, sharedBrowser, signOut } from "./harness/browser";
import { heading } from "./harness/locators";
import { connect, consent, currentUser, errorOf, oauthPages, providerButton } from "./harness/oauth";
import { serveServerRenderedSite } from "./harness/server-rendered-site";
import { configureSite } from "./harness/site-project";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse({ identityProvider: true });

const { visit, signInWith, upgradedVisitor, signedUpPage } = oauthPages({ browser, gatehouse });

/** Verifies the address with the code of the email that a sign-up sends. */
async function verifyEmail(page: Page, email: string): Promise<void> {
  const code = codeIn(await gatehouse.mailbox.waitFor({ to: email, subject: /^Verify/ }));
  await page.evaluate((text) => globalThis.__STACK_AUTH__?.app.verifyEmail(text), code);
}

/** Signs in, and returns the URL that the provider redirected to. */
async function signInAndWatch(): Promise<{ page: Page; callbackUrl: string }> {
  const page = await visit("/handler/sign-in");
  const arrival = page.waitForRequest((request) => request.url().includes("/handler/oauth-callback?"));
  await providerButton(page, "Google").click();
  await consent(page, { email: newAddress() });
  await heading(page, "Projects").waitFor();
  return { page, callbackUrl: (await arrival).url() };
}

describe("signing in with a provider", () => {
  it("can be started again after going back from the provider", async ({ expect }) => {
    const page = await visit("/handler/sign-in");
    await providerButton(page, "Google").click();
    await page.getByLabel("E-mail", { exact: true }).waitFor();
    await page.goBack();
    await providerButton(page, "GitHub").click();
    await consent(page, { email: newAddress() });
    await heading(page, "Projects").waitFor();
    expect((await currentUser(page))?.links).toEqual(["github"]);
  });

  it("ends the session of an anonymous user after the page has read who that is", async ({ expect }) => {
    let read: (() => Promise<void>) | undefined;
    const { page } = await upgradedVisitor((page) =>
      page.route("**/users/me", async (route) => {
        if (read) await route.continue();
        else read = () => route.continue();
      }),
    );
    await page.getByRole("link", { name: "Go home" }).waitFor();
    // On a slow machine, the page says that it takes long before it asks.
    await expect.poll(() => read !== undefined).toBe(true);
    await read?.();
    await heading(page, "Projects").waitFor();
  });

  it("redirects to the return target, with its query and hash", async ({ expect }) => {
    const path = "/handler/sign-in?after_auth_return_to=%2Fprojects%3Ffrom%3Dtour%26a%3D%2520b%23list";
    const page = await signInWith("GitHub", { email: newAddress() }, path);
    await heading(page, "Projects").waitFor();
    await expect.poll(() => page.url()).toBe(`${gatehouse.webUrl}/projects?from=tour&a=%20b#list`);
  });

  it("upgrades an anonymous user, whose id stays the same", async ({ expect }) => {
    const { page, id, person } = await upgradedVisitor();
    await heading(page, "Projects").waitFor();
    expect(await currentUser(page)).toEqual({
      id,
      displayName: "Grace",
      primaryEmail: person.email,
      primaryEmailVerified: true,
      isAnonymous: false,
      links: ["google"],
    });
  });

  it("400 OAUTH_PROVIDER_ACCESS_DENIED: shows that it was cancelled, and keeps the return target", async ({
    expect,
  }) => {
    const page = await visit("/handler/sign-in?after_auth_return_to=%2Fprojects%3Ffrom%3Dtour");
    await providerButton(page, "Google").click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await heading(page, "The sign-in was cancelled").waitFor();
    expect(errorOf(page)).toBe("OAUTH_PROVIDER_ACCESS_DENIED");
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Sign in again" }).click();
    await providerButton(page, "Google").click();
    await consent(page, { email: newAddress() });
    await heading(page, "Projects").waitFor();
    await expect.poll(() => page.url()).toBe(`${gatehouse.webUrl}/projects?from=tour`);
  });
});

describe("an address that another user already signs in with", () => {
  it("allow_duplicates: creates another user", async ({ expect }) => {
    await configureSite(gatehouse, { oauth_account_merge_strategy: "allow_duplicates" });
    const email = newAddress("twice");
    const first = await currentUser(await signedUpPage(email));
    const page = await signInWith("Google", { email });
    await heading(page, "Projects").waitFor();
    const second = await currentUser(page);
    expect(second).toMatchObject({ primaryEmail: email, links: ["google"] });
    expect(second?.id).not.toBe(first?.id);
  });

  it("link_method: signs the same user in where both sides have verified it", async ({ expect }) => {
    await configureSite(gatehouse, { oauth_account_merge_strategy: "link_method" });
    const email = newAddress("verified");
    const page = await signInWith("Google", { email });
    await heading(page, "Projects").waitFor();
    const user = await currentUser(page);
    await signOut(page);
    await page.goto("/handler/sign-in");
    await providerButton(page, "GitHub").click();
    await consent(page, { email });
    await heading(page, "Projects").waitFor();
    expect(await currentUser(page)).toEqual({ ...user, links: ["github", "google"] });
  });

  // The refusals are proven in the Worker: what the page says of them is proven here.
  it.for([
    { strategy: "link_method", reason: "the provider has not verified it", emailVerified: false },
    { strategy: "raise_error", reason: "accounts are never merged", emailVerified: true },
  ])(
    "409 CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE with $strategy, as $reason",
    async ({ strategy, emailVerified }, { expect }) => {
      await configureSite(gatehouse, { oauth_account_merge_strategy: strategy });
      const email = newAddress("taken");
      const here = await signedUpPage(email);
      await verifyEmail(here, email);
      expect(await currentUser(here)).toMatchObject({ primaryEmail: email, primaryEmailVerified: true });
      const page = await signInWith("Google", { email, emailVerified });
      await heading(page, "This email already has an account").waitFor();
      expect(errorOf(page)).toBe("CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE");
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await currentUser(page)).toBeNull();
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await heading(page, "Sign in").waitFor();
    },
  );
});

describe("the page that providers redirect to", () => {
  it("shows a link to the home page after three seconds", async ({ expect }) => {
    const page = await visit("/handler/error");
    await page.evaluate(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: as the kit writes it.
      document.cookie = "stack-oauth-outer-s1=v1; path=/";
    });
    const exchange = page.waitForRequest("**/auth/oauth/token");
    await page.route("**/auth/oauth/token", () => undefined);
    await page.goto("/handler/oauth-callback?code=c1&state=s1");
    await exchange;
    await page.getByRole("link", { name: "Go home" }).waitFor();
    // Since the navigation.
    expect(await page.evaluate(() => performance.now())).toBeGreaterThanOrEqual(3_000);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("link", { name: "Go home" }).click();
    await heading(page, "Authentication and user management for your app").waitFor();
  });

  it("opened a second time redirects a signed-in user onwards, and shows others that it is stale", async ({
    expect,
  }) => {
    const { page, callbackUrl } = await signInAndWatch();
    const user = await currentUser(page);
    await page.goto(callbackUrl);
    await heading(page, "Projects").waitFor();
    expect(await currentUser(page)).toEqual(user);
    await signOut(page);
    await page.goto(callbackUrl);
    await heading(page, "This sign-in is no longer valid").waitFor();
    await expect.poll(() => page.title()).toBe("This sign-in is no longer valid · Gatehouse");
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Sign in again" }).click();
    await heading(page, "Sign in").waitFor();
    await expect.poll(() => page.url()).toBe(`${gatehouse.webUrl}/handler/sign-in`);
  });
});

describe("connecting an account", () => {
  it("409 OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: shows the error, and changes nothing", async ({
    expect,
  }) => {
    const email = newAddress("holder");
    const holder = await signInWith("GitHub", { email });
    await heading(holder, "Projects").waitFor();
    const page = await signedUpPage(newAddress("linking"));
    const user = await currentUser(page);
    await connect(page, "github");
    await consent(page, { email });
    await heading(page, "The account could not be connected").waitFor();
    expect(errorOf(page)).toBe("OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER");
    expect(await currentUser(page)).toEqual(user);
  });
});

describe("OAuth buttons", () => {
  it("are disabled inside the frame of another page, and say why", async ({ expect }) => {
    // The attack on the framed button is in hosted-framing.test.ts: it is the same on a website of its own.
    const url = await serveServerRenderedSite({ page: "providers", options: {} }, () => ({}));
    const page = await openPage(browser, url);
    await page.setContent(
      `<title>Frame</title><iframe title="Sign-in" src="${url}" width="600" height="400"></iframe>`,
    );
    const frame = page.frameLocator("iframe");
    const note = "For security reasons, sign-in with other accounts does not work inside another page.";
    await frame.getByText(note).waitFor();
    for (const name of ["Continue with Google", "Continue with GitHub"]) {
      const button = frame.getByRole("button", { name });
      await expect.poll(() => button.isDisabled()).toBe(true);
      expect(await button.evaluate((element) => element.ariaDescribedByElements?.[0]?.textContent)).toBe(note);
    }
  });

  it("are enabled on a page of their own", async ({ expect }) => {
    const url = await serveServerRenderedSite({ page: "providers", options: {} }, () => ({}));
    const page = await openPage(browser, url);
    await page.goto("/");
    const button = page.getByRole("button", { name: "Continue with GitHub" });
    await button.waitFor();
    await expect.poll(() => button.isEnabled()).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
