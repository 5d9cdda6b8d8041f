import { and, eq, getTableColumns, getTableName, is, sql } from "drizzle-orm";
import { type SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, it } from "vitest";
import { endpoints } from "./contracts";
import { projects } from "./db/projects/schema";
import * as schema from "./db/schema";
import { sessions } from "./db/sessions/schema";
import type { EndpointKey } from "./protocol/endpoint";
import { rows } from "./testing/access-matrix";
import { password } from "./testing/access-matrix/inputs";
import { newScenario } from "./testing/access-matrix/scenario";
import { freshAddress } from "./testing/mailbox";
import { owner } from "./testing/owner";
import { anonymousUser, callbackUrl, signIn, signUp, signUpBody } from "./testing/password-sign-ins";
import { db, project, type TestProject } from "./testing/project";
import { expectError, expectPlainError } from "./testing/refusals";
import type { TestResponse } from "./testing/send-request";
import { claimsOf, signedIn } from "./testing/sign-ins";
import { accessToken, bareUser } from "./testing/tokens";

const totpSecret = "MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=";

/** The bodies of `PATCH /users/me` that change how its user signs in. */
const ownUserChanges = [
  { totp_secret_base64: totpSecret },
  { totp_secret_base64: null },
  { otp_auth_enabled: true },
  { passkey_auth_enabled: false },
];

type Change = [key: EndpointKey, role: "self" | "holder", body?: object];

/** The requests by which clients change credentials, addresses, links or keys, by the role that may send them. */
const changes: readonly Change[] = [
  ...ownUserChanges.map((body): Change => ["PATCH /users/me", "self", body]),
  ["DELETE /users/me", "self"],
  ["POST /contact-channels", "self"],
  ["PATCH /contact-channels/{user_id}/{contact_channel_id}", "self"],
  ["DELETE /contact-channels/{user_id}/{contact_channel_id}", "self"],
  ["POST /auth/password/set", "self"],
  ["POST /auth/password/update", "self"],
  ["POST /auth/passkey/initiate-passkey-registration", "self"],
  ["POST /auth/passkey/register", "self"],
  ["PATCH /auth/passkeys/{passkey_id}", "self"],
  ["DELETE /auth/passkeys/{passkey_id}", "self"],
  ["PATCH /oauth-providers/{user_id}/{provider_id}", "self"],
  ["DELETE /oauth-providers/{user_id}/{provider_id}", "self"],
  ["POST /user-api-keys", "self"],
  ["PATCH /user-api-keys/{api_key_id}", "self"],
  ["POST /team-api-keys", "holder"],
  ["PATCH /team-api-keys/{api_key_id}", "holder"],
  ["POST /auth/mfa/recovery-codes", "self"],
  ["POST /auth/cli/complete", "self"],
  ["POST /auth/sessions/current/reauthenticate", "self"],
  ["POST /auth/sessions/current/send-reauthentication-code", "self"],
  // Changes who administers the project, on the internal project alone.
  ["POST /internal/projects/transfer", "self"],
  ["PATCH /internal/owner-teams/{team_id}/members/{user_id}", "self"],
  // Gives a partner a key that does what the owner can, on the internal project alone.
  ["POST /integrations/custom/oauth/interaction/approve", "self"],
  ["POST /integrations/neon/oauth/interaction/approve", "self"],
];

/** The requests by which an anonymous user becomes one who signs in. */
const upgrades: readonly EndpointKey[] = ["POST /auth/password/sign-up", "POST /auth/otp/sign-in"];

const inputs = new Map(rows.map(({ key, input }) => [key, input]));

/** A request that the caller's user may send, with an access token of theirs and the session that it was made from. */
async function prepared(key: EndpointKey, role: "self" | "holder", body?: object) {
  const scenario = await newScenario();
  const { project: p, user, team } = scenario;
  const userId = role === "self" ? user.id : team.holderId;
  const fields = { primary_email: freshAddress(), ...(key === "POST /auth/password/update" && { password }) };
  await p.server("PATCH /users/{user_id}", { params: { user_id: userId }, body: fields });
  const input = { ...(await inputs.get(key)?.(scenario)), ...(body && { body }) };
  const token = await accessToken(p.id, userId);
  const isIt = and(eq(sessions.projectId, p.id), eq(sessions.id, String(claimsOf(token).refresh_token_id)));
  const as = p.as({ access_token: token });
  return { p, isIt, send: (tier: "client" | "server" = "client") => as[tier](key, input) };
}

