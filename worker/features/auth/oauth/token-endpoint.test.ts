import { exports } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { redemptionQueries } from "../../../db/oauth-flows/resolution";
import { authorizationCodes } from "../../../db/oauth-flows/schema";
import { projects } from "../../../db/projects/schema";
import { sessions } from "../../../db/sessions/schema";
import { users } from "../../../db/users/schema";
import { hashSecret, newId } from "../../../platform/secrets";
import { authenticator } from "../../../testing/authenticator";
import { freshAddress } from "../../../testing/mailbox";
import { planOf } from "../../../testing/measured-databases";
import { codeFor, oauthProject } from "../../../testing/oauth-sign-ins";
import { db, internalProject, project } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { readResponse, sendAndSettle } from "../../../testing/send-request";
import {
  claimsOf,
  deletedWhileSigningIn,
  exchange,
  expectRefreshed,
  refreshForm,
  sessionRow,
  signedIn,
} from "../../../testing/sign-ins";
import { refusesSuspended } from "../../../testing/suspensions";
import { bareUser } from "../../../testing/tokens";
import { presentedCode } from "./authorization-code";
import { codesOf, subjectOf } from "./oauth.fixtures";

const browser = { "user-agent": "Mozilla/5.0", "cf-connecting-ip": "203.0.113.7" };

