import { describe, it } from "vitest";
import { newAddress } from "../../scripts/testing/accounts";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import type {} from "../react/provider/gatehouse-provider";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { heading } from "./harness/locators";
import { consent, currentUser, oauthPages, providerButton } from "./harness/oauth";
import { configureSite } from "./harness/site-project";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse({ identityProvider: true });

const { visit, signInWith, upgradedVisitor, signedUpPage } = oauthPages({ browser, gatehouse });

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
});
