import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { auditEvents } from "../../db/audit/schema";
import { internalApiKeys } from "../../db/projects/internal-keys/schema";
import { projects } from "../../db/projects/schema";
import { sessions } from "../../db/sessions/schema";
import { teams } from "../../db/teams/schema";
import { users } from "../../db/users/schema";
import { verificationCodes } from "../../db/verification-codes/schema";
import { newProjectKey } from "../../platform/secrets";
import { db, project, type TestProject } from "../../testing/project";
import { expectError, expectPlainError } from "../../testing/refusals";
import { signedIn } from "../../testing/sign-ins";
import { bareUser } from "../../testing/tokens";

const override = {
  "teams.allowClientTeamCreation": true,
  "auth.passkey.allowSignIn": true,
  "apiKeys.enabled.user": true,
};
const team = { body: { display_name: "Crew" } };
const challenge = "POST /auth/passkey/initiate-passkey-authentication";

/** A project that this isolate has seen, with a user who is signed in. */
async function seenProject() {
  const p = await project(override);
  const userId = await bareUser(p.id);
  const tokens = await signedIn(p, userId);
  return { p, userId, tokens, user: p.as(tokens) };
}

/** Reads what the writes of this file have stored in a project. */
async function stored({ id }: TestProject) {
  const [teamRows, codes, sessionRows] = await db.batch([
    db.select({ id: teams.id }).from(teams).where(eq(teams.projectId, id)),
    db.select({ id: verificationCodes.id }).from(verificationCodes).where(eq(verificationCodes.projectId, id)),
    db.select({ id: sessions.id }).from(sessions).where(eq(sessions.projectId, id)),
  ]);
  return { teams: teamRows.length, codes: codes.length, sessions: sessionRows.length };
}

const untouched = { teams: 0, codes: 0, sessions: 1 };

async function setOverride(p: TestProject, changes: Record<string, boolean>): Promise<void> {
  const configOverride = JSON.stringify({ ...override, ...changes });
  await db.batch([db.update(projects).set({ configOverride }).where(eq(projects.projectId, p.id))]);
}

