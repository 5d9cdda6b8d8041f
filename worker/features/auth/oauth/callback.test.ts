import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { authorizationCodes, oauthRequests } from "../../../db/oauth-flows/schema";
import { projects } from "../../../db/projects/schema";
import { users } from "../../../db/users/schema";
import { newSecret } from "../../../platform/secrets";
import { signInAtIssuer } from "../../../testing/identity-provider";
import { freshAddress } from "../../../testing/mailbox";
import {
  beginFlow,
  codeForm,
  errorPage,
  type FlowInput,
  locationOf,
  oauthProject,
  postBackWith,
  returnAs,
  returnWith,
} from "../../../testing/oauth-sign-ins";
import { db, deployedAt, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { twoRotations } from "../../../testing/rotation";
import type { TestResponse } from "../../../testing/send-request";
import { exchange } from "../../../testing/sign-ins";
import { codesOf } from "./oauth.fixtures";

const noCookie =
  "Inner OAuth cookie not found. This is likely because you refreshed the page during the OAuth sign in process. Please try signing in again";
const noRequest = "Invalid OAuth cookie. Please try signing in again.";

const visitor = () => ({ email: freshAddress() });

async function usersOf(p: TestProject) {
  const [rows] = await db.batch([db.select().from(users).where(eq(users.projectId, p.id))]);
  return rows;
}

/** A flow whose errors are to go to the app's page. */
const beginWithErrorPage = (p: TestProject, input: FlowInput = {}) =>
  beginFlow(p, { ...input, query: { error_redirect_url: errorPage, ...input.query } });

/** Asserts a redirect to the app's error page, which keeps its own query. */
function expectOnErrorPage(response: TestResponse, code: string, details: object = {}): void {
  expect(response.status).toBe(303);
  const page = locationOf(response);
  expect(page.origin + page.pathname).toBe("http://localhost:3000/handler/error");
  expect(Object.fromEntries(page.searchParams)).toEqual({
    theme: "dark",
    errorCode: code,
    message: expect.stringMatching(/./),
    details: JSON.stringify(details),
  });
}

const expireRequests = (p: TestProject) =>
  db.batch([db.update(oauthRequests).set({ expiresAt: Date.now() }).where(eq(oauthRequests.projectId, p.id))]);

const configure = (p: TestProject, override: Record<string, unknown>) =>
  db.batch([
    db
      .update(projects)
      .set({ configOverride: JSON.stringify(override) })
      .where(eq(projects.projectId, p.id)),
  ]);

describe("GET /auth/oauth/callback/{provider_id}", () => {
  it("303 to the app with a code and its state, and nothing else; three round trips", async () => {
    const p = await oauthProject();
    const flow = await beginFlow(p);
    const response = await returnAs(flow, visitor());
    expect(response.status).toBe(303);
    expect(response.cost.d1).toBe(3);
    const location = locationOf(response);
    expect(location.origin + location.pathname).toBe("http://localhost:3000/handler/oauth-callback");
    expect(Object.fromEntries(location.searchParams)).toEqual({
      after_auth_return_to: "/home",
      code: expect.stringMatching(/^[0-9a-z]{45}$/),
      state: "outer state & more",
    });
    expect(location.hash).toBe("");
    expect(response.headers.get("cache-control")).toContain("no-store");
    const signedIn = await exchange(codeForm(p, flow, response));
    expect(signedIn.status).toBe(200);
  });

  it("deletes the cookie and the request, whatever the outcome of the flow", async () => {
    const p = await oauthProject();
    for (const who of [visitor(), "deny"] as const) {
      const flow = await beginFlow(p);
      const response = await returnAs(flow, who);
      const name = flow.cookie.split("=", 1).join("");
      expect(response.headers.get("set-cookie")).toBe(
        `${name}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; HttpOnly`,
      );
      const [rows] = await db.batch([db.select().from(oauthRequests).where(eq(oauthRequests.projectId, p.id))]);
      expect(rows).toEqual([]);
    }
  });

  it("303 without the fragment of the redirect URI, and over a code and state that are in its query", async () => {
    const p = await oauthProject();
    const redirect_uri = "http://localhost:3000/cb?code=old&state=old&x=1#fragment";
    const flow = await beginFlow(p, { query: { redirect_uri } });
    const location = locationOf(await returnAs(flow, visitor()));
    expect(location.hash).toBe("");
    expect([...location.searchParams.keys()]).toEqual(["code", "state", "x"]);
    expect(location.searchParams.get("state")).toBe("outer state & more");
  });

  // Evidence: browser-did-begin-flow-stays-usable
  // Attack: login CSRF. The attacker begins a flow, and the victim's browser finishes it, signed in as the attacker.
  it("400 in a browser that did not begin the flow, which stays usable in its own browser", async () => {
    const p = await oauthProject();
    const flow = await beginFlow(p);
    const { searchParams } = await signInAtIssuer(flow.location, visitor());
    const another = (await beginFlow(p)).cookie;
    const valueless = flow.cookie.replace("true", "");
    for (const cookie of ["", another, valueless, `x${flow.cookie}`, flow.cookie.toUpperCase()]) {
      const response = await returnWith({ cookie }, searchParams);
      expectPlainError(response, 400, noCookie);
    }
    expect(await usersOf(p)).toEqual([]);
    expect((await returnWith({ cookie: `a=b; ${flow.cookie}; c=d` }, searchParams)).status).toBe(303);
  });

  it("303 to the app's error page with OUTER_OAUTH_TIMEOUT in a browser that has lost the cookie", async () => {
    const p = await oauthProject();
    const flow = await beginWithErrorPage(p);
    const { searchParams } = await signInAtIssuer(flow.location, visitor());
    expectOnErrorPage(await returnWith({ cookie: "" }, searchParams), "OUTER_OAUTH_TIMEOUT");
    expect((await returnWith(flow, searchParams)).status).toBe(303);
    const untrusted = await beginFlow(p, { query: { error_redirect_url: "https://evil.example/" } });
    const state = untrusted.location.searchParams.get("state") ?? "";
    expectError(await returnWith({ cookie: "" }, { code: "x", state }), 408, "OUTER_OAUTH_TIMEOUT");
  });

  it("deletes the cookie of every state that a callback names, also where the browser sent none", async () => {
    const state = `${newSecret()}.some-project`;
    for (const [apiUrl, attributes] of [
      ["http://localhost:8787", "HttpOnly"],
      ["https://api.gatehouse.example", "Secure; HttpOnly; SameSite=None"],
    ] as const) {
      const settings = deployedAt(apiUrl);
      const response = await returnWith({ cookie: "" }, { code: "x", state }, { settings });
      expectPlainError(response, 400, noCookie);
      expect(response.headers.get("set-cookie")).toBe(
        `stack-oauth-inner-${state}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; ${attributes}`,
      );
    }
  });

  // Attack: a header of the attacker's choice, by a state that ends the cookie's name.
  it("sets no cookie for a state that no cookie can be named after, nor for none", async () => {
    for (const state of ["a=b", "a; Domain=evil.example", "a\r\nX-Evil: 1", "a b", "ä", "x".repeat(300), ""]) {
      const response = await returnWith({ cookie: "" }, { code: "x", state });
      expectPlainError(response, 400, noCookie);
      expect(response.headers.get("set-cookie"), state).toBeNull();
    }
    expect((await returnWith({ cookie: "" }, { code: "x" })).headers.get("set-cookie")).toBeNull();
  });

  // Evidence: unknown-state-none
  // Attack: state mismatch. A response that was not requested, under an invented state.
  it("400 for an unknown state, and for none", async () => {
    const p = await oauthProject();
    const { searchParams } = await signInAtIssuer((await beginFlow(p)).location, visitor());
    const code = searchParams.get("code") ?? "";
    for (const state of [`${newSecret()}.${p.id}`, newSecret(), ".", "a/b", "$&'*+"]) {
      const response = await returnWith({ cookie: `stack-oauth-inner-${state}=true` }, { code, state });
      expectPlainError(response, 400, noRequest);
    }
    expectPlainError(await returnWith({ cookie: "" }, { code }), 400, noCookie);
    expectPlainError(await returnWith({ cookie: "stack-oauth-inner-=true" }, { code }), 400, noRequest);
  });

  // Attack: state mismatch. The code of one flow under the state of another, in a browser that has begun both.
  it("400 in plain text for a request whose secrets no configured root secret opens", async () => {
    const { first, third } = twoRotations();
    const p = await oauthProject();
    const flow = await beginFlow(p, { settings: first });
    const { searchParams } = await signInAtIssuer(flow.location, visitor());
    expectPlainError(await returnWith(flow, searchParams, { settings: third }), 400, noRequest);
    expect(await usersOf(p)).toEqual([]);
  });

  // Evidence: another-flow-s-code
  it("400 for another flow's code", async () => {
    const p = await oauthProject();
    const [first, second] = [await beginFlow(p), await beginFlow(p)];
    const { searchParams } = await signInAtIssuer(first.location, visitor());
    searchParams.set("state", second.location.searchParams.get("state") ?? "");
    const response = await returnWith(second, searchParams);
    expectPlainError(response, 400, "Inner OAuth callback failed due to invalid grant. Please try again.");
    expect(await usersOf(p)).toEqual([]);
  });

  // Attack: replay of the provider's response.
  it("400 the second time, and for 9 of 10 at once", async () => {
    const p = await oauthProject();
    const flow = await beginFlow(p);
    const { searchParams } = await signInAtIssuer(flow.location, visitor());
    const responses = await Promise.all(Array.from({ length: 10 }, () => returnWith(flow, searchParams)));
    const refused = responses.filter(({ status }) => status !== 303);
    expect(refused).toHaveLength(9);
    for (const response of refused) expectPlainError(response, 400, noRequest);
    expect(await codesOf(p)).toEqual([false]);
  });

  // Evidence: another-provider-s-callback-after-flow
  // Attack: mix-up (RFC 9700 section 4.4). A provider that the attacker runs has its response taken for another's.
  it("400 at another provider's callback, after which the flow is over", async () => {
    const p = await oauthProject();
    const flow = await beginFlow(p);
    const { searchParams } = await signInAtIssuer(flow.location, visitor());
    expectPlainError(await returnWith(flow, searchParams, { provider: "github" }), 400, noRequest);
    expectPlainError(await returnWith(flow, searchParams), 400, noRequest);
    expect(await usersOf(p)).toEqual([]);
  });

  it("408 OUTER_OAUTH_TIMEOUT after ten minutes", async () => {
    const p = await oauthProject();
    for (const begin of [beginFlow, beginWithErrorPage]) {
      const flow = await begin(p);
      const { searchParams } = await signInAtIssuer(flow.location, visitor());
      await expireRequests(p);
      const response = await returnWith(flow, searchParams);
      if (begin === beginFlow) expectError(response, 408, "OUTER_OAUTH_TIMEOUT");
      else expectOnErrorPage(response, "OUTER_OAUTH_TIMEOUT");
    }
  });

  it("400 OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED once the provider is switched off", async () => {
    const p = await oauthProject();
    const [flow, withErrorPage] = [await beginFlow(p), await beginWithErrorPage(p)];
    await configure(p, { "domains.allowLocalhost": true });
    expectError(await returnAs(flow, visitor()), 400, "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED");
    expectOnErrorPage(await returnAs(withErrorPage, visitor()), "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED");
  });

  it("400 OAUTH_PROVIDER_ACCESS_DENIED when the person denies access", async () => {
    const p = await oauthProject();
    expectError(await returnAs(await beginFlow(p), "deny"), 400, "OAUTH_PROVIDER_ACCESS_DENIED");
    expectOnErrorPage(await returnAs(await beginWithErrorPage(p), "deny"), "OAUTH_PROVIDER_ACCESS_DENIED");
    const flow = await beginFlow(p);
    const consent = { state: flow.location.searchParams.get("state") ?? "", error: "consent_required" };
    expectError(await returnWith(flow, { ...consent, iss: flow.location.origin }), 400, "OAUTH_PROVIDER_ACCESS_DENIED");
  });

  it("400 in plain text when the provider refuses the code, the client or a scope, also with an error page", async () => {
    const p = await oauthProject();
    const refusals: [Record<string, string>, string | RegExp][] = [
      [{ code: "wrong" }, /^Inner OAuth callback failed due to invalid grant\. Please try again\.$/],
      [
        { error: "unauthorized_client" },
        /^Google refused the client id .* If you are the admin of this project, please check the provider's configuration.$/,
      ],
      [
        { error: "invalid_scope" },
        /Asked for: openid email profile offline_access\. If you are the admin of this project, please check the provider's configuration.$/,
      ],
      [{ error: "server_error" }, /^Google gave a response that cannot be used\. Please try again\.$/],
      [{}, /^Google gave a response that cannot be used\. Please try again\.$/],
    ];
    for (const [fields, text] of refusals) {
      const flow = await beginWithErrorPage(p);
      const state = flow.location.searchParams.get("state") ?? "";
      const response = await returnWith(flow, { state, iss: flow.location.origin, ...fields });
      expectPlainError(response, 400, expect.stringMatching(text) as unknown as string);
    }
    expect(await usersOf(p)).toEqual([]);
  });

  // Evidence: redirect-uri-project-does-trust-user
  // Attack: having the code sent to the attacker, who redeems it before the victim's app does.
  it("400 REDIRECT_URL_NOT_WHITELISTED for a redirect URI that the project does not trust; no user is made", async () => {
    const p = await oauthProject({
      "domains.allowLocalhost": false,
      "domains.trustedDomains.app": { baseUrl: "https://good.example" },
      "domains.trustedDomains.wild": { baseUrl: "https://*.wild.example" },
    });
    const wrong = [
      "https://evil.example/",
      "http://localhost:3000/",
      "http://good.example/",
      "https://good.example:8443/",
      "https://good.example@evil.example/",
      "https://good.example.evil.example/",
      "https://good.example\\@evil.example/",
      "https:\\\\evil.example",
      "https://wild.example/",
      "https://a.b.wild.example/",
      "https://evil.example/.wild.example",
      "https://evil.example#.wild.example",
      "javascript:alert(1)//good.example",
      "https://good.example/cb?".padEnd(8_193, "a&"),
    ];
    for (const redirect_uri of wrong) {
      const flow = await beginFlow(p, { query: { redirect_uri } });
      expectError(await returnAs(flow, visitor()), 400, "REDIRECT_URL_NOT_WHITELISTED");
    }
    expect(await usersOf(p)).toEqual([]);
    for (const redirect_uri of ["https://good.example/cb", "https://a.wild.example/cb"]) {
      const flow = await beginFlow(p, { query: { redirect_uri } });
      expect(locationOf(await returnAs(flow, visitor())).href).toMatch(`${redirect_uri}?code=`);
    }
  });

  // Attack: an open redirect by the error page.
  it("400 OAUTH_PROVIDER_ACCESS_DENIED without a redirect when the error page is not trusted", async () => {
    const p = await oauthProject();
    for (const url of ["https://evil.example/", "https://localhost@evil.example/", "https://localhost.evil.example/"]) {
      const flow = await beginFlow(p, { query: { error_redirect_url: url } });
      expectError(await returnAs(flow, "deny"), 400, "OAUTH_PROVIDER_ACCESS_DENIED");
    }
  });

  it("303 to error_redirect_uri before error_redirect_url, with the details of the error", async () => {
    const p = await oauthProject({ "auth.oauth.accountMergeStrategy": "raise_error" });
    const { email } = visitor();
    await p.server("POST /users", { body: { primary_email: email, primary_email_auth_enabled: true } });
    const query = { error_redirect_uri: errorPage, error_redirect_url: "https://evil.example/" };
    const response = await returnAs(await beginFlow(p, { query }), { email });
    expectOnErrorPage(response, "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE", {
      type: "email",
      contact_channel_value: email,
      would_work_if_email_was_verified: false,
    });
  });

  it("400 once the project is gone", async () => {
    const p = await oauthProject();
    const flow = await beginFlow(p);
    await db.batch([db.delete(projects).where(eq(projects.projectId, p.id))]);
    expectPlainError(await returnAs(flow, visitor()), 400, noRequest);
  });

  // Attack: reading codes and tokens in logs and in the database.
  it("writes no secret to the log, nor in the row of the code", async () => {
    const printed = (["log", "info", "warn", "error", "debug"] as const).map((level) => vi.spyOn(console, level));
    const p = await oauthProject();
    const flow = await beginFlow(p);
    const { searchParams } = await signInAtIssuer(flow.location, visitor());
    const response = await returnWith(flow, searchParams);
    const form = codeForm(p, flow, response);
    const [[row]] = await db.batch([
      db.select().from(authorizationCodes).where(eq(authorizationCodes.projectId, p.id)),
    ]);
    expect(row?.sealedGrant).toMatch(/^sealed:/);
    expect(JSON.stringify(row)).not.toContain(form.code);
    expect(JSON.stringify(row)).not.toContain(form.code_verifier);
    await exchange({ ...form, code_verifier: "wrong" });
    await exchange(form);
    for (const spy of printed) expect(spy).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});

describe("POST /auth/oauth/callback/{provider_id}", () => {
  it("303 by GET for a provider that responds by form", async () => {
    const p = await oauthProject();
    const flow = await beginFlow(p);
    const { searchParams } = await signInAtIssuer(flow.location, visitor());
    const response = await postBackWith(flow, searchParams);
    expect(response.status).toBe(303);
    expect((await exchange(codeForm(p, flow, response))).status).toBe(200);
  });

  it("303 by GET to the error page", async () => {
    const p = await oauthProject();
    const flow = await beginWithErrorPage(p);
    const { searchParams } = await signInAtIssuer(flow.location, "deny");
    expectOnErrorPage(await postBackWith(flow, searchParams), "OAUTH_PROVIDER_ACCESS_DENIED");
  });

  it("400 without the cookie, as by GET", async () => {
    const p = await oauthProject();
    const { searchParams } = await signInAtIssuer((await beginFlow(p)).location, visitor());
    expectPlainError(await postBackWith({ cookie: "" }, searchParams), 400, noCookie);
  });
});
