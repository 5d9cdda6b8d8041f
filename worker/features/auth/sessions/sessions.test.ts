import { env, exports } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import { readSettings } from "../../../platform/env";
import { hashSecret, newId } from "../../../platform/secrets";
import { KnownError } from "../../../protocol/known-errors";
import { type Answer, call, callAndSettle, readAnswer } from "../../../testing/call";
import { db, internalProject, project, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError, refusals } from "../../../testing/refusals";
import { projects } from "../../projects/schema";
import { teams } from "../../teams/schema";
import { users } from "../../users/users/schema";
import { issueSession } from ".";
import { selectLiveSession, selectLiveSessionsOf } from "./queries";
import { sessions } from "./schema";

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const oneYearMillis = 31_536_000_000;
const browser = { "user-agent": "Mozilla/5.0", "cf-connecting-ip": "203.0.113.7" };

let ordinal = 0;

async function addUser(p: TestProject, fields: Partial<typeof users.$inferInsert> = {}): Promise<string> {
  const id = newId();
  ordinal += 1;
  await db.batch([
    db.insert(users).values({ projectId: p.id, id, ordinal, signedUpAt: 1, lastActiveAt: 1, ...fields }),
  ]);
  return id;
}

/** A session that the server makes for a user: its tokens, and its id as the access token tells it. */
async function signIn(p: TestProject, userId: string, fields: Record<string, unknown> = {}) {
  const { body } = await p.server("POST /auth/sessions", { body: { user_id: userId, ...fields } });
  const tokens = body as { access_token: string; refresh_token: string };
  return { ...tokens, id: String(claimsOf(tokens.access_token).refresh_token_id) };
}

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(atob((token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")));
}

async function sessionRow(p: TestProject, sessionId: string) {
  const [[row]] = await db.batch([
    db
      .select()
      .from(sessions)
      .where(and(eq(sessions.projectId, p.id), eq(sessions.id, sessionId))),
  ]);
  return row;
}

function refreshForm(p: TestProject, refreshToken: string, fields: Record<string, string> = {}) {
  return {
    grant_type: "refresh_token",
    refresh_token: refreshToken,
    client_id: p.id,
    client_secret: p.keys.client,
    ...fields,
  };
}

const exchange = (body: unknown, headers?: Record<string, string>): Promise<Answer> =>
  call("POST /auth/oauth/token", { body, ...(headers && { headers }) });

function expectRefreshed(answer: Answer, userId: string): void {
  expect(answer.status).toBe(200);
  expect(claimsOf(answer.body.access_token).sub).toBe(userId);
}

describe("POST /auth/sessions", () => {
  refusals("POST /auth/sessions", ["server", "admin"], { body: { user_id: newId() } });

  it("200 with two tokens and nothing else; only the refresh token's hash is stored", async () => {
    const p = await project();
    const userId = await addUser(p);
    const answer = await p.server("POST /auth/sessions", { body: { user_id: userId } });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).sort()).toEqual(["access_token", "refresh_token"]);
    expect(answer.body.refresh_token).toMatch(/^[0-9abcdefghjkmnpqrstvwxyz]{45}$/);
    expect(answer.cost).toMatchObject({ d1: 2, hashes: 0 });
    const row = await sessionRow(p, String(claimsOf(answer.body.access_token).refresh_token_id));
    expect(row).toMatchObject({ userId, isImpersonation: false, lastUsedIp: null });
    expect(row?.refreshTokenHash).toBe(await hashSecret(answer.body.refresh_token));
    expect((row?.expiresAt ?? 0) - (row?.createdAt ?? 0)).toBe(oneYearMillis);
  });

  it("200 for as long as asked, and marked as impersonation; the user counts as active", async () => {
    const p = await project();
    const userId = await addUser(p);
    const session = await signIn(p, userId, { expires_in_millis: 60_000, is_impersonation: true });
    const row = await sessionRow(p, session.id);
    expect(row?.isImpersonation).toBe(true);
    expect((row?.expiresAt ?? 0) - (row?.createdAt ?? 0)).toBe(60_000);
    const [[user]] = await db.batch([
      db
        .select({ lastActiveAt: users.lastActiveAt })
        .from(users)
        .where(and(eq(users.projectId, p.id), eq(users.id, userId))),
    ]);
    expect(user?.lastActiveAt).toBe(row?.createdAt);
  });

  it("200 for a user with a second factor, which is not asked for", async () => {
    const p = await project();
    const userId = await addUser(p, { requiresTotpMfa: true });
    expect((await p.server("POST /auth/sessions", { body: { user_id: userId } })).status).toBe(200);
  });

  it("200 for `me`, the user of the access token", async () => {
    const p = await project();
    const userId = await addUser(p);
    const session = await signIn(p, userId);
    const answer = await p.as(session).server("POST /auth/sessions", { body: { user_id: "me" } });
    expect(claimsOf(answer.body.access_token).sub).toBe(userId);
  });

  it("400 CANNOT_GET_OWN_USER_WITHOUT_USER for `me` without a user", async () => {
    const p = await project();
    const answer = await p.server("POST /auth/sessions", { body: { user_id: "me" } });
    expectError(answer, 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
  });

  it("400 USER_ID_DOES_NOT_EXIST for an unknown user and for another project's", async () => {
    const [p, other] = [await project(), await project()];
    for (const userId of [newId(), await addUser(other)]) {
      const answer = await p.server("POST /auth/sessions", { body: { user_id: userId } });
      expectError(answer, 400, "USER_ID_DOES_NOT_EXIST", { user_id: userId });
    }
  });

  it.each([
    [{}, "body.user_id must be defined"],
    [{ user_id: "x" }, "body.user_id must be a valid UUID"],
    [
      { user_id: newId(), expires_in_millis: 31_708_800_001 },
      "body.expires_in_millis must be less than or equal to 31708800000",
    ],
    [{ user_id: newId(), expires_in_millis: 0 }, "body.expires_in_millis must be greater than or equal to 1"],
    [{ user_id: newId(), other: 1 }, "body contains unknown properties: other"],
  ])("400 SCHEMA_ERROR for %j", async (body, complaint) => {
    const p = await project();
    const answer = await p.server("POST /auth/sessions", { body });
    expectError(answer, 400, "SCHEMA_ERROR");
    expect(answer.body.error).toContain(complaint);
  });

  it("401 REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED when the user is deleted in the meantime, not a failure", async () => {
    const p = await project();
    const gone = { id: newId(), displayName: null, primaryEmail: null, primaryEmailVerified: false };
    const tools = { db, settings: readSettings(env), endUserIp: null };
    const issuing = issueSession(tools, p, { ...gone, isAnonymous: false, selectedTeam: null }, { isNewUser: false });
    const error = await issuing.catch((each) => each);
    expect(error).toBeInstanceOf(KnownError);
    expect(error.code).toBe("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
  });
});

describe("an access token", () => {
  it("carries every claim that clients demand, and verifies against the project's public keys", async () => {
    const p = await project();
    const teamId = newId();
    await db.batch([db.insert(teams).values({ projectId: p.id, id: teamId, displayName: "Core", createdAt: 1 })]);
    const userId = await addUser(p, {
      displayName: "Ada",
      primaryEmail: "ada@example.com",
      primaryEmailVerified: true,
      selectedTeamId: teamId,
    });
    const session = await signIn(p, userId);
    const { body: jwks } = await call("GET /projects/{project_id}/.well-known/jwks.json", {
      params: { project_id: p.id },
    });
    const { payload, protectedHeader } = await jwtVerify(session.access_token, createLocalJWKSet(jwks), {
      issuer: `http://localhost:8787/api/v1/projects/${p.id}`,
      audience: p.id,
      algorithms: ["ES256"],
    });
    expect(protectedHeader).toEqual({ alg: "ES256", kid: expect.stringMatching(/^.{12}$/) });
    const { iat = 0, exp = 0, ...claims } = payload;
    expect(exp - iat).toBe(600);
    expect(claims).toEqual({
      sub: userId,
      iss: `http://localhost:8787/api/v1/projects/${p.id}`,
      aud: p.id,
      project_id: p.id,
      branch_id: "main",
      refresh_token_id: session.id,
      role: "authenticated",
      name: "Ada",
      email: "ada@example.com",
      email_verified: true,
      selected_team_id: teamId,
      is_anonymous: false,
    });
    expect(session.id).toMatch(uuidPattern);
  });

  it("says null for what the user has not got", async () => {
    const p = await project();
    const { access_token } = await signIn(p, await addUser(p));
    expect(claimsOf(access_token)).toMatchObject({ name: null, email: null, selected_team_id: null });
  });

  // Attack: an anonymous user's token shown to a backend that checks nothing but the signature against the key set.
  it("of an anonymous user has an audience, an issuer and keys of its own", async () => {
    const p = await project();
    const session = await signIn(p, await addUser(p, { isAnonymous: true }));
    expect(claimsOf(session.access_token)).toMatchObject({
      iss: `http://localhost:8787/api/v1/projects-anonymous-users/${p.id}`,
      aud: `${p.id}:anon`,
      is_anonymous: true,
    });
    const keySet = async (query: Record<string, string>) => {
      const params = { project_id: p.id };
      return (await call("GET /projects/{project_id}/.well-known/jwks.json", { params, query })).body;
    };
    const named = createLocalJWKSet(await keySet({}));
    await expect(jwtVerify(session.access_token, named)).rejects.toThrow("no applicable key found");
    const all = createLocalJWKSet(await keySet({ include_anonymous: "true" }));
    expect((await jwtVerify(session.access_token, all)).payload.is_anonymous).toBe(true);
  });
});

describe("POST /auth/oauth/token", () => {
  it("200 with a new access token and the old refresh token still good, in one round trip", async () => {
    const p = await project();
    const userId = await addUser(p);
    const session = await signIn(p, userId);
    const answer = await exchange(refreshForm(p, session.refresh_token));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      access_token: expect.any(String),
      token_type: "Bearer",
      expires_in: 600,
      scope: "legacy",
    });
    expect(claimsOf(answer.body.access_token)).toMatchObject({ sub: userId, refresh_token_id: session.id });
    expect(answer.headers.get("cache-control")).toContain("no-store");
    expect(answer.cost).toMatchObject({ d1: 1, rowsWritten: 0, hashes: 0 });
    expectRefreshed(await exchange(refreshForm(p, session.refresh_token)), userId);
  });

  it("200 for a form, as OAuth clients send it, and other fields are let be", async () => {
    const p = await project();
    const userId = await addUser(p);
    const session = await signIn(p, userId);
    const body = new URLSearchParams(refreshForm(p, session.refresh_token, { scope: "legacy", other: "x" }));
    const sent = await exports.default.fetch(
      new Request("http://localhost:8787/api/v1/auth/oauth/token", { method: "POST", body }),
    );
    expectRefreshed(await readAnswer(sent), userId);
  });

  it("200 for a client that names the main branch, and for one that authenticates by HTTP Basic", async () => {
    const p = await project();
    const userId = await addUser(p);
    const session = await signIn(p, userId);
    const named = refreshForm(p, session.refresh_token, { client_id: `${p.id}#main` });
    expectRefreshed(await exchange(named), userId);
    const grant = { grant_type: "refresh_token", refresh_token: session.refresh_token };
    const authorization = `Basic ${btoa(`${p.id}%23main:${p.keys.client}`)}`;
    expectRefreshed(await exchange(grant, { authorization }), userId);
  });

  it("200 for the internal project with the key that it is configured with", async () => {
    const p = internalProject();
    const userId = await addUser(p);
    const session = await signIn(p, userId);
    expectRefreshed(await exchange(refreshForm(p, session.refresh_token)), userId);
  });

  it("200 for an anonymous user, with a token that says so", async () => {
    const p = await project();
    const session = await signIn(p, await addUser(p, { isAnonymous: true }));
    const answer = await exchange(refreshForm(p, session.refresh_token));
    expect(claimsOf(answer.body.access_token)).toMatchObject({ aud: `${p.id}:anon`, is_anonymous: true });
  });

  it("200 for 20 that refresh one session at once", async () => {
    const p = await project();
    const userId = await addUser(p);
    const session = await signIn(p, userId);
    const form = refreshForm(p, session.refresh_token);
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(form)));
    for (const answer of answers) expectRefreshed(answer, userId);
  });

  it("notes where and when the session was last used, after the answer", async () => {
    const p = await project();
    const userId = await addUser(p);
    const session = await signIn(p, userId);
    await db.batch([
      db.update(sessions).set({ lastUsedAt: 1 }).where(eq(sessions.id, session.id)),
      db.update(users).set({ lastActiveAt: 1 }).where(eq(users.id, userId)),
    ]);
    await callAndSettle("POST /auth/oauth/token", { body: refreshForm(p, session.refresh_token), headers: browser });
    const row = await sessionRow(p, session.id);
    expect(row?.lastUsedIp?.ip).toBe("203.0.113.7");
    expect(row?.lastUsedAt).toBeGreaterThan(1);
    const [[user]] = await db.batch([db.select().from(users).where(eq(users.id, userId))]);
    expect(user?.lastActiveAt).toBeGreaterThan(1);
  });

  it("401 REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED for a token that is unknown, revoked or expired", async () => {
    const p = await project();
    const userId = await addUser(p);
    const revoked = await signIn(p, userId);
    await p.as(revoked).client("DELETE /auth/sessions/current", { body: {} });
    const expired = await signIn(p, userId);
    await db.batch([db.update(sessions).set({ expiresAt: 1 }).where(eq(sessions.id, expired.id))]);
    for (const token of ["unknown", revoked.refresh_token, expired.refresh_token]) {
      expectError(await exchange(refreshForm(p, token)), 401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
    }
  });

  it("401 REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED once the user is deleted", async () => {
    const p = await project();
    const userId = await addUser(p);
    const session = await signIn(p, userId);
    await db.batch([db.delete(users).where(and(eq(users.projectId, p.id), eq(users.id, userId)))]);
    const answer = await exchange(refreshForm(p, session.refresh_token));
    expectError(answer, 401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
  });

  // Attack: a refresh token of one project, exchanged at another one that the attacker owns.
  it("401 REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED for another project's token", async () => {
    const [p, other] = [await project(), await project()];
    const session = await signIn(other, await addUser(other));
    const answer = await exchange(refreshForm(p, session.refresh_token));
    expectError(answer, 401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
  });

  it("400 INVALID_OAUTH_CLIENT_ID_OR_SECRET for a client that is missing, unknown or lacks the right key", async () => {
    const [p, other] = [await project(), await project()];
    const session = await signIn(p, await addUser(p));
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
      const answer = await exchange(form, { authorization });
      expectError(answer, 400, "INVALID_OAUTH_CLIENT_ID_OR_SECRET", { client_id: null });
    }
  });

  it("400 INVALID_OAUTH_CLIENT_ID_OR_SECRET once the project is deleted", async () => {
    const p = await project();
    const session = await signIn(p, await addUser(p));
    await db.batch([db.delete(projects).where(eq(projects.projectId, p.id))]);
    const answer = await exchange(refreshForm(p, session.refresh_token));
    expectError(answer, 400, "INVALID_OAUTH_CLIENT_ID_OR_SECRET", { client_id: null });
    expect(await sessionRow(p, session.id)).toBeUndefined();
  });

  it("400 SCHEMA_ERROR for a grant type that is missing or another", async () => {
    const p = await project();
    for (const grant of [undefined, "password"]) {
      const answer = await exchange({ ...refreshForm(p, "x"), grant_type: grant });
      expectError(answer, 400, "SCHEMA_ERROR");
      expect(answer.body.error).toContain("body.grant_type must be");
    }
  });

  it("400 invalid_request in OAuth's form for a missing field, told to known clients only", async () => {
    const p = await project();
    const client = { client_id: p.id, client_secret: p.keys.client };
    const incomplete: [Record<string, string>, string][] = [
      [{ grant_type: "refresh_token" }, "refresh_token"],
      [{ grant_type: "authorization_code" }, "code"],
      [{ grant_type: "authorization_code", code: "x" }, "redirect_uri"],
    ];
    for (const [fields, name] of incomplete) {
      const answer = await exchange({ ...client, ...fields });
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 400,
        body: { error: "invalid_request", error_description: `Missing parameter: ${name}` },
      });
      expect(answer.headers.get("x-stack-known-error")).toBeNull();
    }
    const stranger = await exchange({ ...client, client_secret: "x", grant_type: "refresh_token" });
    expectError(stranger, 400, "INVALID_OAUTH_CLIENT_ID_OR_SECRET");
  });

  it("400 INVALID_AUTHORIZATION_CODE for an unknown code, with a secret or with a verifier in its place", async () => {
    const p = await project();
    const code = { grant_type: "authorization_code", code: "x", redirect_uri: "http://localhost", client_id: p.id };
    for (const proof of [{ client_secret: p.keys.client }, { code_verifier: "x" }]) {
      const answer = await exchange({ ...code, ...proof });
      expectError(answer, 400, "INVALID_AUTHORIZATION_CODE");
      expect(answer.body.error).not.toBe("");
    }
  });

  it("refreshes by the index of refresh tokens", async () => {
    const plan = await planOf(selectLiveSession(db, { projectId: "p", refreshTokenHash: "h", now: 1 }));
    expect(plan).toContain("SEARCH sessions USING INDEX sessions_by_refresh_token");
    expect(plan).not.toContain("SCAN");
  });
});