describe("a write that travels with the caller", () => {
  it("is done in one round trip, once", async () => {
    const { p, userId, user } = await seenProject();
    const key = { description: "CI", expires_at_millis: null, is_public: false, user_id: userId };
    const responses = [
      await p.server("POST /teams", team),
      await user.client("POST /teams", team),
      await p.server("POST /user-api-keys", { body: key }),
      await p.client(challenge, { body: {} }),
      await user.client("DELETE /auth/sessions/current"),
    ];
    expect(responses.map(({ status, cost }) => [status, cost.d1])).toEqual([
      [201, 1],
      [201, 1],
      [200, 1],
      [200, 1],
      [200, 1],
    ]);
    expect(await stored(p)).toEqual({ teams: 2, codes: 1, sessions: 0 });
  });

  it("is in the audit log as the same write is in a round trip of its own", async () => {
    const [seen, unseen] = [await seenProject(), await project(override)];
    const logged = async (p: TestProject, d1: number) => {
      expect((await p.server("POST /teams", team)).cost.d1).toBe(d1);
      const isIt = eq(auditEvents.projectId, p.id);
      const [events] = await db.batch([db.select().from(auditEvents).where(isIt)]);
      const [keySets] = await db.batch([
        db.select({ id: internalApiKeys.id }).from(internalApiKeys).where(eq(internalApiKeys.projectId, p.id)),
      ]);
      return events
        .filter(({ type }) => type === "team.created")
        .map(({ actorType, actorId, expiresAt, createdAt }) => ({
          actorType,
          isKeySet: actorId === keySets[0]?.id,
          kept: expiresAt - createdAt,
        }));
    };
    const event = { actorType: "key", isKeySet: true, kept: 365 * 24 * 60 * 60 * 1000 };
    expect([await logged(unseen, 2), await logged(seen.p, 1)]).toEqual([[event], [event]]);
  });

  it("is not done for a key that is wrong, of another tier, revoked or expired", async () => {
    // Attack: to write first and be refused afterwards.
    const { p, tokens } = await seenProject();
    const asServer = (key: string) =>
      p.server("POST /teams", { ...team, headers: { "x-stack-secret-server-key": key } });
    for (const key of [newProjectKey("ssk"), p.keys.client]) {
      expectError(await asServer(key), 401, "INVALID_SECRET_SERVER_KEY");
    }
    for (const change of [{ manuallyRevokedAt: 1 }, { manuallyRevokedAt: null, expiresAt: 1 }]) {
      await db.batch([db.update(internalApiKeys).set(change).where(eq(internalApiKeys.projectId, p.id))]);
      expectError(await asServer(p.keys.server), 401, "INVALID_SECRET_SERVER_KEY");
      expectError(await p.client(challenge, { body: {} }), 401, "INVALID_PUBLISHABLE_CLIENT_KEY");
      expectError(await p.as(tokens).client("DELETE /auth/sessions/current"), 401, "INVALID_PUBLISHABLE_CLIENT_KEY");
    }
    expect(await stored(p)).toEqual(untouched);
  });

  it("is not done for another project's key, another branch, or a project that is deleted", async () => {
    // Attack: a key that is right somewhere else, or was.
    const [{ p }, other] = [await seenProject(), await seenProject()];
    const foreign = { "x-stack-secret-server-key": other.p.keys.server };
    expectError(await p.server("POST /teams", { ...team, headers: foreign }), 401, "INVALID_SECRET_SERVER_KEY");
    const branch = { "x-stack-branch-id": "dev" };
    expectError(await p.server("POST /teams", { ...team, headers: branch }), 400, "BRANCH_DOES_NOT_EXIST");
    await db.batch([db.update(projects).set({ deletedAt: 1 }).where(eq(projects.projectId, p.id))]);
    expectError(await p.server("POST /teams", team), 400, "CURRENT_PROJECT_NOT_FOUND");
    expect(await stored(p)).toEqual(untouched);
  });

  it("is not done for a user who is suspended or gone, or whose anonymous token is older than their sign-up", async () => {
    // Attack: an access token goes on working for minutes.
    const { p, userId, user } = await seenProject();
    const isUser = eq(users.id, userId);
    await db.batch([db.update(users).set({ suspendedAt: 1 }).where(isUser)]);
    expectError(await user.client("POST /teams", team), 401, "ACCESS_TOKEN_EXPIRED");
    expectError(await user.client("DELETE /auth/sessions/current"), 401, "ACCESS_TOKEN_EXPIRED");
    await db.batch([db.update(users).set({ suspendedAt: null, isAnonymous: true }).where(isUser)]);
    const anonymous = p.as(await signedIn(p, userId));
    await db.batch([db.update(users).set({ isAnonymous: false }).where(isUser)]);
    expectError(await anonymous.client("POST /teams", team), 401, "ACCESS_TOKEN_EXPIRED");
    expect(await stored(p)).toEqual({ ...untouched, sessions: 2 });
    await db.batch([db.delete(users).where(isUser)]);
    expectError(await user.client("POST /teams", team), 401, "USER_AUTHENTICATION_REQUIRED");
    expect((await stored(p)).teams).toBe(0);
  });

  it("401 ACCESS_TOKEN_EXPIRED for a session that has ended, by itself or by the project's rules", async () => {
    // Attack: an access token verifies for minutes after its session has ended.
    const rules = { "auth.sessions.lifetimeMinutes": 60, "auth.sessions.idleMinutes": 30 };
    const p = await project({ ...override, ...rules });
    const tokens = await signedIn(p, await bareUser(p.id));
    const user = p.as(tokens);
    expect((await user.client("POST /teams", team)).cost.d1).toBe(1);
    const now = Date.now();
    const living = { expiresAt: now + 60_000, createdAt: now, lastUsedAt: now };
    const ends = [{ expiresAt: now }, { createdAt: now - 60 * 60_000 }, { lastUsedAt: now - 30 * 60_000 }];
    for (const end of ends) {
      await db.batch([
        db
          .update(sessions)
          .set({ ...living, ...end })
          .where(eq(sessions.id, tokens.id)),
      ]);
      expectError(await user.client("POST /teams", team), 401, "ACCESS_TOKEN_EXPIRED", { expired_at_millis: null });
      expect((await user.client("GET /users/me")).status).toBe(200);
    }
    expect(await stored(p)).toEqual({ ...untouched, teams: 1 });
    await db.batch([db.update(sessions).set(living).where(eq(sessions.id, tokens.id))]);
    expect((await user.client("POST /teams", team)).cost.d1).toBe(1);
  });

  it("is not done by the rules that an isolate remembers, when others hold by now", async () => {
    // Attack: what the owner has switched off goes on in isolates that have not noticed.
    const { p, userId, user } = await seenProject();
    const off = {
      "teams.allowClientTeamCreation": false,
      "auth.passkey.allowSignIn": false,
      "apiKeys.enabled.user": false,
    };
    const key = { description: "CI", expires_at_millis: null, is_public: false, user_id: userId };
    const attempts = [
      async () =>
        expectPlainError(
          await user.client("POST /teams", team),
          403,
          "Client team creation is disabled for this project",
        ),
      async () => expectError(await p.client(challenge, { body: {} }), 400, "PASSKEY_AUTHENTICATION_NOT_ENABLED"),
      async () => expect((await p.server("POST /user-api-keys", { body: key })).status).toBe(400),
    ];
    for (const attempt of attempts) {
      await setOverride(p, {});
      await p.server("GET /users");
      await setOverride(p, off);
      await attempt();
    }
    expect(await stored(p)).toEqual(untouched);
    await setOverride(p, {});
    expect((await user.client("POST /teams", team)).status).toBe(201);
  });
});
