import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { renderConfig } from "../../../config";
import { selectLiveSessionsOf } from "../../../db/sessions/queries";
import { sessions } from "../../../db/sessions/schema";
import { users } from "../../../db/users/schema";
import { readSettings } from "../../../platform/env";
import { hashSecret, newId } from "../../../platform/secrets";
import { fail } from "../../../protocol/fail";
import { KnownError } from "../../../protocol/known-errors";
import { planOf } from "../../../testing/measured-databases";
import { db, project, tierHeaders } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { sendAndSettle } from "../../../testing/send-request";
import { claimsOf, exchange, expectRefreshed, refreshForm, sessionRow, signedIn } from "../../../testing/sign-ins";
import { refusesSuspended } from "../../../testing/suspensions";
import { bareUser } from "../../../testing/tokens";
import { issueSession } from ".";

const oneYearMillis = 31_536_000_000;
const browser = { "user-agent": "Mozilla/5.0", "cf-connecting-ip": "203.0.113.7" };

describe("POST /auth/sessions", () => {
  // Attack: an account that was suspended because it is abused is used on by way of impersonation.
  describe.each([true, false])("impersonation: %s", (is_impersonation) => {
    refusesSuspended(async () => {
      const p = await project();
      const user_id = await bareUser(p.id);
      const send = () => p.server("POST /auth/sessions", { body: { user_id, is_impersonation } });
      return { p, userId: user_id, send };
    });
  });

  // Evidence: two-tokens-nothing-else-only-refresh
  it("200 with two tokens and nothing else; only the refresh token's hash is stored", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const response = await p.server("POST /auth/sessions", { body: { user_id: userId } });
    expect(response.status).toBe(200);
    expect(Object.keys(response.body).sort()).toEqual(["access_token", "refresh_token"]);
    expect(response.body.refresh_token).toMatch(/^[0-9abcdefghjkmnpqrstvwxyz]{45}$/);
    expect(response.cost).toMatchObject({ d1: 2, hashes: 0 });
    const row = await sessionRow(p, String(claimsOf(response.body.access_token).refresh_token_id));
    expect(row).toMatchObject({ userId, isImpersonation: false, lastUsedIp: null });
    expect(row?.refreshTokenHash).toBe(await hashSecret(response.body.refresh_token));
    expect((row?.expiresAt ?? 0) - (row?.createdAt ?? 0)).toBe(oneYearMillis);
  });

  it("200 with the requested lifetime, marked as impersonation; the user counts as active", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const session = await signedIn(p, userId, { expires_in_millis: 60_000, is_impersonation: true });
    const row = await sessionRow(p, session.id);
    expect(row?.isImpersonation).toBe(true);
    expect((row?.expiresAt ?? 0) - (row?.createdAt ?? 0)).toBe(60_000);
    const [[user]] = await db.batch([
      db
        .select({ lastActiveAt: users.lastActiveAt })
        .from(users)
        .where(and(eq(users.projectId, p.id), eq(users.id, userId))),
    ]);
    expect(user?.lastActiveAt).toBeGreaterThanOrEqual(row?.createdAt ?? Number.NaN);
  });

  it("200 for a user with a second factor, which is not required", async () => {
    const p = await project();
    const userId = await bareUser(p.id, { requiresTotpMfa: true });
    expect((await p.server("POST /auth/sessions", { body: { user_id: userId } })).status).toBe(200);
  });

  it("200 for `me`, the user of the access token", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const session = await signedIn(p, userId);
    const response = await p.as(session).server("POST /auth/sessions", { body: { user_id: "me" } });
    expect(claimsOf(response.body.access_token).sub).toBe(userId);
  });

  it("400 CANNOT_GET_OWN_USER_WITHOUT_USER for `me` without a user", async () => {
    const p = await project();
    const response = await p.server("POST /auth/sessions", { body: { user_id: "me" } });
    expectError(response, 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
  });

  it("400 USER_ID_DOES_NOT_EXIST for an unknown user and for another project's", async () => {
    const [p, other] = [await project(), await project()];
    for (const userId of [newId(), await bareUser(other.id)]) {
      const response = await p.server("POST /auth/sessions", { body: { user_id: userId } });
      expectError(response, 400, "USER_ID_DOES_NOT_EXIST", { user_id: userId });
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
    const response = await p.server("POST /auth/sessions", { body });
    expectError(response, 400, "SCHEMA_ERROR");
    expect(response.body.error).toContain(complaint);
  });

  it("401 REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED when the user is deleted in the meantime, not a failure", async () => {
    const p = await project();
    const gone = { id: newId(), displayName: null, primaryEmail: null, primaryEmailVerified: false, signedUpAt: 0 };
    const sender = { place: null, userAgent: "" };
    const { ATTEMPTS: attempts } = env;
    const tools = { db, settings: readSettings(env), attempts, endUserIp: null, endUserAgent: null, sender, fail };
    const issuing = issueSession(
      tools,
      { ...p, config: renderConfig({}) },
      {
        ...gone,
        isAnonymous: false,
        restrictedByAdmin: false,
        requiresTotpMfa: false,
        selectedTeam: null,
        credentialVersion: 0,
      },
      { isNewUser: false, method: "password" },
    );
    const error = await issuing.catch((each) => each);
    expect(error).toBeInstanceOf(KnownError);
    expect(error.code).toBe("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
  });
});

describe("GET /auth/sessions", () => {
  it("200 with the user's sessions, newest first, in one round trip", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const older = await signedIn(p, userId);
    await db.batch([db.update(sessions).set({ createdAt: 1 }).where(eq(sessions.id, older.id))]);
    const newer = await signedIn(p, userId);
    await signedIn(p, await bareUser(p.id));
    const response = await p.as(newer).client("GET /auth/sessions", { query: { user_id: "me" } });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      is_paginated: false,
      items: [
        {
          id: newer.id,
          user_id: userId,
          created_at: expect.any(Number),
          last_used_at: expect.any(Number),
          is_impersonation: false,
          is_current_session: true,
          family_id: newer.id,
        },
        {
          id: older.id,
          user_id: userId,
          created_at: 1,
          last_used_at: expect.any(Number),
          is_impersonation: false,
          is_current_session: false,
          family_id: older.id,
        },
      ],
    });
    expect(response.cost.d1).toBe(1);
  });

  it("200 with where a browser was that signed in, and nothing of a program", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
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

  it("200 with the browser, system and kind of device that last used the session, and nothing of a program", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const mac =
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";
    const phone =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
    const { body: session } = await p.server("POST /auth/sessions", {
      body: { user_id: userId },
      headers: { "user-agent": mac },
    });
    const shown = async () => {
      const { body } = await p.server("GET /auth/sessions", { query: { user_id: userId } });
      return body.items[0].last_used_at_end_user_agent_info;
    };
    expect(await shown()).toEqual({ browser: "Chrome", system: "macOS", device: "desktop" });
    const refresh = async (userAgent: string) => {
      const headers = { "x-stack-refresh-token": session.refresh_token, "user-agent": userAgent };
      await sendAndSettle("POST /auth/sessions/current/refresh", {
        headers: { ...tierHeaders(p.id, "client", p.keys.client), ...headers },
      });
    };
    await refresh(phone);
    expect(await shown()).toEqual({ browser: "Safari", system: "iOS", device: "mobile" });
    // Attack: a header of a megabyte in every session, and one that names nothing.
    await refresh(`Mozilla/5.0 ${"x".repeat(10_000)}`);
    expect(
      (await sessionRow(p, String(claimsOf(session.access_token).refresh_token_id)))?.lastUsedUserAgent,
    ).toHaveLength(512);
    expect(await shown()).toEqual({ browser: null, system: null, device: null });
    await refresh("curl/8");
    expect(await shown()).toBeUndefined();
  });

  it("200 with impersonation sessions for servers, and not for clients", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const impersonation = await signedIn(p, userId, { is_impersonation: true });
    const query = { user_id: userId };
    expect((await p.as(impersonation).client("GET /auth/sessions", { query })).body.items).toEqual([]);
    for (const caller of [p.server, p.admin]) {
      expect((await caller("GET /auth/sessions", { query })).body.items).toMatchObject([
        { id: impersonation.id, is_impersonation: true },
      ]);
    }
  });

  it("200 without sessions that are over", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const expired = await signedIn(p, userId);
    await db.batch([db.update(sessions).set({ expiresAt: 1 }).where(eq(sessions.id, expired.id))]);
    expect((await p.server("GET /auth/sessions", { query: { user_id: userId } })).body.items).toEqual([]);
  });

  it("200 with nothing for another project's user", async () => {
    const [p, other] = [await project(), await project()];
    const userId = await bareUser(other.id);
    await signedIn(other, userId);
    expect((await p.server("GET /auth/sessions", { query: { user_id: userId } })).body.items).toEqual([]);
  });

  // Attack: a user who reads where another user is signed in.
  it("403 at client tier for another user", async () => {
    const p = await project();
    const [mine, theirs] = [await bareUser(p.id), await bareUser(p.id)];
    const response = await p.as(await signedIn(p, mine)).client("GET /auth/sessions", { query: { user_id: theirs } });
    expectPlainError(response, 403, "Client can only list sessions for their own user.");
  });

  it("400 CANNOT_GET_OWN_USER_WITHOUT_USER at client tier without a user", async () => {
    const p = await project();
    for (const userId of ["me", newId()]) {
      const response = await p.client("GET /auth/sessions", { query: { user_id: userId } });
      expectError(response, 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
    }
  });

  it("400 SCHEMA_ERROR without a user id", async () => {
    const response = await (await project()).server("GET /auth/sessions");
    expectError(response, 400, "SCHEMA_ERROR");
    expect(response.body.error).toContain("query.user_id must be defined");
  });

  it("lists by the index of a user's sessions, without sorting", async () => {
    const plan = await planOf(selectLiveSessionsOf(db, { projectId: "p", userId: "u", now: 1 }));
    expect(plan).toEqual("SEARCH sessions USING INDEX sessions_of_user (project_id=? AND user_id=?)");
  });
});

