import { and, eq, inArray } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { validatePatch } from "../../../config";
import { projects } from "../../../db/projects/schema";
import { deleteExpiredSessions } from "../../../db/sessions/changes";
import { sessions } from "../../../db/sessions/schema";
import type { Json } from "../../../protocol/fields";
import { passMinute } from "../../../testing/jobs";
import { freshAddress } from "../../../testing/mailbox";
import { planOf } from "../../../testing/measured-databases";
import { db, project, type TestProject } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";
import { d1 } from "../../../testing/shards";
import { exchange, expectRefreshed, isAlive, refreshForm, sessionRow, signedIn } from "../../../testing/sign-ins";
import { bareUser } from "../../../testing/tokens";

const minutes = 60_000;
const yearMillis = 365 * 24 * 60 * minutes;

type Policy = Record<string, Json>;

/** Changes a project's rules on sessions while it has some. */
async function reconfigure(p: TestProject, policy: Policy): Promise<void> {
  const configOverride = JSON.stringify({
    "auth.password.allowSignIn": true,
    "domains.allowLocalhost": true,
    ...policy,
  });
  await db.batch([db.update(projects).set({ configOverride }).where(eq(projects.projectId, p.id))]);
}

/** A session of a user, with times of it that lie so long ago. */
async function aged(p: TestProject, ages: { createdMillisAgo?: number; usedMillisAgo?: number } = {}) {
  const userId = await bareUser(p.id);
  const session = await signedIn(p, userId);
  const { createdMillisAgo = 0, usedMillisAgo = 0 } = ages;
  const times = { createdAt: Date.now() - createdMillisAgo, lastUsedAt: Date.now() - usedMillisAgo };
  const isIt = and(eq(sessions.projectId, p.id), eq(sessions.id, session.id));
  await db.batch([db.update(sessions).set(times).where(isIt)]);
  return { ...session, userId };
}

async function lastUsed({ id }: { id: string }, lastUsedAt: number): Promise<void> {
  await db.batch([db.update(sessions).set({ lastUsedAt }).where(eq(sessions.id, id))]);
}

