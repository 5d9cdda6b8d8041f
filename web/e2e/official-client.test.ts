import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { newAddress, PASSWORD } from "../../scripts/testing/accounts";
import { newProject, type ProjectUnderTest } from "../../scripts/testing/official-client";
import { serveOfficialClient } from "../../scripts/testing/official-client-page";
import { type Gatehouse, startGatehouse } from "../../scripts/testing/start-gatehouse";
import { launchBrowser } from "./harness/browser";
import { openPage } from "./harness/open-page";
import { plugIn, virtualAuthenticators } from "./harness/virtual-authenticators";

let browser: Browser;
let gatehouse: Gatehouse;
let website: Awaited<ReturnType<typeof serveOfficialClient>>;
let project: ProjectUnderTest;

beforeAll(async () => {
  [browser, gatehouse, website] = await Promise.all([
    launchBrowser(),
    startGatehouse({ identityProvider: true }),
    serveOfficialClient(),
  ]);
  project = await newProject(gatehouse, { passkeyEnabled: true, oauthProviders: [{ id: "google", type: "shared" }] });
});
afterAll(() => Promise.all([browser.close(), gatehouse.stop(), website.stop()]));

/** What a website makes its app with. */
function options() {
  const { projectId, keys } = project;
  const { publishableClientKey } = keys;
  return { baseUrl: gatehouse.apiUrl, projectId, publishableClientKey, redirectMethod: "window" } as const;
}

async function visit(path = "/"): Promise<Page> {
  const page = await openPage(browser, website.url);
  await page.goto(path);
  return page;
}

describe("the official client in a browser", () => {
  it("200: signs up with a provider, and gives the provider's token to the website", async ({ expect }) => {
    const page = await visit();
    const email = newAddress("visitor");
    const leaving = page.evaluate((given) => {
      const app = new official.StackClientApp({ ...given, tokenStore: "cookie" });
      return app.signInWithOAuth("google");
    }, options());
    // The page is gone before its call ends.
    leaving.catch(() => undefined);
    await page.getByLabel("E-mail", { exact: true }).fill(email);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL(/\/handler\/oauth-callback\?/);
    const finishing = page.evaluate((given) => {
      const app = new official.StackClientApp({ ...given, tokenStore: "cookie" });
      return app.callOAuthCallback();
    }, options());
    finishing.catch(() => undefined);
    await page.waitForURL((url) => url.pathname !== "/handler/oauth-callback");

    const found = await page.evaluate(async (given) => {
      const app = new official.StackClientApp({ ...given, tokenStore: "cookie" });
      const user = await app.getUser({ or: "throw" });
      const connection = await user.getConnectedAccount("google");
      const { accessToken } = (await connection?.getAccessToken()) ?? { accessToken: "" };
      return { email: user.primaryEmail, isVerified: user.primaryEmailVerified, hasToken: accessToken.length > 0 };
    }, options());
    expect(found).toEqual({ email, isVerified: true, hasToken: true });
  });

  it("200: registers a passkey, and signs in with it", async ({ expect }) => {
    const page = await visit();
    await plugIn(await virtualAuthenticators(page));
    const email = newAddress("keyholder");
    const outcome = await page.evaluate(
      async ([given, address, password]) => {
        const app = new official.StackClientApp({ ...given, tokenStore: "memory" });
        await app.signUpWithCredential({
          email: address,
          password,
          noRedirect: true,
          verificationCallbackUrl: "http://localhost:3000/verify",
        });
        const user = await app.getUser({ or: "throw" });
        const registered = await user.registerPasskey();
        return { registered: registered.status, userId: user.id };
      },
      [options(), email, PASSWORD] as const,
    );
    expect(outcome.registered).toBe("ok");
    const signingIn = page.evaluate((given) => {
      const app = new official.StackClientApp({ ...given, tokenStore: "cookie", urls: { afterSignIn: "/welcome" } });
      return app.signInWithPasskey();
    }, options());
    signingIn.catch(() => undefined);
    await page.waitForURL(/\/welcome$/);
    const userId = await page.evaluate(async (given) => {
      const app = new official.StackClientApp({ ...given, tokenStore: "cookie" });
      return (await app.getUser({ or: "throw" })).id;
    }, options());
    expect(userId).toBe(outcome.userId);
  });
});
