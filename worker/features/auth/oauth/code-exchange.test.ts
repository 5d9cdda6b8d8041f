import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { redemptionQueries } from "../../../db/oauth-flows/resolution";
import { authorizationCodes } from "../../../db/oauth-flows/schema";
import { hashSecret } from "../../../platform/secrets";
import { authenticator } from "../../../testing/authenticator";
import { freshAddress } from "../../../testing/mailbox";
import { codeFor, oauthProject } from "../../../testing/oauth-sign-ins";
import { db } from "../../../testing/project";
import { planOf } from "../../../testing/query-plan";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { refusesRestricted } from "../../../testing/restrictions";
import { claimsOf, deletedWhileSigningIn, exchange, expectRefreshed, refreshForm } from "../../../testing/sign-ins";
import { presentedCode } from "./authorization-code";
import { codesOf, subjectOf } from "./oauth.fixtures";

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
  refusesRestricted(async () => {
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