describe("POST /auth/oauth/token", () => {
  it("200 with a new access token and the refresh token still valid, in one round trip", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const session = await signedIn(p, userId);
    const response = await exchange(refreshForm(p, session.refresh_token));
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      access_token: expect.any(String),
      token_type: "Bearer",
      expires_in: 600,
      scope: "legacy",
    });
    expect(claimsOf(response.body.access_token)).toMatchObject({ sub: userId, refresh_token_id: session.id });
    expect(response.headers.get("cache-control")).toContain("no-store");
    expect(response.headers.get("pragma")).toBe("no-cache");
    expect(response.cost).toMatchObject({ d1: 1, rowsWritten: 0, hashes: 0 });
    expectRefreshed(await exchange(refreshForm(p, session.refresh_token)), userId);
  });

  it("200 for a form, as OAuth clients send it, and unknown fields are ignored", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const session = await signedIn(p, userId);
    const body = new URLSearchParams(refreshForm(p, session.refresh_token, { scope: "legacy", other: "x" }));
    const sent = await exports.default.fetch(
      new Request("http://localhost:8787/api/v1/auth/oauth/token", { method: "POST", body }),
    );
    expectRefreshed(await readResponse(sent), userId);
  });

  it("200 for a client that names the main branch, and for one that authenticates by HTTP Basic", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const session = await signedIn(p, userId);
    const named = refreshForm(p, session.refresh_token, { client_id: `${p.id}#main` });
    expectRefreshed(await exchange(named), userId);
    const grant = { grant_type: "refresh_token", refresh_token: session.refresh_token };
    const authorization = `Basic ${btoa(`${p.id}%23main:${p.keys.client}`)}`;
    expectRefreshed(await exchange(grant, { authorization }), userId);
  });

  it("200 for the internal project with the key that it is configured with", async () => {
    const p = internalProject();
    const userId = await bareUser(p.id);
    const session = await signedIn(p, userId);
    expectRefreshed(await exchange(refreshForm(p, session.refresh_token)), userId);
  });

  it("200 for an anonymous user, with is_anonymous in the token", async () => {
    const p = await project();
    const session = await signedIn(p, await bareUser(p.id, { isAnonymous: true }));
    const response = await exchange(refreshForm(p, session.refresh_token));
    expect(claimsOf(response.body.access_token)).toMatchObject({ aud: `${p.id}:anon`, is_anonymous: true });
  });

  // Evidence: 20-requests-refresh-session-once
  it("200 for 20 requests that refresh one session at once", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const session = await signedIn(p, userId);
    const form = refreshForm(p, session.refresh_token);
    const responses = await Promise.all(Array.from({ length: 20 }, () => exchange(form)));
    for (const response of responses) expectRefreshed(response, userId);
  });

  it("stores where and when the session was last used, after the response", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const session = await signedIn(p, userId);
    await db.batch([
      db.update(sessions).set({ lastUsedAt: 1 }).where(eq(sessions.id, session.id)),
      db.update(users).set({ lastActiveAt: 1 }).where(eq(users.id, userId)),
    ]);
    await sendAndSettle("POST /auth/oauth/token", { body: refreshForm(p, session.refresh_token), headers: browser });
    const row = await sessionRow(p, session.id);
    expect(row?.lastUsedIp?.ip).toBe("203.0.113.7");
    expect(row?.lastUsedAt).toBeGreaterThan(1);
    const [[user]] = await db.batch([db.select().from(users).where(eq(users.id, userId))]);
    expect(user?.lastActiveAt).toBeGreaterThan(1);
  });

  // Evidence: token-unknown-revoked-expired
  it("401 REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED for a token that is unknown, revoked or expired", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const revoked = await signedIn(p, userId);
    await p.as(revoked).client("DELETE /auth/sessions/current", { body: {} });
    const expired = await signedIn(p, userId);
    await db.batch([db.update(sessions).set({ expiresAt: 1 }).where(eq(sessions.id, expired.id))]);
    for (const token of ["unknown", revoked.refresh_token, expired.refresh_token]) {
      expectError(await exchange(refreshForm(p, token)), 401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
    }
  });

  // Evidence: once-user-deleted
  it("401 REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED once the user is deleted", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const session = await signedIn(p, userId);
    await db.batch([db.delete(users).where(and(eq(users.projectId, p.id), eq(users.id, userId)))]);
    const response = await exchange(refreshForm(p, session.refresh_token));
    expectError(response, 401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
  });

  // Attack: a refresh token of one project, exchanged at another one that the attacker owns.
  it("401 REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED for another project's token", async () => {
    const [p, other] = [await project(), await project()];
    const session = await signedIn(other, await bareUser(other.id));
    const response = await exchange(refreshForm(p, session.refresh_token));
    expectError(response, 401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
  });

  // Evidence: client-missing-unknown-lacks-right-key
  it("400 INVALID_OAUTH_CLIENT_ID_OR_SECRET for a client that is missing, unknown or lacks the right key", async () => {
    const [p, other] = [await project(), await project()];
    const session = await signedIn(p, await bareUser(p.id));
    const form = refreshForm(p, session.refresh_token);
    const { client_id: _, ...withoutId } = form;
    const { client_secret: __, ...withoutSecret } = form;
    const wrong = [
      withoutId,
      withoutSecret,
      { ...form, client_id: newId() },
      { ...form, client_id: `${p.id}#dev` },
      { ...form, client_id: `${p.id}#main#main` },
      { ...form, client_secret: other.keys.client },
      { ...form, client_secret: p.keys.server },
      { ...form, client_secret: "" },
    ];
    for (const body of wrong) {
      expectError(await exchange(body), 400, "INVALID_OAUTH_CLIENT_ID_OR_SECRET", { client_id: null });
    }
    for (const authorization of ["Basic !", "Bearer x", `Basic ${btoa(`${p.id}:%zz`)}`]) {
      const response = await exchange(form, { authorization });
      expectError(response, 400, "INVALID_OAUTH_CLIENT_ID_OR_SECRET", { client_id: null });
    }
  });

  it("400 INVALID_OAUTH_CLIENT_ID_OR_SECRET once the project is deleted", async () => {
    const p = await project();
    const session = await signedIn(p, await bareUser(p.id));
    await db.batch([db.delete(projects).where(eq(projects.projectId, p.id))]);
    const response = await exchange(refreshForm(p, session.refresh_token));
    expectError(response, 400, "INVALID_OAUTH_CLIENT_ID_OR_SECRET", { client_id: null });
    expect(await sessionRow(p, session.id)).toBeUndefined();
  });

  // Evidence: grant-type-missing-another
  it("400 SCHEMA_ERROR for a grant type that is missing or another", async () => {
    const p = await project();
    for (const grant of [undefined, "password"]) {
      const response = await exchange({ ...refreshForm(p, "x"), grant_type: grant });
      expectError(response, 400, "SCHEMA_ERROR");
      expect(response.body.error).toContain("body.grant_type must be");
    }
  });

  it("400 invalid_request in OAuth's form for a missing field, after the client is authenticated", async () => {
    const p = await project();
    const client = { client_id: p.id, client_secret: p.keys.client };
    const incomplete: [Record<string, string>, string][] = [
      [{ grant_type: "refresh_token" }, "refresh_token"],
      [{ grant_type: "authorization_code" }, "code"],
      [{ grant_type: "authorization_code", code: "x" }, "redirect_uri"],
    ];
    for (const [fields, name] of incomplete) {
      const response = await exchange({ ...client, ...fields });
      expect({ status: response.status, body: response.body }).toEqual({
        status: 400,
        body: { error: "invalid_request", error_description: `Missing parameter: ${name}` },
      });
      expect(response.headers.get("x-stack-known-error")).toBeNull();
    }
    const unauthenticated = await exchange({ ...client, client_secret: "x", grant_type: "refresh_token" });
    expectError(unauthenticated, 400, "INVALID_OAUTH_CLIENT_ID_OR_SECRET");
  });

  it("400 INVALID_AUTHORIZATION_CODE for an unknown code, with a secret or with a verifier in its place", async () => {
    const p = await project();
    const code = { grant_type: "authorization_code", code: "x", redirect_uri: "http://localhost", client_id: p.id };
    for (const proof of [{ client_secret: p.keys.client }, { code_verifier: "x" }]) {
      const response = await exchange({ ...code, ...proof });
      expectError(response, 400, "INVALID_AUTHORIZATION_CODE");
      expect(response.body.error).not.toBe("");
    }
  });
});

