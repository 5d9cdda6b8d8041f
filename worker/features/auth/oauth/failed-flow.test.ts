import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { oauthRequests } from "../../../db/oauth-flows/schema";
import { newSecret } from "../../../platform/secrets";
import { signInAtIssuer } from "../../../testing/identity-provider";
import { freshAddress } from "../../../testing/mailbox";
import { beginFlow, errorPage, locationOf, oauthProject, returnWith } from "../../../testing/oauth-sign-ins";
import { db } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import type { TestResponse } from "../../../testing/send-request";
import { accessToken, bareUser } from "../../../testing/tokens";

/** Holds what browsers send when they open an address. */
const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

function expectOnErrorPage(response: TestResponse, code: string, details: object = {}): void {
  expect([response.status, response.body]).toEqual([303, ""]);
  const page = locationOf(response);
  expect(page.origin + page.pathname).toBe("http://localhost:3000/handler/error");
  expect(Object.fromEntries(page.searchParams)).toEqual({
    theme: "dark",
    errorCode: code,
    message: expect.stringMatching(/./),
    details: JSON.stringify(details),
  });
}

/** Asserts a page for people, with what went wrong in words. */
function expectPage(response: TestResponse, status: number, text: string): void {
  expect([response.status, response.headers.get("content-type")]).toEqual([status, "text/html; charset=utf-8"]);
  expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(response.headers.get("referrer-policy")).toBe("no-referrer");
  expect(response.body).toContain(text);
}

const off = "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED";

describe("authorize, once the client is right", () => {
  it("303 to the app's error page with each code of the catalogue; no cookie, nothing stored", async () => {
    const p = await oauthProject({
      "auth.oauth.providers.discord": { type: "discord", isShared: true, allowSignIn: true },
    });
    const expired = await accessToken(p.id, await bareUser(p.id), { ageSeconds: 700 });
    const cases: [code: string, provider: string, query: Record<string, string>, details?: object][] = [
      [off, "spotify", {}],
      ["INVALID_SHARED_OAUTH_PROVIDER_ID", "discord", {}, { provider_id: "discord" }],
      ["UNPARSABLE_ACCESS_TOKEN", "google", { token: "x" }],
      ["ACCESS_TOKEN_EXPIRED", "google", { token: expired }, { expired_at_millis: expect.any(Number) }],
      ["OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS", "google", { provider_scope: "calendar" }],
      ["REDIRECT_URL_NOT_WHITELISTED", "google", { after_callback_redirect_url: "https://evil.example" }],
    ];
    for (const [code, provider, query, details] of cases) {
      for (const name of ["error_redirect_url", "error_redirect_uri"]) {
        const { response } = await beginFlow(p, { provider, query: { ...query, [name]: errorPage } });
        const { searchParams } = locationOf(response);
        if (details && "expired_at_millis" in details) {
          expect(JSON.parse(searchParams.get("details") ?? "")).toEqual(details);
          expect(searchParams.get("errorCode")).toBe(code);
        } else expectOnErrorPage(response, code, details);
        expect(response.headers.get("set-cookie")).toBeNull();
      }
    }
    const [rows] = await db.batch([db.select().from(oauthRequests).where(eq(oauthRequests.projectId, p.id))]);
    expect(rows).toEqual([]);
  });

  // Attack: an open redirect by a sign-in that fails, which needs no account anywhere.
  it("400 without a redirect when the project does not trust the error page", async () => {
    const p = await oauthProject({ "domains.trustedDomains.app": { baseUrl: "https://good.example" } });
    for (const url of [
      "https://evil.example/",
      "https://good.example@evil.example/",
      "https://good.example.evil.example/",
      "https://good.example\\@evil.example/",
      "https://good.example:8443/",
      "javascript://localhost/%0aalert(1)",
    ]) {
      const query = { error_redirect_url: url };
      expectError((await beginFlow(p, { provider: "spotify", query })).response, 400, off);
    }
    const { response } = await beginFlow(p, {
      provider: "spotify",
      query: { error_redirect_url: "https://good.example/e" },
    });
    expect(locationOf(response).origin).toBe("https://good.example");
  });

  it("401 without a redirect for a wrong key: no one has shown that the project is theirs", async () => {
    const p = await oauthProject();
    const query = { error_redirect_url: errorPage, client_secret: "wrong" };
    const { response } = await beginFlow(p, { query });
    expectError(response, 401, "INVALID_PUBLISHABLE_CLIENT_KEY", { project_id: p.id });
  });

  it("400 in plain text for an error without a code, also with an error page", async () => {
    const { response } = await beginFlow(await oauthProject(), {
      query: { type: "link", error_redirect_url: errorPage },
    });
    expectPlainError(response, 400, "?token= query parameter is required for link type");
  });
});

describe("a flow that fails in a browser, without an error page", () => {
  it("400 with a page that leads back to the app, where it is trusted", async () => {
    const p = await oauthProject();
    const { response } = await beginFlow(p, { provider: "spotify", headers: browser });
    expectPage(response, 400, "The OAuth provider is not found or not enabled.");
    expect(response.body).toContain('href="http://localhost:3000/"');
    const untrusted = { redirect_uri: "https://evil.example/" };
    const foreign = await beginFlow(p, { provider: "spotify", headers: browser, query: untrusted });
    expectPage(foreign.response, 400, "The OAuth provider is not found or not enabled.");
    expect(foreign.response.body).not.toContain("evil");
    expect(foreign.response.body).not.toContain("<a ");
  });

  it("400 with a page for a state that is unknown or over, for a cookie that is missing, and for a client that is unknown", async () => {
    const p = await oauthProject();
    const state = `${newSecret()}.${p.id}`;
    const cookie = `stack-oauth-inner-${state}=true`;
    expectPage(
      await returnWith({ cookie }, { code: "x", state }, { headers: { ...browser, cookie } }),
      400,
      "This sign-in is no longer valid",
    );
    expectPage(
      await returnWith({ cookie: "" }, { code: "x", state }, { headers: browser }),
      400,
      "This sign-in is no longer valid",
    );
    const { response } = await beginFlow(p, { headers: browser, query: { client_id: "<b>" } });
    expectPage(response, 400, "The OAuth client ID or secret is invalid.");
  });

  it("408 with a page after ten minutes, in place of JSON, which other clients get", async () => {
    const p = await oauthProject();
    for (const accept of [browser.accept, "*/*"]) {
      const flow = await beginFlow(p);
      const { searchParams } = await signInAtIssuer(flow.location, { email: freshAddress() });
      const isTheirs = eq(oauthRequests.projectId, p.id);
      await db.batch([db.update(oauthRequests).set({ expiresAt: Date.now() }).where(isTheirs)]);
      const response = await returnWith(flow, searchParams, { headers: { cookie: flow.cookie, accept } });
      if (accept === "*/*") expectError(response, 408, "OUTER_OAUTH_TIMEOUT");
      else expectPage(response, 408, "The OAuth flow has timed out. Please sign in again.");
    }
  });
});