describe("POST /auth/sessions/current/refresh", () => {
  refusals("POST /auth/sessions/current/refresh", ["client", "server", "admin"], {
    headers: { "x-stack-refresh-token": "x" },
  });

  it("200 with a new access token, in one round trip", async () => {
    const p = await project();
    const userId = await addUser(p);
    const session = await signIn(p, userId);
    const headers = { "x-stack-refresh-token": session.refresh_token };
    const answer = await p.client("POST /auth/sessions/current/refresh", { headers });
    expectRefreshed(answer, userId);
    expect(Object.keys(answer.body)).toEqual(["access_token"]);
    expect(answer.cost).toMatchObject({ d1: 1, rowsWritten: 0 });
  });

  it("401 REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED for an unknown token, another project's, and a deleted user's", async () => {
    const [p, other] = [await project(), await project()];
    const foreign = await signIn(other, await addUser(other));
    const deletedUserId = await addUser(p);
    const orphaned = await signIn(p, deletedUserId);
    await db.batch([db.delete(users).where(and(eq(users.projectId, p.id), eq(users.id, deletedUserId)))]);
    for (const token of ["unknown", foreign.refresh_token, orphaned.refresh_token]) {
      const headers = { "x-stack-refresh-token": token };
      const answer = await p.client("POST /auth/sessions/current/refresh", { headers });
      expectError(answer, 401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
    }
  });

  it("400 SCHEMA_ERROR without the header", async () => {
    const p = await project();
    const answer = await p.client("POST /auth/sessions/current/refresh");
    expectError(answer, 400, "SCHEMA_ERROR");
    expect(answer.body.error).toContain("headers.x-stack-refresh-token must be defined");
  });
});

describe("GET /auth/sessions", () => {
  refusals("GET /auth/sessions", ["client", "server", "admin"], { query: { user_id: newId() } });

  it("200 with the user's sessions, newest first, in one round trip", async () => {
    const p = await project();
    const userId = await addUser(p);
    const older = await signIn(p, userId);
    await db.batch([db.update(sessions).set({ createdAt: 1 }).where(eq(sessions.id, older.id))]);
    const newer = await signIn(p, userId);
    await signIn(p, await addUser(p));
    const answer = await p.as(newer).client("GET /auth/sessions", { query: { user_id: "me" } });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      is_paginated: false,
      items: [
        {
          id: newer.id,
          user_id: userId,
          created_at: expect.any(Number),
          last_used_at: expect.any(Number),
          is_impersonation: false,
          is_current_session: true,
        },
        {
          id: older.id,
          user_id: userId,
          created_at: 1,
          last_used_at: expect.any(Number),
          is_impersonation: false,
          is_current_session: false,
        },
      ],
    });
    expect(answer.cost.d1).toBe(1);
  });

  it("200 with where a browser was that signed in, and nothing of a program", async () => {
    const p = await project();
    const userId = await addUser(p);
    await p.server("POST /auth/sessions", { body: { user_id: userId }, headers: browser });
    const spoofed = { "user-agent": "curl/8", "cf-connecting-ip": "203.0.113.8", "x-forwarded-for": "203.0.113.9" };
    await p.server("POST /auth/sessions", { body: { user_id: userId }, headers: spoofed });
    const { body } = await p.server("GET /auth/sessions", { query: { user_id: userId } });
    const places = body.items.map(
      (item: { last_used_at_end_user_ip_info?: unknown }) => item.last_used_at_end_user_ip_info,
    );
    expect(places).toHaveLength(2);
    expect(places).toContainEqual(undefined);
    expect(places).toContainEqual(
      expect.objectContaining({ ip: "203.0.113.7", countryCode: null, tzIdentifier: null, latitude: null }),
    );
  });

  it("200 with impersonation sessions at admin tier only", async () => {
    const p = await project();
    const userId = await addUser(p);
    const impersonation = await signIn(p, userId, { is_impersonation: true });
    const query = { user_id: userId };
    expect((await p.as(impersonation).client("GET /auth/sessions", { query })).body.items).toEqual([]);
    expect((await p.server("GET /auth/sessions", { query })).body.items).toEqual([]);
    expect((await p.admin("GET /auth/sessions", { query })).body.items).toMatchObject([
      { id: impersonation.id, is_impersonation: true },
    ]);
  });

  it("200 without sessions that are over", async () => {
    const p = await project();
    const userId = await addUser(p);
    const expired = await signIn(p, userId);
    await db.batch([db.update(sessions).set({ expiresAt: 1 }).where(eq(sessions.id, expired.id))]);
    expect((await p.server("GET /auth/sessions", { query: { user_id: userId } })).body.items).toEqual([]);
  });

  it("200 with nothing for another project's user", async () => {
    const [p, other] = [await project(), await project()];
    const userId = await addUser(other);
    await signIn(other, userId);
    expect((await p.server("GET /auth/sessions", { query: { user_id: userId } })).body.items).toEqual([]);
  });

  // Attack: a user who reads where another one is signed in.
  it("403 at client tier for another user", async () => {
    const p = await project();
    const [mine, theirs] = [await addUser(p), await addUser(p)];
    const answer = await p.as(await signIn(p, mine)).client("GET /auth/sessions", { query: { user_id: theirs } });
    expectPlainError(answer, 403, "Client can only list sessions for their own user.");
  });

  it("400 CANNOT_GET_OWN_USER_WITHOUT_USER at client tier without a user", async () => {
    const p = await project();
    for (const userId of ["me", newId()]) {
      const answer = await p.client("GET /auth/sessions", { query: { user_id: userId } });
      expectError(answer, 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
    }
  });

  it("400 SCHEMA_ERROR without a user id", async () => {
    const answer = await (await project()).server("GET /auth/sessions");
    expectError(answer, 400, "SCHEMA_ERROR");
    expect(answer.body.error).toContain("query.user_id must be defined");
  });

  it("lists by the index of a user's sessions, without sorting", async () => {
    const plan = await planOf(selectLiveSessionsOf(db, { projectId: "p", userId: "u", now: 1 }));
    expect(plan).toEqual("SEARCH sessions USING INDEX sessions_of_user (project_id=? AND user_id=?)");
  });
});