const visitor = () => ({ email: freshAddress() });

const wrongRedirect =
  "Invalid redirect URI. Your redirect URI must be the same as the one used to get the authorization code.";

describe("POST /auth/oauth/token with an authorization code", () => {
  it("200 with a session, in two round trips", async () => {
    const p = await oauthProject();
    const query = { after_callback_redirect_url: "/settings?tab=1" };
    const response = await exchange(await codeFor(p, visitor(), { query }));
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.stringMatching(/^[0-9a-z]{45}$/),
      token_type: "Bearer",
      expires_in: 600,
      scope: "legacy",
      is_new_user: true,
      newUser: true,
      after_callback_redirect_url: "/settings?tab=1",
      afterCallbackRedirectUrl: "/settings?tab=1",
    });
    expect(response.headers.get("cache-control")).toContain("no-store");
    expect(response.headers.get("pragma")).toBe("no-cache");
    expect(response.cost.d1).toBe(2);
    const userId = String(claimsOf(response.body.access_token).sub);
    expectRefreshed(await exchange(refreshForm(p, response.body.refresh_token)), userId);
  });

  it("200 with null for no after_callback_redirect_url, and is_new_user false for an existing user", async () => {
    const p = await oauthProject();
    const who = visitor();
    await exchange(await codeFor(p, who));
    const { body } = await exchange(await codeFor(p, who));
    expect(body).toMatchObject({
      is_new_user: false,
      newUser: false,
      after_callback_redirect_url: null,
      afterCallbackRedirectUrl: null,
    });
  });

  it("200 for a verifier without a secret, and for HTTP Basic", async () => {
    const p = await oauthProject();
    const { client_secret: _, ...publicForm } = await codeFor(p, visitor());
    expect((await exchange(publicForm)).status).toBe(200);
    const { client_secret: __, client_id: ___, ...form } = await codeFor(p, visitor());
    const authorization = `Basic ${btoa(`${p.id}:${p.keys.client}`)}`;
    expect((await exchange(form, { authorization })).status).toBe(200);
  });

  it("200 for a redirect URI that differs in its fragment only", async () => {
    const p = await oauthProject();
    const form = await codeFor(p, visitor());
    expect((await exchange({ ...form, redirect_uri: `${form.redirect_uri}#there` })).status).toBe(200);
  });

  it("400 SCHEMA_ERROR for a grant type that is missing or another; the code stays", async () => {
    const p = await oauthProject();
    const form = await codeFor(p, visitor());
    for (const grant_type of [undefined, "code"]) {
      expectError(await exchange({ ...form, grant_type }), 400, "SCHEMA_ERROR");
    }
    expect((await exchange(form)).status).toBe(200);
  });

  // Evidence: wrong-client-also-verifier-code-stays
  it("400 INVALID_OAUTH_CLIENT_ID_OR_SECRET for a wrong client, also with a verifier; the code stays", async () => {
    const [p, other] = [await oauthProject(), await oauthProject()];
    const form = await codeFor(p, visitor());
    const { client_id: _, ...withoutId } = form;
    for (const client_secret of ["wrong", other.keys.client, p.keys.server]) {
      const response = await exchange({ ...form, client_secret });
      expectError(response, 400, "INVALID_OAUTH_CLIENT_ID_OR_SECRET", { client_id: null });
    }
    const { client_secret: __, code_verifier: ___, ...withoutProof } = form;
    for (const body of [withoutId, withoutProof]) {
      expectError(await exchange(body), 400, "INVALID_OAUTH_CLIENT_ID_OR_SECRET", { client_id: null });
    }
    expect((await exchange(form)).status).toBe(200);
  });

  it("400 invalid_request for a missing code or redirect URI; without the latter the code is used up", async () => {
    const p = await oauthProject();
    const form = await codeFor(p, visitor());
    for (const name of ["code", "redirect_uri"] as const) {
      const { [name]: _, ...body } = form;
      const response = await exchange(body);
      expect({ status: response.status, body: response.body }).toEqual({
        status: 400,
        body: { error: "invalid_request", error_description: `Missing parameter: ${name}` },
      });
      expect(response.headers.get("x-stack-known-error")).toBeNull();
      expect(await codesOf(p)).toEqual([name === "redirect_uri"]);
    }
    expectError(await exchange(form), 400, "INVALID_AUTHORIZATION_CODE");
  });

  // Evidence: verifier-wrong-missing-challenge-itself-code
  // Attack: PKCE mismatch. A stolen code, without the verifier, which never left the browser that began the flow.
  it("400 INVALID_AUTHORIZATION_CODE for a verifier that is wrong, missing, or the challenge itself; the code stays", async () => {
    const p = await oauthProject();
    const form = await codeFor(p, visitor());
    for (const code_verifier of ["wrong", undefined, "", await hashSecret(form.code_verifier)]) {
      expectError(await exchange({ ...form, code_verifier }), 400, "INVALID_AUTHORIZATION_CODE");
    }
    expect((await exchange(form)).status).toBe(200);
  });

  // Evidence: second-time-19-20-once
  // Attack: code replay.
  it("400 INVALID_AUTHORIZATION_CODE the second time, and for 19 of 20 at once", async () => {
    const p = await oauthProject();
    const form = await codeFor(p, visitor());
    const responses = await Promise.all(Array.from({ length: 20 }, () => exchange(form)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const response of responses.filter(({ status }) => status !== 200)) {
      expectError(response, 400, "INVALID_AUTHORIZATION_CODE");
    }
    expectError(await exchange(form), 400, "INVALID_AUTHORIZATION_CODE");
  });

  // Evidence: after-five-minutes-text-oauth-s
  it("400 INVALID_AUTHORIZATION_CODE after five minutes, with a text for OAuth's own clients", async () => {
    const p = await oauthProject();
    const before = Date.now();
    const form = await codeFor(p, visitor());
    const [[row]] = await db.batch([
      db.select().from(authorizationCodes).where(eq(authorizationCodes.projectId, p.id)),
    ]);
    expect(row?.expiresAt).toBeGreaterThanOrEqual(before + 300_000);
    expect(row?.expiresAt).toBeLessThanOrEqual(Date.now() + 300_000);
    await db.batch([
      db.update(authorizationCodes).set({ expiresAt: Date.now() }).where(eq(authorizationCodes.projectId, p.id)),
    ]);
    const response = await exchange(form);
    expectError(response, 400, "INVALID_AUTHORIZATION_CODE");
    expect(response.body.error).not.toBe("");
  });

  // Attack: a code of one project, redeemed at another one that the attacker owns.
  it("400 INVALID_AUTHORIZATION_CODE for another project's code, which stays", async () => {
    const [p, other] = [await oauthProject(), await oauthProject()];
    const form = await codeFor(p, visitor());
    const foreign = { ...form, client_id: other.id, client_secret: other.keys.client };
    expectError(await exchange(foreign), 400, "INVALID_AUTHORIZATION_CODE");
    expect((await exchange(form)).status).toBe(200);
  });

  // Evidence: another-redirect-uri-uses-code-up
  // Attack: a code that was sent to one place, injected at another (RFC 9700 section 4.5).
  it("400 for another redirect URI, which uses the code up", async () => {
    const p = await oauthProject();
    const wrong = ["http://localhost:3000/other", "not a URL", "http://localhost:3000/handler/oauth-callback"];
    for (const redirect_uri of wrong) {
      const form = await codeFor(p, visitor());
      expectPlainError(await exchange({ ...form, redirect_uri }), 400, wrongRedirect);
      expectError(await exchange(form), 400, "INVALID_AUTHORIZATION_CODE");
    }
  });

  it("400 INVALID_AUTHORIZATION_CODE once the user is gone", async () => {
    const p = await oauthProject();
    const who = visitor();
    const userId = subjectOf(await exchange(await codeFor(p, who)));
    const form = await codeFor(p, who);
    await p.server("DELETE /users/{user_id}", { params: { user_id: userId } });
    expectError(await exchange(form), 400, "INVALID_AUTHORIZATION_CODE");
  });

  it("400 MULTI_FACTOR_AUTHENTICATION_REQUIRED instead of tokens; the code is used up", async () => {
    const p = await oauthProject();
    const who = visitor();
    const userId = subjectOf(await exchange(await codeFor(p, who)));
    const app = authenticator();
    const secret = { totp_secret_base64: app.secretBase64 };
    await p.server("PATCH /users/{user_id}", { params: { user_id: userId }, body: secret });
    const form = await codeFor(p, who);
    const stopped = await exchange(form);
    expectError(stopped, 400, "MULTI_FACTOR_AUTHENTICATION_REQUIRED", { attempt_code: expect.any(String) });
    expect(stopped.body.error).not.toBe("");
    expect(await codesOf(p)).toEqual([true, true]);
    const code = stopped.body.details.attempt_code;
    const body = { type: "totp", totp: await app.shows(), code };
    const response = await p.client("POST /auth/mfa/sign-in", { body });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ is_new_user: false, user_id: userId });
  });

  it("finds the code, and all that is read with it, by keys", async () => {
    const presented = await presentedCode({ projectId: "p", code: "c", codeVerifier: "v", condition: undefined });
    for (const query of Object.values(redemptionQueries(db, presented))) {
      expect(query && (await planOf(query))).not.toContain("SCAN");
    }
    expect(await planOf(redemptionQueries(db, presented).code)).toContain("SEARCH authorization_codes USING INDEX");
  });

  // The codes are from before the account was known, so that none of them names its user.
  refusesSuspended(async () => {
    const p = await oauthProject();
    const who = visitor();
    const [first, ...forms] = [
      await codeFor(p, who),
      await codeFor(p, who),
      await codeFor(p, who),
      await codeFor(p, who),
    ];
    const { body } = await exchange(first);
    return { p, userId: String(claimsOf(body.access_token).sub), send: () => exchange(forms.shift()) };
  });

  deletedWhileSigningIn(async () => {
    const p = await oauthProject();
    const form = await codeFor(p, visitor());
    return { projectId: p.id, send: () => exchange(form) };
  });
});