describe("DELETE /auth/sessions/{session_id}", () => {
  const key = "DELETE /auth/sessions/{session_id}";
  // Evidence: ends-another-session-user-without-user
  it("200 ends another session of the user, with or without the user_id that clients send", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const present = await signedIn(p, userId);
    for (const query of [{ user_id: "me" }, undefined]) {
      const other = await signedIn(p, userId);
      const response = await p.as(present).client(key, { params: { session_id: other.id }, ...(query && { query }) });
      expect({ status: response.status, body: response.body }).toEqual({ status: 200, body: { success: true } });
      expectError(await exchange(refreshForm(p, other.refresh_token)), 401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
    }
    expectRefreshed(await exchange(refreshForm(p, present.refresh_token)), userId);
  });

  // Evidence: server-tier-any-user
  it("200 at server tier for any user", async () => {
    const p = await project();
    const session = await signedIn(p, await bareUser(p.id));
    expect((await p.server(key, { params: { session_id: session.id } })).status).toBe(200);
    expect(await sessionRow(p, session.id)).toBeUndefined();
  });

  it("404 for a session that does not exist, is over, or is another project's", async () => {
    const [p, other] = [await project(), await project()];
    const [ended, foreign] = [await signedIn(p, await bareUser(p.id)), await signedIn(other, await bareUser(other.id))];
    await p.server(key, { params: { session_id: ended.id } });
    for (const id of [newId(), ended.id, foreign.id]) {
      expectPlainError(await p.server(key, { params: { session_id: id } }), 404, "Session not found.");
    }
    expect(await sessionRow(other, foreign.id)).toBeDefined();
  });

  // Attack: a user who signs another one out.
  it("404 at client tier for another user's session, with and without a user", async () => {
    const p = await project();
    const [mine, theirs] = [await signedIn(p, await bareUser(p.id)), await signedIn(p, await bareUser(p.id))];
    const params = { session_id: theirs.id };
    expectPlainError(await p.as(mine).client(key, { params }), 404, "Session not found.");
    expectPlainError(await p.client(key, { params }), 404, "Session not found.");
    expect(await sessionRow(p, theirs.id)).toBeDefined();
  });

  it("400 CANNOT_DELETE_CURRENT_SESSION for the session of the request", async () => {
    const p = await project();
    const session = await signedIn(p, await bareUser(p.id));
    const response = await p.as(session).client(key, { params: { session_id: session.id } });
    expectError(response, 400, "CANNOT_DELETE_CURRENT_SESSION");
    expect(await sessionRow(p, session.id)).toBeDefined();
  });

  it("400 SCHEMA_ERROR for an id that is none", async () => {
    const response = await (await project()).server(key, { params: { session_id: "x" } });
    expectError(response, 400, "SCHEMA_ERROR");
    expect(response.body.error).toContain("params.session_id must be a valid UUID");
  });
});