describe.each([
  [
    "older than the project lets sessions live",
    { "auth.sessions.lifetimeMinutes": 60 },
    { createdMillisAgo: 60 * minutes },
  ],
  ["unused for as long as the project allows", { "auth.sessions.idleMinutes": 30 }, { usedMillisAgo: 30 * minutes }],
] as const)("a session %s", (_, policy, ages) => {
  // Evidence: refreshed-neither-endpoint-though-began-under
  // Attack: a refresh token that was taken long ago, from a backup or a computer that was sold.
  it("is refreshed at neither endpoint, though it began under no such rule", async () => {
    const p = await project();
    const session = await aged(p, ages);
    await reconfigure(p, policy);
    expectError(await exchange(refreshForm(p, session.refresh_token)), 401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
    const headers = { "x-stack-refresh-token": session.refresh_token };
    const response = await p.client("POST /auth/sessions/current/refresh", { headers });
    expectError(response, 401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
  });

  it("is not listed, changes no way to sign in, and is handed to no command line", async () => {
    const p = await project(policy);
    const session = await aged(p, ages);
    const { body: list } = await p.server("GET /auth/sessions", { query: { user_id: session.userId } });
    expect(list.items).toEqual([]);
    const body = { user_id: "me", type: "email", value: freshAddress(), used_for_auth: true };
    const planted = await p.as(session).client("POST /contact-channels", { body });
    expectError(planted, 401, "ACCESS_TOKEN_EXPIRED", { expired_at_millis: null });
    const { body: login } = await p.client("POST /auth/cli", { body: {} });
    const handed = { login_code: login.login_code, refresh_token: session.refresh_token };
    const completed = await p.client("POST /auth/cli/complete", { body: handed });
    expectError(completed, 401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
  });

  it("lives one minute earlier, and costs one round trip to refresh", async () => {
    const p = await project(policy);
    const earlier = Object.fromEntries(Object.entries(ages).map(([name, age]) => [name, age - minutes]));
    const session = await aged(p, earlier);
    const response = await exchange(refreshForm(p, session.refresh_token));
    expectRefreshed(response, session.userId);
    expect(response.cost).toMatchObject({ d1: 1, rowsWritten: 0 });
  });
});

describe("a new session", () => {
  // Evidence: ends-project-s-rule-when-server
  it("ends with the project's rule, or when the server wants it to end earlier", async () => {
    const p = await project({ "auth.sessions.lifetimeMinutes": 60 });
    const userId = await bareUser(p.id);
    const lifetimes = [undefined, yearMillis, 5 * minutes].map(async (expires_in_millis) => {
      const session = await signedIn(p, userId, { ...(expires_in_millis && { expires_in_millis }) });
      const row = await sessionRow(p, session.id);
      return (row?.expiresAt ?? 0) - (row?.createdAt ?? 0);
    });
    expect(await Promise.all(lifetimes)).toEqual([60 * minutes, 60 * minutes, 5 * minutes]);
  });

  // Evidence: ends-least-recently-used-ones-beyond
  it("ends the least recently used ones beyond the project's number, and no impersonation", async () => {
    const p = await project({ "auth.sessions.maxPerUser": 2 });
    const userId = await bareUser(p.id);
    const [older, newer] = [await signedIn(p, userId), await signedIn(p, userId)];
    const impersonation = await signedIn(p, userId, { is_impersonation: true });
    await lastUsed(older, 3);
    await lastUsed(newer, 2);
    await lastUsed(impersonation, 1);
    const newest = await signedIn(p, userId);
    const alive = await Promise.all([older, newer, impersonation, newest].map((each) => isAlive(p, each)));
    expect(alive).toEqual([true, false, true, true]);
  });

  // Evidence: impersonations-end-beyond-a-hundred
  it("ends the least recently used impersonation beyond a hundred, whatever the project's number, and no session of the user's", async () => {
    // Attack: a server key begins impersonations of one user without end, each a session that stays for a year.
    const p = await project({ "auth.sessions.maxPerUser": 1 });
    const userId = await bareUser(p.id);
    const own = await signedIn(p, userId);
    const impersonate = () => signedIn(p, userId, { is_impersonation: true });
    const [oldest, next] = [await impersonate(), await impersonate()];
    await lastUsed(oldest, 1);
    await lastUsed(next, 2);
    await Promise.all(Array.from({ length: 99 }, impersonate));
    const alive = await Promise.all([own, oldest, next].map((each) => isAlive(p, each)));
    expect(alive).toEqual([true, false, true]);
  });

  // Evidence: ends-sessions-beyond-a-hundred
  it("ends the least recently used one beyond a hundred where the project has no number", async () => {
    // Attack: whoever knows one password signs in again and again, and each sign-in leaves a session for a year.
    const p = await project();
    const userId = await bareUser(p.id);
    const [oldest, next] = [await signedIn(p, userId), await signedIn(p, userId)];
    await lastUsed(oldest, 1);
    await lastUsed(next, 2);
    await Promise.all(Array.from({ length: 99 }, () => signedIn(p, userId)));
    expect([await isAlive(p, oldest), await isAlive(p, next)]).toEqual([false, true]);
    const [{ rows } = { rows: 0 }] = (
      await d1.prepare("select count(*) as rows from sessions where user_id = ?").bind(userId).all<{ rows: number }>()
    ).results;
    expect(rows).toBe(100);
  });

  it("leaves those of other users, and all within the number", async () => {
    const p = await project({ "auth.sessions.maxPerUser": 1 });
    const other = await signedIn(p, await bareUser(p.id));
    const userId = await bareUser(p.id);
    const replaced = await signedIn(p, userId);
    const kept = await signedIn(p, userId);
    expect([await isAlive(p, other), await isAlive(p, replaced), await isAlive(p, kept)]).toEqual([true, false, true]);
    await reconfigure(p, {});
    await signedIn(p, userId);
    expect(await isAlive(p, kept)).toBe(true);
  });
});

describe("the settings", () => {
  it.each([
    ["lifetimeMinutes", 5, 528_480],
    ["idleMinutes", 15, 528_480],
    ["maxPerUser", 1, 100],
    ["reauthenticationMinutes", 1, 43_200],
  ])("%s is a whole number from %i to %i", (name, min, max) => {
    const complaint = (value: unknown) => validatePatch({ [`auth.sessions.${name}`]: value });
    for (const value of [min, max]) expect(complaint(value)).toBeNull();
    for (const value of [min - 1, max + 1, min + 0.5, "60"]) expect(complaint(value)).toContain(name);
  });
});

const hours = 60 * minutes;

/** A session of a new user, which expired some time ago if that is given. */
async function session(p: TestProject, expiredForMillis?: number) {
  const userId = await bareUser(p.id);
  const signIn = await signedIn(p, userId);
  if (expiredForMillis !== undefined) {
    const expiresAt = Date.now() - expiredForMillis;
    await db.batch([db.update(sessions).set({ expiresAt }).where(eq(sessions.id, signIn.id))]);
  }
  return { ...signIn, userId };
}

async function stored(...ids: string[]): Promise<string[]> {
  const [rows] = await db.batch([db.select({ id: sessions.id }).from(sessions).where(inArray(sessions.id, ids))]);
  return rows.map(({ id }) => id).sort();
}

describe("the sweep of sessions", () => {
  it("deletes those of all projects that expired twelve hours ago, and no others", async () => {
    const [p, other] = [await project(), await project()];
    const [live, late] = [await session(p), await session(p, 12 * hours - minutes)];
    const [old, older] = [await session(p, 12 * hours + minutes), await session(other, 300 * 24 * hours)];
    await passMinute();
    expect(await stored(live.id, late.id, old.id, older.id)).toEqual([live.id, late.id].sort());
    expectRefreshed(await exchange(refreshForm(p, live.refresh_token)), live.userId);
  });

  it("leaves an access token that outlives its session able to sign out", async () => {
    const p = await project();
    const ended = await session(p, 9 * minutes);
    await passMinute();
    expect((await p.as(ended).client("DELETE /auth/sessions/current")).status).toBe(200);
  });

  it("finds them by an index", async () => {
    expect(await planOf(deleteExpiredSessions(db, 1))).toMatch(
      /SEARCH sessions USING COVERING INDEX sessions_by_expiry/,
    );
  });
});
