import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { oauthRequests } from "../../../db/oauth-flows/schema";
import { storageOf } from "../../../db/storage/storage.fixtures";
import worker from "../../../index";
import { readSettings } from "../../../platform/env";
import { newId } from "../../../platform/secrets";
import { signInAtIssuer } from "../../../testing/identity-provider";
import { expectTooMany, limited, times } from "../../../testing/limited";
import {
  beginFlow,
  errorPage,
  type FlowInput,
  oauthProject,
  redirectUri,
  returnWith,
} from "../../../testing/oauth-sign-ins";
import { db, deployedAt, internalProject, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { twoRotations, under } from "../../../testing/rotation";
import { readResponse, type TestResponse } from "../../../testing/send-request";
import { accessToken, bareUser } from "../../../testing/tokens";

const evil = "https://evil.example";

const begin = async (p: TestProject, query: FlowInput["query"], provider = "google") =>
  (await beginFlow(p, { query, provider })).response;

/** Sends a browser to an address of the API. */
async function visit(url: string) {
  const request = new Request(url, { redirect: "manual", headers: { accept: "text/html" } });
  const response = await readResponse(await worker.fetch(request, env, createExecutionContext()));
  const cookie = response.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
  return { response, cookie, location: new URL(response.headers.get("location") ?? "") };
}

async function requestsOf(p: TestProject) {
  const [rows] = await db.batch([db.select().from(oauthRequests).where(eq(oauthRequests.projectId, p.id))]);
  return rows;
}

/** Gives the project keys of its own for Google. */
async function setOwnGoogle(p: TestProject): Promise<TestProject> {
  const keys = { type: "standard", client_id: "own-client", client_secret: "own-secret" };
  const body = { config: { oauth_providers: [{ id: "google", ...keys }] } };
  expect((await p.admin("PATCH /internal/projects/current", { body })).status).toBe(200);
  return p;
}

afterEach(() => void vi.useRealTimers());

describe("GET /auth/oauth/authorize/{provider_id}", () => {
  // Evidence: provider-state-challenge-our-own-two
  it("307 to the provider with a state and a PKCE challenge of our own, in two round trips", async () => {
    const p = await oauthProject();
    const { response, location } = await beginFlow(p);
    expect(response.status).toBe(307);
    expect(response.cost.d1).toBe(2);
    expect(location.origin + location.pathname).toBe(`${readSettings(env).sharedOAuth.issuer}/auth`);
    const sent = Object.fromEntries(location.searchParams);
    expect(sent).toMatchObject({
      client_id: "gatehouse",
      response_type: "code",
      redirect_uri: "http://localhost:8787/api/v1/auth/oauth/callback/google",
      code_challenge_method: "S256",
      state: expect.stringMatching(/^[0-9a-z]{45}\.[0-9a-f-]{36}$/),
    });
    for (const own of ["outer", p.keys.client, "localhost%3A3000"]) expect(location.href).not.toContain(own);
  });

  // Evidence: inner-cookie-attributes
  it("sets a cookie for ten minutes that scripts cannot read and that a provider's form sends along", async () => {
    // Attack: a script beside the API reads which flow the browser has begun, or a network without TLS does, to end it in another browser.
    vi.useFakeTimers({ now: new Date("2026-03-01T12:00:00Z"), toFake: ["Date"] });
    const p = await oauthProject();
    const { response, location } = await beginFlow(p, { settings: deployedAt("https://api.gatehouse.example") });
    const state = location.searchParams.get("state");
    expect(response.headers.get("set-cookie")).toBe(
      `stack-oauth-inner-${state}=true; Path=/; Expires=Sun, 01 Mar 2026 12:10:00 GMT; Max-Age=600; Secure; HttpOnly; SameSite=None`,
    );
  });

  it("leaves Secure and SameSite out of the cookie where the API has no TLS, in development", async () => {
    vi.useFakeTimers({ now: new Date("2026-03-01T12:00:00Z"), toFake: ["Date"] });
    const { response, location } = await beginFlow(await oauthProject());
    const state = location.searchParams.get("state");
    expect(response.headers.get("set-cookie")).toBe(
      `stack-oauth-inner-${state}=true; Path=/; Expires=Sun, 01 Mar 2026 12:10:00 GMT; Max-Age=600; HttpOnly`,
    );
  });

  describe("for a script that fetches it", () => {
    const json = { stack_response_mode: "json" };

    it("200 with an address of the API, which begins the flow in the browser that goes there; nothing is stored before", async () => {
      const p = await setOwnGoogle(await oauthProject());
      for (const mode of [json, { hexclave_response_mode: "json" }, { ...json, hexclave_response_mode: "json" }]) {
        const query = { ...mode, provider_scope: "a b", after_callback_redirect_url: "/home?a=b" };
        const asked = await begin(p, query);
        expect([asked.status, Object.keys(asked.body), asked.cost.d1]).toEqual([200, ["location"], 1]);
        expect(asked.headers.get("set-cookie")).toBeNull();
        expect(asked.headers.get("access-control-allow-origin")).toBe("*");
        expect(asked.headers.get("access-control-expose-headers")).toContain("x-stack-known-error");
        expect(await requestsOf(p)).toEqual([]);
      }
      const { body } = await begin(p, { ...json, provider_scope: "a b" });
      const { pathname, searchParams } = new URL(body.location);
      expect([new URL(body.location).origin, pathname]).toEqual([
        "http://localhost:8787",
        "/api/v1/auth/oauth/authorize/google",
      ]);
      expect([searchParams.has("stack_response_mode"), searchParams.get("redirect_uri")]).toEqual([false, redirectUri]);
      const flow = await visit(body.location);
      expect([flow.response.status, flow.location.searchParams.get("scope")?.includes("a b")]).toEqual([307, true]);
      expect(await requestsOf(p)).toHaveLength(1);
    });

    // Evidence: fetched-flow-begins-where-navigated
    it("400 for a flow that another browser has begun from the same address", async () => {
      // Attack: Mallory's script fetches `authorize`. She keeps the address, signs in at the provider as herself, and sends Victor first that
      // address, then her own way back. Victor would be signed in as Mallory, and enter what is his into her account.
      const p = await oauthProject();
      const { body } = await begin(p, json);
      const [hers, his] = [await visit(body.location), await visit(body.location)];
      const states = [hers, his].map(({ location }) => location.searchParams.get("state"));
      expect(new Set(states).size).toBe(2);
      const herReturn = (await signInAtIssuer(hers.location, { email: "mallory@example.com" })).searchParams;
      const refused = await returnWith(his, herReturn);
      expectPlainError(refused, 400, expect.stringContaining("Inner OAuth cookie not found."));
      const hisReturn = await returnWith(
        his,
        (await signInAtIssuer(his.location, { email: "victor@example.com" })).searchParams,
      );
      expect(hisReturn.status).toBe(303);
    });

    it("errors with their real status and code, whatever page takes errors", async () => {
      const p = await oauthProject();
      const error_redirect_url = errorPage;
      const cases: [FlowInput["query"], number, string, string?][] = [
        [{ client_id: newId() }, 400, "INVALID_OAUTH_CLIENT_ID_OR_SECRET"],
        [{ client_secret: "wrong" }, 401, "INVALID_PUBLISHABLE_CLIENT_KEY"],
        [{ client_secret: "__stack_public_client__" }, 401, "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT"],
        [{ redirect_uri: evil }, 400, "REDIRECT_URL_NOT_WHITELISTED"],
        [{ after_callback_redirect_url: evil }, 400, "REDIRECT_URL_NOT_WHITELISTED"],
        [{}, 400, "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED", "unknown"],
      ];
      for (const [query, status, code, provider] of cases) {
        expectError(await begin(p, { ...json, error_redirect_url, ...query }, provider), status, code);
      }
      const asPage = await beginFlow(p, { query: { ...json, redirect_uri: evil }, headers: { accept: "text/html" } });
      expectError(asPage.response, 400, "REDIRECT_URL_NOT_WHITELISTED");
      expect(await requestsOf(p)).toEqual([]);
    });

    it("307 without a key where the project asks for none", async () => {
      const p = await oauthProject({ "project.requirePublishableClientKey": false });
      expect((await begin(p, { client_secret: "__stack_public_client__" })).status).toBe(307);
    });
  });

  // Attack: reading the database, to finish the flows of others.
  it("stores only the hash of the state, and verifier and nonce sealed", async () => {
    const p = await oauthProject();
    const { location } = await beginFlow(p);
    const [row] = await requestsOf(p);
    expect(row).toMatchObject({ providerId: "google", type: "authenticate", userId: null, redirectUri });
    expect(row?.sealedSecrets).toMatch(/^sealed:v2:[0-9a-f]{12}:/);
    const stored = JSON.stringify(row);
    for (const name of ["state", "nonce"]) expect(stored).not.toContain(location.searchParams.get(name) ?? "");
  });

  // Evidence: oauth-requests-store-little
  // Attack: a stranger begins flows without end, each with fifteen kilobytes of state and of addresses that nobody trusts. Each
  // flow is stored for more than an hour. One network could add 446 KB a minute to a project, whatever its quota, because
  // sign-ins are never refused for a quota.
  it("429 beyond what thirty short requests of a network store in a minute; long ones count as many, short ones as one", async () => {
    const p = await oauthProject();
    const [stranger, person] = [limited(), limited()];
    const long = {
      state: "s".repeat(5_000),
      after_callback_redirect_url: `/home?a=${"a".repeat(5_000)}`,
      error_redirect_uri: `https://evil.example/${"é".repeat(800)}`,
    };
    const { signInBytes: before } = await storageOf(p.id);
    const begun = [];
    for (const _ of times(30, () => null)) begun.push((await beginFlow(p, { query: long, ...stranger })).response);
    const { signInBytes: after } = await storageOf(p.id);
    expect(begun[0]?.status).toBe(307);
    expectTooMany(begun.at(-1) as TestResponse, 60);
    // A minute that ends meanwhile has room for as much again.
    expect(after - before).toBeLessThan(2 * 60 * 1024);
    const usual = await Promise.all(times(30, () => beginFlow(p, person)));
    expect(usual.map(({ response }) => response.status)).toEqual(times(30, () => 307));
  });

  it("307 for the internal project with the key that it is configured with, and for a client that names main", async () => {
    expect((await begin(internalProject(), {}, "google")).status).toBe(307);
    const p = await oauthProject();
    expect((await begin(p, { client_id: `${p.id}#main` })).status).toBe(307);
  });

  it("400 INVALID_OAUTH_CLIENT_ID_OR_SECRET for an unknown client, before its key is checked", async () => {
    const p = await oauthProject();
    for (const client_id of [newId(), "unknown", `${p.id}#dev`, ""]) {
      const response = await begin(p, { client_id, client_secret: "wrong" });
      expectError(response, 400, "INVALID_OAUTH_CLIENT_ID_OR_SECRET", { client_id });
    }
  });

  it("401 INVALID_PUBLISHABLE_CLIENT_KEY for a wrong key, another project's, and a key of another tier", async () => {
    const [p, other] = [await oauthProject(), await oauthProject()];
    for (const client_secret of ["wrong", "", other.keys.client, p.keys.server]) {
      const response = await begin(p, { client_secret }, "unknown");
      expectError(response, 401, "INVALID_PUBLISHABLE_CLIENT_KEY", { project_id: p.id });
    }
  });

  // Evidence: another-scope-than-legacy
  it("400 INVALID_SCOPE for another scope than legacy, on the project's error page where it has one", async () => {
    const p = await oauthProject();
    expectError(await begin(p, { scope: "openid" }), 400, "INVALID_SCOPE", { scope: "openid" });
    const response = await begin(p, { scope: "openid", error_redirect_uri: "http://localhost:3000/error" });
    const location = new URL(response.headers.get("location") ?? "");
    expect([response.status, location.searchParams.get("errorCode")]).toEqual([303, "INVALID_SCOPE"]);
    expect(await requestsOf(p)).toEqual([]);
  });

  it("400 OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED for a provider that is unknown, switched off, or for linking only", async () => {
    const p = await oauthProject({
      "auth.oauth.providers.spotify": { type: "spotify", isShared: true },
      "auth.oauth.providers.github": { type: "github", isShared: true, allowConnectedAccounts: true },
    });
    for (const provider of ["discord", "spotify", "github", "constructor", "__proto__"]) {
      expectError(await begin(p, { type: "authenticate" }, provider), 400, "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED");
    }
    const token = await accessToken(p.id, await bareUser(p.id));
    expect((await begin(p, { type: "link", token }, "github")).status).toBe(307);
  });

  it("400 INVALID_SHARED_OAUTH_PROVIDER_ID for a provider with shared keys, of which there are none", async () => {
    const shared = { isShared: true, allowSignIn: true, allowConnectedAccounts: true };
    const p = await oauthProject({
      "auth.oauth.providers.discord": { type: "discord", ...shared },
      "auth.oauth.providers.own": { type: "twitch", ...shared, isShared: false },
    });
    const response = await begin(p, {}, "discord");
    expectError(response, 400, "INVALID_SHARED_OAUTH_PROVIDER_ID", { provider_id: "discord" });
    // Its keys are missing too, but they are the project's own.
    expectError(await begin(p, {}, "twitch"), 400, "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED");
  });

  it("400 for a link without a token", async () => {
    const p = await oauthProject();
    for (const token of [undefined, ""]) {
      const response = await begin(p, { type: "link", token });
      expectPlainError(response, 400, "?token= query parameter is required for link type");
    }
  });

  it("401 UNPARSABLE_ACCESS_TOKEN and ACCESS_TOKEN_EXPIRED for an invalid token", async () => {
    const p = await oauthProject();
    const userId = await bareUser(p.id);
    expectError(await begin(p, { token: "no token" }), 401, "UNPARSABLE_ACCESS_TOKEN");
    const token = await accessToken(p.id, userId, { ageSeconds: 700 });
    const expired = await begin(p, { type: "link", token });
    expectError(expired, 401, "ACCESS_TOKEN_EXPIRED", { expired_at_millis: expect.any(Number) });
  });

  // Attack: a token from another project, where the attacker may have made a user of any id.
  it("403 for another project's token", async () => {
    const [p, other] = [await oauthProject(), await oauthProject()];
    const token = await accessToken(other.id, await bareUser(other.id));
    for (const type of ["link", "authenticate"]) {
      expectPlainError(await begin(p, { type, token }), 403, "The access token is not valid for this project");
    }
  });

  it("400 OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS, with a token and without", async () => {
    const p = await oauthProject();
    const token = await accessToken(p.id, await bareUser(p.id));
    for (const query of [{ token }, {}]) {
      const response = await begin(p, { ...query, provider_scope: "calendar" });
      expectError(response, 400, "OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS");
    }
    expect((await begin(p, { provider_scope: " " })).status).toBe(307);
  });

  it("400 in plain text when the project's client secret cannot be read any more", async () => {
    const { first, third } = twoRotations();
    const p = await oauthProject();
    await setOwnGoogle(under(first, p));
    const { response } = await beginFlow(p, { settings: third });
    expectPlainError(
      response,
      400,
      "The client secret of the provider google cannot be read any more. If you are the admin of this project, please check the provider's configuration.",
    );
  });

  it("307 with more scopes for a provider with keys of the project's own", async () => {
    const { location } = await beginFlow(await setOwnGoogle(await oauthProject()), {
      query: { provider_scope: "calendar  drive" },
    });
    expect(location.host).toBe("accounts.google.com");
    expect(location.searchParams.get("client_id")).toBe("own-client");
    expect(location.searchParams.get("scope")).toMatch(/ calendar drive$/);
  });

  it("307 with the scopes that the project requests at every sign-in, but not with shared keys", async () => {
    const scopes = { "auth.oauth.providers.google.scopes": "calendar tasks" };
    const own = await beginFlow(await setOwnGoogle(await oauthProject(scopes)), {
      query: { provider_scope: "tasks drive" },
    });
    expect(own.location.searchParams.get("scope")).toMatch(/userinfo\.profile calendar tasks drive$/);
    const shared = await beginFlow(await oauthProject(scopes));
    expect(shared.location.searchParams.get("scope")).not.toContain("calendar");
  });

  // Attack: an open redirect after sign-in, by a link that a victim follows.
  it("400 REDIRECT_URL_NOT_WHITELISTED for an after_callback_redirect_url that the project does not trust", async () => {
    const p = await oauthProject({ "domains.trustedDomains.app": { baseUrl: "https://good.example" } });
    const wrong = [
      evil,
      "//evil.example",
      "/\\evil.example",
      "\\\\evil.example",
      "\t//evil.example",
      "https:evil.example",
      "https://good.example@evil.example/",
      "https://good.example.evil.example/",
      "https://good.example\\@evil.example/",
      "https://*.good.example/",
      "javascript:alert(1)",
      "javascript://localhost/%0aalert(1)",
      "https://good.example/?".padEnd(8_193, "a&"),
    ];
    for (const url of wrong) {
      expectError(await begin(p, { after_callback_redirect_url: url }), 400, "REDIRECT_URL_NOT_WHITELISTED");
    }
    for (const url of ["https://good.example/a?b#c", "http://localhost:3000/", "/settings?tab=1", "settings", ""]) {
      expect((await begin(p, { after_callback_redirect_url: url })).status, url).toBe(307);
    }
  });

  // Evidence: challenge-missing-empty-another-method
  // Attack: a flow without PKCE, whose code anyone who steals it can redeem.
  it("400 SCHEMA_ERROR for a challenge that is missing, empty, or of another method", async () => {
    const p = await oauthProject();
    const wrong: FlowInput["query"][] = [
      { code_challenge: undefined },
      { code_challenge: "" },
      { code_challenge_method: undefined },
      { code_challenge_method: "none" },
      { code_challenge_method: "s256" },
      // The challenge itself would be what redeems the code, and it travels through the browser.
      { code_challenge_method: "plain" },
    ];
    for (const query of wrong) expectError(await begin(p, query), 400, "SCHEMA_ERROR");
    expect(await requestsOf(p)).toEqual([]);
  });

  // Evidence: field-missing-unknown-malformed-all-message
  it("400 SCHEMA_ERROR for a field that is missing, unknown or malformed, all in one message", async () => {
    const p = await oauthProject();
    const response = await begin(p, {
      state: undefined,
      response_type: "token",
      grant_type: "implicit",
      redirect_uri: "/relative",
      type: "merge",
      more: "x",
    });
    expectError(response, 400, "SCHEMA_ERROR");
    for (const field of ["state", "response_type", "grant_type", "redirect_uri", "type", "more"]) {
      expect(response.body.error).toContain(field);
    }
  });

  it("400 in plain text when the provider cannot be reached", async () => {
    const { response } = await beginFlow(await oauthProject(), {
      settings: { SHARED_OAUTH_ISSUER: "http://localhost:1" },
    });
    expectPlainError(response, 400, "Google gave a response that cannot be used. Please try again.");
  });
});