describe("DELETE /auth/sessions/current", () => {
  const key = "DELETE /auth/sessions/current";
  // Evidence: ends-session-access-token-stays-valid
  it("200 ends the session; its access token reads until it expires, and writes nothing", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const [present, other] = [await signedIn(p, userId), await signedIn(p, userId)];
    const response = await p.as(present).client(key, { body: {} });
    expect({ status: response.status, body: response.body }).toEqual({ status: 200, body: { success: true } });
    expectError(await exchange(refreshForm(p, present.refresh_token)), 401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
    expectRefreshed(await exchange(refreshForm(p, other.refresh_token)), userId);
    expect((await p.as(present).client("GET /auth/sessions", { query: { user_id: "me" } })).status).toBe(200);
    const written = await p.as(present).client("PATCH /users/me", { body: { display_name: "Mallory" } });
    expectError(written, 401, "ACCESS_TOKEN_EXPIRED", { expired_at_millis: null });
  });

  it("401 REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED when it has ended already", async () => {
    const p = await project();
    const session = await signedIn(p, await bareUser(p.id));
    await p.as(session).client(key);
    expectError(await p.as(session).client(key), 401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
  });

  it("401 USER_AUTHENTICATION_REQUIRED without an access token", async () => {
    const p = await project();
    expectError(await p.client(key), 401, "USER_AUTHENTICATION_REQUIRED");
  });
});