describe("DELETE /auth/sessions/{session_id}", () => {
  const key = "DELETE /auth/sessions/{session_id}";
  refusals(key, ["client", "server", "admin"], { params: { session_id: newId() } });

  it("200 ends one's own other session, with or without the user_id that clients send", async () => {
    const p = await project();
    const userId = await addUser(p);
    const present = await signIn(p, userId);
    for (const query of [{ user_id: "me" }, undefined]) {
      const other = await signIn(p, userId);
      const answer = await p.as(present).client(key, { params: { session_id: other.id }, ...(query && { query }) });
      expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { success: true } });
      expectError(await exchange(refreshForm(p, other.refresh_token)), 401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
    }
    expectRefreshed(await exchange(refreshForm(p, present.refresh_token)), userId);
  });

  it("200 at server tier for any user", async () => {
    const p = await project();
    const session = await signIn(p, await addUser(p));
    expect((await p.server(key, { params: { session_id: session.id } })).status).toBe(200);
    expect(await sessionRow(p, session.id)).toBeUndefined();
  });

  it("404 for a session that does not exist, is over, or is another project's", async () => {
    const [p, other] = [await project(), await project()];
    const [ended, foreign] = [await signIn(p, await addUser(p)), await signIn(other, await addUser(other))];
    await p.server(key, { params: { session_id: ended.id } });
    for (const id of [newId(), ended.id, foreign.id]) {
      expectPlainError(await p.server(key, { params: { session_id: id } }), 404, "Session not found.");
    }
    expect(await sessionRow(other, foreign.id)).toBeDefined();
  });

  // Attack: a user who signs another one out.
  it("404 at client tier for another user's session, with and without a user", async () => {
    const p = await project();
    const [mine, theirs] = [await signIn(p, await addUser(p)), await signIn(p, await addUser(p))];
    const params = { session_id: theirs.id };
    expectPlainError(await p.as(mine).client(key, { params }), 404, "Session not found.");
    expectPlainError(await p.client(key, { params }), 404, "Session not found.");
    expect(await sessionRow(p, theirs.id)).toBeDefined();
  });

  it("400 CANNOT_DELETE_CURRENT_SESSION for the session that the call is made with", async () => {
    const p = await project();
    const session = await signIn(p, await addUser(p));
    const answer = await p.as(session).client(key, { params: { session_id: session.id } });
    expectError(answer, 400, "CANNOT_DELETE_CURRENT_SESSION");
    expect(await sessionRow(p, session.id)).toBeDefined();
  });

  it("400 SCHEMA_ERROR for an id that is none", async () => {
    const answer = await (await project()).server(key, { params: { session_id: "x" } });
    expectError(answer, 400, "SCHEMA_ERROR");
    expect(answer.body.error).toContain("params.session_id must be a valid UUID");
  });
});

