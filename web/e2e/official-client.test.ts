import { createServer } from "node:http";
import type * as officialClient from "@stackframe/js";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { REPOSITORY } from "../../scripts/platform/wrangler";
import { newAddress, PASSWORD } from "../../scripts/testing/accounts";
import { newProject, type ProjectUnderTest } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import type * as gatehouseKit from "../kit";
import { openPage, sharedBrowser } from "./harness/browser";
import { plugIn, virtualAuthenticators } from "./harness/virtual-authenticators";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();
let website: Awaited<ReturnType<typeof serveOfficialClient>>;
let project: ProjectUnderTest;

beforeAll(async () => {
  website = await serveOfficialClient();
  project = await newProject(gatehouse, { passkeyEnabled: true, oauthProviders: [{ id: "google", type: "shared" }] });
});
afterAll(() => website.stop());

/** Returns what a website makes its app with. */
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

describe("our kit and the official client in the same browser profile", () => {
  it("200: whom our kit signs in, the official client has signed in, and signs out for both", async ({ expect }) => {
    const page = await visit();
    const email = newAddress("visitor");
    const given = { ...options(), email, password: PASSWORD };
    const signedUp = await page.evaluate(async ({ email, password, ...options }) => {
      const app = new kit.GatehouseClientApp({ ...options, tokenStore: "cookie" });
      return (await app.signUpWithCredential({ email, password, noRedirect: true })).status;
    }, given);
    expect(signedUp).toBe("ok");
    await page.goto("/official");
    const found = await page.evaluate(async ({ email: _, password: __, ...options }) => {
      const app = new official.StackClientApp({ ...options, redirectMethod: "none", tokenStore: "cookie" });
      const user = await app.getUser({ or: "throw" });
      await user.update({ displayName: "Zoë" });
      const email = user.primaryEmail;
      await user.signOut();
      return email;
    }, given);
    expect(found).toBe(email);
    await page.goto("/kit");
    expect(
      await page.evaluate(async ({ email: _, password: __, ...options }) => {
        return await new kit.GatehouseClientApp({ ...options, tokenStore: "cookie" }).getUser();
      }, given),
    ).toBeNull();
  });

  it("200: whom the official client signs in, our kit has signed in at once, also in a page that is open", async ({
    expect,
  }) => {
    const page = await visit();
    const email = newAddress("visitor");
    const found = await page.evaluate(
      async ({ email, password, ...given }) => {
        const options = { ...given, redirectMethod: "none", tokenStore: "cookie" } as const;
        const ours = new kit.GatehouseClientApp(options);
        const theirs = new official.StackClientApp(options);
        const before = await ours.getUser();
        const signedUp = await theirs.signUpWithCredential({ email, password });
        const user = await ours.getUser({ or: "throw" });
        const tokens = [
          await user.currentSession.getTokens(),
          await (await theirs.getUser())?.currentSession.getTokens(),
        ];
        await user.signOut();
        return {
          before,
          status: signedUp.status,
          email: user.primaryEmail,
          sessions: new Set(tokens.map((pair) => pair?.refreshToken)).size,
        };
      },
      { ...options(), email, password: PASSWORD },
    );
    expect(found).toEqual({ before: null, status: "ok", email, sessions: 1 });
    await page.goto("/after");
    const after = await page.evaluate(async (given) => {
      return await new official.StackClientApp({ ...given, tokenStore: "cookie" }).getUser();
    }, options());
    expect(after).toBeNull();
  });
});

declare global {
  /** The official client, on the pages that `serveOfficialClient` serves. */
  var official: typeof officialClient;
  /** Our kit, beside it. */
  var kit: typeof gatehouseKit;
}

/** A script that makes what a module exports a global. */
async function scriptOf(module: string, globalName: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `export * from "${module}";`, resolveDir: REPOSITORY },
    bundle: true,
    minify: true,
    format: "iife",
    globalName,
    platform: "browser",
    // Bundlers of websites put this in the place of Node's variables.
    banner: { js: 'var process = { env: { NODE_ENV: "production" } };' },
    write: false,
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}

/** Serves a blank page at every address, on which a script may use the official client as it comes from npm, and our kit. */
async function serveOfficialClient(): Promise<{ url: string; stop(): Promise<void> }> {
  const scripts = new Map([
    ["/official.js", await scriptOf("@stackframe/js", "official")],
    ["/kit.js", await scriptOf("./web/kit/index.ts", "kit")],
  ]);
  const elements = [...scripts.keys()].map((source) => `<script src="${source}"></script>`).join("");
  const page = `<!doctype html><html lang="en"><title>A website</title><link rel="icon" href="data:,">${elements}`;
  const server = createServer((request, response) => {
    const script = scripts.get(request.url ?? "");
    response.writeHead(200, { "Content-Type": `text/${script ? "javascript" : "html"}; charset=utf-8` });
    response.end(script ?? page);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("The page's server has no port.");
  return {
    url: `http://localhost:${address.port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