const tables = Object.values(schema).filter((each) => is(each, SQLiteTable));

/** Everything that is stored of a project, by table: the rows as one text each, so that they are read by one statement. */
async function stored(projectId: string) {
  const ofProjects = tables.flatMap((table) => {
    const { projectId: column, ...others } = getTableColumns(table) as Record<string, SQLiteColumn>;
    if (!column) return [];
    const quoted = Object.values(others).map((each) => sql`quote(${each})`);
    const values = sql.join(quoted, sql` || `);
    const rows = sql<string>`(select group_concat(${values}, ';') from ${table} where ${eq(column, projectId)})`;
    return [[getTableName(table), rows.as(getTableName(table))]];
  });
  const [[row]] = await db.batch([
    db.select(Object.fromEntries(ofProjects)).from(projects).where(eq(projects.projectId, projectId)),
  ]);
  return row;
}

describe("the endpoints that change how a user signs in", () => {
  it("are declared so, and no others", () => {
    const declared = endpoints.filter(({ changesCredentials }) => changesCredentials).map(({ key }) => key);
    expect(declared.toSorted()).toEqual([...new Set([...changes.map(([key]) => key), ...upgrades])].toSorted());
  });
});

const minute = 60_000;

describe.each(changes)("%s by %s %j", (key, role, body) => {
  // Evidence: refused-session-ended-expired-impersonates-has
  it("is refused to a session that ended, expired or impersonates, or has no recent proof, with nothing changed", async () => {
    const { p, isIt, send } = await prepared(key, role, body);
    const change = (fields: Partial<typeof sessions.$inferInsert>) =>
      db.batch([db.update(sessions).set(fields).where(isIt)]);
    const refusedWith = async (expectRefusal: (response: TestResponse) => void) => {
      const before = await stored(p.id);
      expectRefusal(await send());
      expect(await stored(p.id)).toEqual(before);
    };
    const expired = (response: TestResponse) =>
      expectError(response, 401, "ACCESS_TOKEN_EXPIRED", { expired_at_millis: null });

    // Attack: support staff who act as a user and leave themselves a way in.
    await change({ isImpersonation: true });
    const impersonating = "An impersonation session cannot change what outlasts it.";
    await refusedWith((response) => expectPlainError(response, 403, impersonating));
    await change({ isImpersonation: false });

    // Attack: the access token of a session that has ended, which verifies for minutes more.
    const [[session]] = await db.batch([db.select().from(sessions).where(isIt)]);
    await change({ expiresAt: 1 });
    await refusedWith(expired);
    await db.batch([db.delete(sessions).where(isIt)]);
    await refusedWith(expired);
    await db.batch([db.insert(sessions).values(session as typeof sessions.$inferInsert)]);

    // Attack: a computer that is left unlocked, or a session that was stolen whole.
    const provesAnew = key.includes("reauthenticat");
    await requireReauthentication(p);
    await change({ authenticatedAt: Date.now() - 15 * minute });
    if (!provesAnew) {
      await refusedWith((response) =>
        expectError(response, 403, "REAUTHENTICATION_REQUIRED", {
          max_age_millis: 900_000,
          methods: key === "POST /auth/password/update" ? ["password", "code"] : ["code"],
          requires_totp: false,
        }),
      );
      await change({ authenticatedAt: Date.now() - 14 * minute });
    }
    const { body: passed } = await send();
    expect(["REAUTHENTICATION_REQUIRED", "ACCESS_TOKEN_EXPIRED"]).not.toContain(passed.code);
  });
});

/** All requests by which clients may write. */
const writes = endpoints.filter(({ method, access }) => method !== "GET" && access.includes("client"));