describe("DELETE /auth/sessions/current", () => {
  const key = "DELETE /auth/sessions/current";
  refusals(key, ["client", "server", "admin"]);

  it("200 ends the session; its access token lives on until it expires", async () => {
    const p = await project();
    const userId = await addUser(p);
    const [present, other] = [await signIn(p, userId), await signIn(p, userId)];
    const answer = await p.as(present).client(key, { body: {} });
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { success: true } });
    expectError(await exchange(refreshForm(p, present.refresh_token)), 401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
    expectRefreshed(await exchange(refreshForm(p, other.refresh_token)), userId);
    expect((await p.as(present).client("GET /auth/sessions", { query: { user_id: "me" } })).status).toBe(200);
  });

  it("401 REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED when it has ended already", async () => {
    const p = await project();
    const session = await signIn(p, await addUser(p));
    await p.as(session).client(key);
    expectError(await p.as(session).client(key), 401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
  });

  it("401 ACCESS_TOKEN_EXPIRED without an access token", async () => {
    const p = await project();
    expectError(await p.client(key), 401, "ACCESS_TOKEN_EXPIRED", { expired_at_millis: null });
  });
});

describe("GET /projects/{project_id}/.well-known/jwks.json", () => {
  const key = "GET /projects/{project_id}/.well-known/jwks.json";

  it("200 for anybody, cacheable for an hour, in one round trip", async () => {
    const p = await project();
    const answer = await call(key, { params: { project_id: p.id } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=3600");
    expect(answer.cost.d1).toBe(1);
    expect(answer.body).toEqual({
      keys: [
        {
          kty: "EC",
          crv: "P-256",
          alg: "ES256",
          kid: expect.stringMatching(/^.{12}$/),
          x: expect.any(String),
          y: expect.any(String),
        },
      ],
    });
    const { access_token } = await signIn(p, await addUser(p));
    expect(decodeProtectedHeader(access_token).kid).toBe(answer.body.keys[0].kid);
  });

  it("200 with other keys for every project, and further ones for its anonymous users", async () => {
    const [p, other] = [await project(), await project()];
    const kids = async (id: string, include: string) => {
      const answer = await call(key, { params: { project_id: id }, query: { include_anonymous: include } });
      return answer.body.keys.map((each: { kid: string }) => each.kid);
    };
    const [named, all, foreign] = [await kids(p.id, "false"), await kids(p.id, "true"), await kids(other.id, "true")];
    expect(named).toHaveLength(1);
    expect(all).toHaveLength(2);
    expect(all).toContain(named[0]);
    expect(new Set([...all, ...foreign]).size).toBe(4);
  });

  it("404 for an unknown project", async () => {
    for (const id of [newId(), "unknown"]) {
      expectPlainError(await call(key, { params: { project_id: id } }), 404, "Project not found");
    }
  });

  it("400 SCHEMA_ERROR for another include_anonymous", async () => {
    const answer = await call(key, { params: { project_id: "internal" }, query: { include_anonymous: "yes" } });
    expectError(answer, 400, "SCHEMA_ERROR");
    expect(answer.body.error).toContain("query.include_anonymous must be one of the following values: true, false");
  });
});

describe("GET /projects-anonymous-users/{project_id}/.well-known/{document}", () => {
  const key = "GET /projects-anonymous-users/{project_id}/.well-known/{document}";

  it("307 to the same document of the project, anonymous users' keys included", async () => {
    const p = await project();
    const answer = await call(key, { params: { project_id: p.id, document: "jwks.json" } });
    expect(answer.status).toBe(307);
    expect(answer.headers.get("location")).toBe(
      `http://localhost:8787/api/v1/projects/${p.id}/.well-known/jwks.json?include_anonymous=true`,
    );
  });

  // Attack: an open redirect through the path.
  it("307 nowhere but to this API", async () => {
    const answer = await call(key, { params: { project_id: "..//evil.example", document: "?@evil.example#" } });
    expect(answer.headers.get("location")).toBe(
      "http://localhost:8787/api/v1/projects/..%2F%2Fevil.example/.well-known/%3F%40evil.example%23?include_anonymous=true",
    );
  });
});

async function planOf(query: { toSQL(): { sql: string; params: unknown[] } }): Promise<string> {
  const { sql, params } = query.toSQL();
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...params)
    .all<{ detail: string }>();
  return results.map(({ detail }) => detail).join("\n");
}
