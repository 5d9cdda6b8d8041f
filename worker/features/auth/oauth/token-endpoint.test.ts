import { exports } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { projects } from "../../../db/projects/schema";
import { sessions } from "../../../db/sessions/schema";
import { users } from "../../../db/users/schema";
import { newId } from "../../../platform/secrets";
import { db, internalProject, project } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";
import { readResponse, sendAndSettle } from "../../../testing/send-request";
import { claimsOf, exchange, expectRefreshed, refreshForm, sessionRow, signedIn } from "../../../testing/sign-ins";
import { bareUser } from "../../../testing/tokens";

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
