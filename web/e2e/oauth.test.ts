import { generateTOTP } from "@oslojs/otp";
import { describe, it } from "vitest";
import { newAddress } from "../../scripts/testing/accounts";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import type {} from "../react/provider/gatehouse-provider";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser, visitSignedIn } from "./harness/browser";
import { tour, withTour } from "./harness/handler-pages";
import { heading } from "./harness/locators";
import { connect, consent, currentUser, errorOf, oauthPages, providerButton } from "./harness/oauth";
import { configureSite } from "./harness/site-project";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse({ identityProvider: true });

const { visit, signInWith } = oauthPages({ browser, gatehouse });

describe("signing in with a provider", () => {
  it("signs up on the first click, and in on the next, and never redirects to another site afterwards", async ({
    expect,
  }) => {
    const person = { email: newAddress("google"), name: "Ada Lovelace" };
    // Attack: an open redirect, by a link to our pages that ends on another site.
    const toAnother = "after_auth_return_to=%2F%2Fevil.example";
    const page = await visit(`/handler/sign-up?${toAnother}`);
    await providerButton(page, "Google").click();
    await consent(page, person);
    await heading(page, "Projects").waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/projects");
    const user = await currentUser(page);
    expect(user).toEqual({
      id: expect.any(String),
      displayName: "Ada Lovelace",
      primaryEmail: person.email,
      primaryEmailVerified: true,
      isAnonymous: false,
      links: ["google"],
    });
    const cookies = (await page.context().cookies()).map(({ name }) => name);
    expect(cookies.filter((name) => name.startsWith("stack-oauth"))).toEqual([]);

    await page.goto("about:blank");
    await page.context().clearCookies();
    await page.goto(`/handler/sign-in?${toAnother}`);
    await page.getByText("Last used").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const visited: string[] = [];
    page.on("framenavigated", (frame) => visited.push(new URL(frame.url()).hostname));
    await providerButton(page, "Google").click();
    await consent(page, person);
    await heading(page, "Projects").waitFor();
    expect(await currentUser(page)).toEqual(user);
    expect(new Set(visited)).toEqual(new Set(["localhost"]));
  });

  // Evidence: shows-second-factor-then-redirects
  it("400 MULTI_FACTOR_AUTHENTICATION_REQUIRED: shows the second factor, then redirects", async ({ expect }) => {
    const person = { email: newAddress() };
    // The token endpoint responds with error statuses, which the browser prints.
    const page = await visit(`/handler/sign-in?${withTour}`, /status of 400 .*\/auth\/oauth\/token\)$/);
    await providerButton(page, "Google").click();
    await consent(page, person);
    await heading(page, tour.title).waitFor();
    const secret = crypto.getRandomValues(new Uint8Array(20));
    await page.evaluate(
      async (bytes) => {
        const user = await globalThis.__STACK_AUTH__?.app.getUser({ or: "throw" });
        await user?.update({ totpMultiFactorSecret: new Uint8Array(bytes) });
      },
      [...secret],
    );
    await page.context().clearCookies();
    await page.goto(`/handler/sign-in?${withTour}`);
    await providerButton(page, "Google").click();
    await consent(page, person);
    await heading(page, "Two-step verification").waitFor();
    expect(await currentUser(page)).toBeNull();
    await page.getByLabel("Code").fill(generateTOTP(secret, 30, 6));
    await heading(page, tour.title).waitFor();
    await expect.poll(() => page.url()).toBe(gatehouse.webUrl + tour.path);
    expect((await currentUser(page))?.primaryEmail).toBe(person.email);
  });
});

describe("an address that another user already signs in with", () => {
  // Attack: account takeover by an account at a provider with the victim's address.
  it("409 CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE where the account here has not verified it", async ({
    expect,
  }) => {
    await configureSite(gatehouse, { oauth_account_merge_strategy: "link_method" });
    const { primaryEmail, primaryEmailVerified } = await newOwner(gatehouse);
    expect(primaryEmailVerified).toBe(false);
    const email = primaryEmail ?? "";
    const page = await signInWith("Google", { email });
    await heading(page, "This email already has an account").waitFor();
    expect(errorOf(page)).toBe("CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE");
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await currentUser(page)).toBeNull();
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await heading(page, "Sign in").waitFor();
  });
});

describe("connecting an account", () => {
  it("adds it to the signed-in user, and returns to the same page", async ({ expect }) => {
    const page = await visitSignedIn(browser, gatehouse, await newOwner(gatehouse), "/projects?tab=2#accounts");
    await heading(page, "Projects").waitFor();
    const user = await currentUser(page);
    await connect(page, "github");
    await consent(page, { email: newAddress("elsewhere") });
    await heading(page, "Projects").waitFor();
    await expect.poll(() => page.url()).toBe(`${gatehouse.webUrl}/projects?tab=2#accounts`);
    expect(await currentUser(page)).toEqual({ ...user, links: ["github"] });
  });
});

describe("the page that providers redirect to", () => {
  // Evidence: rejects-callback-belongs-another-browser
  // Attack: login CSRF. The attacker sends the callback URL of their own sign-in to a victim, who would then work in
  // the attacker's account.
  it("rejects a callback that belongs to another browser", async ({ expect }) => {
    const page = await visit("/handler/sign-in");
    await page.route("**/handler/oauth-callback?*", (route) => route.abort());
    const arrival = page.waitForRequest((request) => request.url().includes("/handler/oauth-callback?"));
    await providerButton(page, "Google").click();
    await consent(page, { email: newAddress("attacker") });
    const victim = await visit((await arrival).url());
    await heading(victim, "This sign-in is no longer valid").waitFor();
    expect(await currentUser(victim)).toBeNull();
  });

  it("400 INVALID_AUTHORIZATION_CODE: shows that it is stale, with a button back to the sign-in", async ({
    expect,
  }) => {
    const page = await visit("/handler/error", /status of 400 .*\/auth\/oauth\/token\)$/);
    await page.evaluate(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: as the kit writes it.
      document.cookie = "stack-oauth-outer-s1=v1; path=/";
    });
    await page.goto("/handler/oauth-callback?code=c1&state=s1&after_auth_return_to=%2Fprojects%3Ffrom%3Dtour");
    await heading(page, "This sign-in is no longer valid").waitFor();
    await page.getByRole("button", { name: "Sign in again" }).click();
    await heading(page, "Sign in").waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get("after_auth_return_to")).toBe("/projects?from=tour");
  });
});