describe.each(writes)("$key", ({ key, checksSession }) => {
  // Evidence: when-session-has-ended-nothing-changed
  it("401 when the session of the access token has ended, at every tier, with nothing changed", async () => {
    // Attack: the token of somebody who has signed out, or changed the password, verifies for minutes more. Whoever stole it makes
    // teams, accepts invitations, removes members, ends the new sessions, or leaves a way in.
    const { p, isIt, send } = await prepared(key, "self");
    await db.batch([db.delete(sessions).where(isIt)]);
    const before = await stored(p.id);
    for (const tier of ["client", "server"] as const) {
      const response = await send(tier);
      if (checksSession) expectError(response, 401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
      else expectError(response, 401, "ACCESS_TOKEN_EXPIRED", { expired_at_millis: null });
    }
    expect(await stored(p.id)).toEqual(before);
  });
});

/** The writes that an impersonation session may send. Each is here for a reason: what it changes ends with the session. */
const impersonated: readonly EndpointKey[] = [
  // Act by a password, a code or a refresh token of the request's own, whoever the access token is of.
  "POST /auth/anonymous/sign-up",
  "POST /auth/cli",
  "POST /auth/cli/poll",
  "POST /auth/hosted/authorize",
  "POST /auth/mfa/recovery/sign-in",
  "POST /auth/mfa/sign-in",
  "POST /auth/otp/send-sign-in-code",
  "POST /auth/otp/sign-in",
  "POST /auth/passkey/initiate-passkey-authentication",
  "POST /auth/passkey/sign-in",
  "POST /auth/password/reset",
  "POST /auth/password/send-reset-code",
  "POST /auth/password/sign-in",
  "POST /auth/password/sign-up",
  "POST /auth/sessions/current/refresh",
  "POST /contact-channels/verify",
  // Read.
  "POST /auth/cli/check",
  "POST /auth/oauth/connected-accounts/{provider_id}/access-token",
  "POST /auth/oauth/cross-domain/authorize",
  "POST /auth/otp/sign-in/check-code",
  "POST /auth/otp/sign-in/preview",
  "POST /auth/password/reset/check-code",
  "POST /connected-accounts/{user_id}/{provider_id}/access-token",
  "POST /connected-accounts/{user_id}/{provider_id}/{provider_account_id}/access-token",
  "POST /contact-channels/verify/check-code",
  "POST /contact-channels/verify/preview",
  "POST /integrations/custom/oauth/interaction/check",
  "POST /integrations/custom/projects/transfer/confirm/check",
  "POST /integrations/neon/oauth/interaction/check",
  "POST /integrations/neon/projects/transfer/confirm/check",
  "POST /team-invitations/accept/check-code",
  "POST /team-invitations/accept/details",
  "POST /team-invitations/accept/preview",
  // End the session itself, or say how the user is shown.
  "DELETE /auth/sessions/current",
  "PATCH /team-member-profiles/{team_id}/{user_id}",
  "PATCH /users/me",
];

describe("the writes that take an impersonation session", () => {
  it("are these, and no others", () => {
    const declared = writes.filter(({ takesImpersonation }) => takesImpersonation).map(({ key }) => key);
    expect(declared.toSorted()).toEqual(impersonated.toSorted());
  });

  it("200 for a name of the user", async () => {
    const p = await project();
    const session = await signedIn(p, await bareUser(p.id), { is_impersonation: true });
    const response = await p.as(session).client("PATCH /users/me", { body: { display_name: "Ada" } });
    expect([response.status, response.body.display_name]).toEqual([200, "Ada"]);
  });

  it("201 at server tier, where the key decides", async () => {
    const p = await project();
    const session = await signedIn(p, await bareUser(p.id), { is_impersonation: true });
    const response = await p.as(session).server("POST /teams", { body: { display_name: "Crew" } });
    expect(response.status).toBe(201);
  });
});

describe.each(writes.filter(({ takesImpersonation }) => !takesImpersonation))("$key", ({ key }) => {
  // Evidence: impersonation-session-changes-nothing-outlasts
  it("403 for a session that impersonates its user, with nothing changed", async () => {
    // Attack: support staff act as a user for an hour. They make an accomplice a member, accept an invitation, remove the owners or end
    // the user's own sessions. Or they leave keys, teams and purchases behind.
    const { p, isIt, send } = await prepared(key, "holder");
    await db.batch([db.update(sessions).set({ isImpersonation: true }).where(isIt)]);
    const before = await stored(p.id);
    expectPlainError(await send(), 403, "An impersonation session cannot change what outlasts it.");
    expect(await stored(p.id)).toEqual(before);
  });
});

describe("POST /internal/projects", () => {
  // Evidence: internal-projects-when-owner-has-signed
  it("401 ACCESS_TOKEN_EXPIRED when the owner has signed out", async () => {
    // Attack: a token that was stolen before makes projects in the owner's name.
    const admin = await owner();
    const body = { display_name: "Acme", owner_team_id: admin.teamId };
    expect((await admin.client("POST /internal/projects", { body })).status).toBe(201);
    await admin.client("DELETE /auth/sessions/current");
    const refused = await admin.client("POST /internal/projects", { body });
    expectError(refused, 401, "ACCESS_TOKEN_EXPIRED", { expired_at_millis: null });
  });
});

async function requireReauthentication({ id }: TestProject): Promise<void> {
  const [[row]] = await db.batch([db.select().from(projects).where(eq(projects.projectId, id))]);
  const configOverride = JSON.stringify({
    ...JSON.parse(row?.configOverride ?? ""),
    "auth.sessions.reauthenticationMinutes": 15,
  });
  await db.batch([db.update(projects).set({ configOverride }).where(eq(projects.projectId, id))]);
}

describe("the session of a change", () => {
  it("is read in the round trip that loads the caller", async () => {
    const p = await project();
    const session = await signedIn(p, await bareUser(p.id));
    const body = { user_id: "me", type: "email", value: freshAddress(), used_for_auth: false };
    const response = await p.as(session).client("POST /contact-channels", { body });
    expect({ status: response.status, d1: response.cost.d1 }).toEqual({ status: 201, d1: 2 });
  });
});

describe("a stolen access token", () => {
  // Evidence: plants-address-once-session-has-ended
  it("plants no address once its session has ended", async () => {
    // Attack: the owner has signed out everywhere. The thief adds an address of their own that signs in, and makes it primary. They
    // reset the password through it and have the account for good.
    const p = await project();
    const owner = await signUp(p);
    const thief = p.as({ access_token: owner.access_token });
    await p.as(owner).client("DELETE /auth/sessions/current");
    const value = freshAddress();
    const planted = { user_id: "me", type: "email", value, used_for_auth: true, is_primary: true };
    const response = await thief.client("POST /contact-channels", { body: planted });
    expectError(response, 401, "ACCESS_TOKEN_EXPIRED", { expired_at_millis: null });
    const { body: channels } = await p.server("GET /contact-channels", { query: { user_id: owner.user_id } });
    expect(channels.items.map((channel: { value: string }) => channel.value)).toEqual([owner.email]);
    await p.client("POST /auth/password/send-reset-code", { body: { email: value, callback_url: callbackUrl } });
    expect((await signIn(p, owner.email)).status).toBe(200);
  });

  it("takes over no anonymous user once its session has ended", async () => {
    // Attack: the guest has signed out on a shared computer; the holder of the token turns the account into their own.
    const p = await project();
    const { userId, tokens } = await anonymousUser(p);
    const thief = p.as({ access_token: tokens.access_token });
    await p.as(tokens).client("DELETE /auth/sessions/current");
    const before = await stored(p.id);
    const response = await thief.client("POST /auth/password/sign-up", { body: signUpBody() });
    expectError(response, 401, "ACCESS_TOKEN_EXPIRED", { expired_at_millis: null });
    expect(await stored(p.id)).toEqual(before);
    expect(await isAnonymous(p, userId)).toBe(true);
  });

  it("changes nothing of a session that another user has", async () => {
    // Attack: a session id is no secret, and a token that names another user's living session must not borrow its life.
    const p = await project();
    const [userId, otherUserId] = [await bareUser(p.id), await bareUser(p.id)];
    const { id: refresh_token_id } = await signedIn(p, otherUserId);
    const token = await accessToken(p.id, userId, { claims: { refresh_token_id } });
    const response = await p.as({ access_token: token }).client("DELETE /users/me");
    expectError(response, 401, "ACCESS_TOKEN_EXPIRED", { expired_at_millis: null });
  });
});

describe("an impersonation session", () => {
  it("403 when it hands itself to a command line, also without an access token", async () => {
    // Attack: support staff who let a command line of their own share the session that they have as a user.
    const p = await project();
    const session = await signedIn(p, await bareUser(p.id), { is_impersonation: true });
    const { body: login } = await p.client("POST /auth/cli", { body: {} });
    const body = { login_code: login.login_code, refresh_token: session.refresh_token };
    const response = await p.client("POST /auth/cli/complete", { body });
    expectPlainError(response, 403, "An impersonation session cannot change what outlasts it.");
    const { body: poll } = await p.client("POST /auth/cli/poll", { body: { polling_code: login.polling_code } });
    expect(poll).toEqual({ status: "waiting" });
  });
});

describe("a server", () => {
  it("201 for a named user by its key, which needs no session of theirs", async () => {
    const p = await project();
    const body = { user_id: await bareUser(p.id), type: "email", value: freshAddress(), used_for_auth: false };
    expect((await p.server("POST /contact-channels", { body })).status).toBe(201);
  });
});

async function isAnonymous(p: TestProject, userId: string): Promise<boolean> {
  return (await p.server("GET /users/{user_id}", { params: { user_id: userId } })).body.is_anonymous;
}
