import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { renderConfig } from "../../config";
import { sessions } from "../../db/sessions/schema";
import { readUser as readRow, selectUser, type User } from "../../db/users/queries";
import { readSettings } from "../../platform/env";
import { fail } from "../../protocol/fail";
import { authenticator } from "../../testing/authenticator";
import { emailCode, otpProject, redeemCode, signInByCode } from "../../testing/code-sign-ins";
import { freshAddress, mailbox } from "../../testing/mailbox";
import {
  beginFlow,
  codeFor,
  errorPage,
  locationOf,
  oauthProject,
  returnAs,
  signInWithProvider,
} from "../../testing/oauth-sign-ins";
import { owner } from "../../testing/owner";
import {
  anonymousUser,
  codeIn,
  password,
  resetCode,
  signIn,
  signUp,
  signUpBody,
} from "../../testing/password-sign-ins";
import { db, internalProject, project, type TestProject, tierHeaders } from "../../testing/project";
import { expectError, expectPlainError } from "../../testing/refusals";
import { sendRequest } from "../../testing/send-request";
import { claimsOf, exchange, isAlive, signedIn } from "../../testing/sign-ins";
import { countSessions, liftSuspension, suspend } from "../../testing/suspensions";
import { accessToken } from "../../testing/tokens";
import { keyProject, userKey } from "../api-keys/api-keys.fixtures";
import { invited, invitingProject } from "../teams/invitations/invitations.fixtures";
import { membersOf, teamIn, userOf } from "../teams/teams.fixtures";
import { create } from "../users/users/users.fixtures";
import { hostedProject, hostedSession, redemption, signInOn, visit } from "./hosted/hosted.fixtures";
import { subjectOf } from "./oauth/oauth.fixtures";
import { issueSession } from "./sessions";

/** A user with a verified address that signs in. */
async function verifiedUser(p: TestProject, fields: object = {}) {
  const email = freshAddress();
  const verified = { primary_email: email, primary_email_verified: true, primary_email_auth_enabled: true };
  const { id } = await create(p, { ...verified, ...fields });
  return { email, id };
}

async function withSecondFactor(p: TestProject) {
  const { email, user_id: id } = await signUp(p);
  const app = authenticator();
  const body = { totp_secret_base64: app.secretBase64 };
  await p.server("PATCH /users/{user_id}", { params: { user_id: id }, body });
  const attempt = async (): Promise<string> => (await signIn(p, email)).body.details.attempt_code;
  return { email, id, app, attempt };
}

const refused = "USER_SUSPENDED";

describe("an address that a suspended user has not proven", () => {
  // Evidence: suspensions-are-not-planted
  // Attack: somebody signs up with the victim's address and has the account suspended. Whichever proof of the address the victim has, they are
  // told that it is taken, or are suspended themselves.
  it.each<[string, boolean, (p: TestProject, email: string) => Promise<string>]>([
    ["a code", true, async (p, email) => (await signInByCode(p, { email })).body.user_id],
    ["a code, without passwords", false, async (p, email) => (await signInByCode(p, { email })).body.user_id],
    ["a provider", true, async (p, email) => subjectOf(await signInWithProvider(p, { email }))],
    ["a provider, without passwords", false, async (p, email) => subjectOf(await signInWithProvider(p, { email }))],
  ])("is theirs who comes by %s, and the other user stays suspended", async (_, hasPasswords, enter) => {
    const p = await oauthProject({ "auth.otp.allowSignIn": true });
    const { email, user_id: planted } = await signUp(p);
    const config = { credential_enabled: hasPasswords };
    expect((await p.admin("PATCH /internal/projects/current", { body: { config } })).status).toBe(200);
    await suspend(p, planted);
    const userId = await enter(p, email);
    expect(userId).not.toBe(planted);
    const { body } = await p.server("GET /users/{user_id}", { params: { user_id: userId } });
    expect(body).toMatchObject({ primary_email: email, primary_email_auth_enabled: true });
    const { body: other } = await p.server("GET /users/{user_id}", { params: { user_id: planted } });
    expect(other).toMatchObject({ primary_email: null });
    expect(await countSessions(planted)).toBe(0);
  });

  it("is not theirs by a link from before: 400, and whoever signs up with it is not suspended", async () => {
    // Attack: the victim opens the link that the planter's sign-up had emailed. It would prove the address as that of the suspended user.
    // Its page says beforehand that it does not.
    const p = await project();
    const { email, user_id: planted } = await signUp(p);
    const [message] = await mailbox({ to: email });
    await suspend(p, planted);
    const link = { body: { code: codeIn(message) } };
    expectError(await p.client("POST /contact-channels/verify/preview", link), 404, "VERIFICATION_CODE_NOT_FOUND");
    for (const key of ["POST /contact-channels/verify/check-code", "POST /contact-channels/verify"] as const) {
      expectPlainError(await p.client(key, link), 400, "Contact channel not found. Was your contact channel deleted?");
    }
    const { body } = await p.server("GET /users/{user_id}", { params: { user_id: planted } });
    expect(body).toMatchObject({ primary_email: email, primary_email_verified: false });
  });

  it("is taken by nobody without a proof: 409, and no reset leads in until the suspension is lifted", async () => {
    // Attack: a stranger signs up with the address of somebody who is suspended for a while and has never proven it. Afterwards their
    // password is wrong, and their reset leads into the stranger's account.
    const p = await project({ "auth.otp.allowSignIn": true });
    const { email, user_id } = await signUp(p);
    const code = await resetCode(p, email);
    await suspend(p, user_id);
    expectError(
      await p.client("POST /auth/password/sign-up", { body: signUpBody({ email }) }),
      409,
      "USER_EMAIL_ALREADY_EXISTS",
    );
    const other = await anonymousUser(p);
    const body = { user_id: "me", type: "email", value: email, used_for_auth: true };
    expect((await p.as(other.tokens).client("POST /contact-channels", { body })).status).toBe(409);
    const reset = { body: { code, password: `${password}!` } };
    expectError(await p.client("POST /auth/password/reset", reset), 404, "VERIFICATION_CODE_NOT_FOUND");
    await liftSuspension(p, user_id);
    expect((await signIn(p, email)).body.user_id).toBe(user_id);
  });
});

// Evidence: suspended-users-have-no-way-in
// Attack: a suspended user tries every way in, those that the suspension did not exist for as well as those begun before it.
describe("a suspended user gets no session", () => {
  it("by a password, and a wrong one is refused as before; by the password again once the suspension is lifted", async () => {
    const p = await project();
    const { email, user_id } = await signUp(p);
    const wrong = await signIn(p, email, "a wrong password");
    await suspend(p, user_id);
    expectError(await signIn(p, email), 403, refused);
    const stillWrong = await signIn(p, email, "a wrong password");
    expect([stillWrong.status, stillWrong.body]).toEqual([wrong.status, wrong.body]);
    expect(await countSessions(user_id)).toBe(0);
    await liftSuspension(p, user_id);
    expect((await signIn(p, email)).status).toBe(200);
  });

  it("by a code that was emailed before, nor by one that is emailed now, as to anyone", async () => {
    const p = await otpProject();
    const { email, id } = await verifiedUser(p, { otp_auth_enabled: true });
    const before = await emailCode(p, email);
    await suspend(p, id);
    expectError(await redeemCode(p, before.linked), 404, "VERIFICATION_CODE_NOT_FOUND");
    await liftSuspension(p, id);
    expectError(await redeemCode(p, before.linked), 404, "VERIFICATION_CODE_NOT_FOUND");
    await suspend(p, id);
    expectError(await signInByCode(p, { email }), 403, refused);
    expect(await countSessions(id)).toBe(0);
    await liftSuspension(p, id);
    expect((await signInByCode(p, { email })).status).toBe(200);
  });

  it("by a second factor whose attempt was begun before, nor is one begun now", async () => {
    const p = await project();
    const { email, id, app, attempt } = await withSecondFactor(p);
    const code = await attempt();
    await suspend(p, id);
    const body = { type: "totp", totp: await app.shows(), code };
    expectError(await p.client("POST /auth/mfa/sign-in", { body }), 404, "VERIFICATION_CODE_NOT_FOUND");
    expectError(await signIn(p, email), 403, refused);
    expect(await countSessions(id)).toBe(0);
    await liftSuspension(p, id);
    const again = { type: "totp", totp: await app.shows(), code: await attempt() };
    expect((await p.client("POST /auth/mfa/sign-in", { body: again })).status).toBe(200);
  });

  it("by a provider: the callback ends on the app's error page, and a code from before does not redeem", async () => {
    const p = await oauthProject();
    const visitor = { email: freshAddress() };
    const { body } = await signInWithProvider(p, visitor);
    const id = String(claimsOf(body.access_token).sub);
    const code = await codeFor(p, visitor);
    const flow = await beginFlow(p, { query: { error_redirect_url: errorPage } });
    await suspend(p, id);
    expectError(await exchange(code), 403, refused);
    const ended = locationOf(await returnAs(flow, visitor));
    expect(ended.pathname).toBe("/handler/error");
    expect(ended.searchParams.get("errorCode")).toBe(refused);
    expectError(await returnAs(await beginFlow(p), visitor), 403, refused);
    expect(await countSessions(id)).toBe(0);
    await liftSuspension(p, id);
    expect((await signInWithProvider(p, visitor)).status).toBe(200);
  });

  it("by a provider's account with their address, which is not linked", async () => {
    const p = await oauthProject();
    const { email, id } = await verifiedUser(p, { password });
    await suspend(p, id);
    expectError(await returnAs(await beginFlow(p), { email, emailVerified: true }), 403, refused);
    await liftSuspension(p, id);
    const { body } = await p.server("GET /users/{user_id}", { params: { user_id: id } });
    expect(body.oauth_providers).toEqual([]);
  });

  it("by linking another account with an access token from before", async () => {
    const p = await oauthProject();
    const { access_token, user_id } = await signUp(p);
    const link = { type: "link", token: access_token };
    const flow = await beginFlow(p, { query: link });
    const granted = await codeFor(p, { email: freshAddress() }, { query: link });
    await suspend(p, user_id);
    expectError(await exchange(granted), 400, "INVALID_AUTHORIZATION_CODE");
    expectError(await returnAs(flow, { email: freshAddress() }), 401, "ACCESS_TOKEN_EXPIRED");
    expect(await countSessions(user_id)).toBe(0);
  });

  it("by signing up as the anonymous user that they are", async () => {
    const p = await project();
    const { userId, tokens } = await anonymousUser(p);
    await suspend(p, userId);
    const response = await p.as(tokens).client("POST /auth/password/sign-up", { body: signUpBody() });
    expectError(response, 401, "ACCESS_TOKEN_EXPIRED");
    expect((await p.server("GET /users/{user_id}", { params: { user_id: userId } })).body.is_anonymous).toBe(true);
  });

  it("by the login of a command line, waiting or completed", async () => {
    const p = await project();
    const tokens = await signUp(p);
    const begin = async () => (await p.client("POST /auth/cli", { body: {} })).body;
    const complete = (login_code: string) =>
      p.client("POST /auth/cli/complete", { body: { login_code, refresh_token: tokens.refresh_token } });
    const [waiting, completed] = [await begin(), await begin()];
    expect((await complete(completed.login_code)).status).toBe(200);
    await suspend(p, tokens.user_id);
    expectError(await complete(waiting.login_code), 401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
    const { body } = await p.client("POST /auth/cli/poll", { body: { polling_code: completed.polling_code } });
    expect(await isAlive(p, body)).toBe(false);
  });

  it("on a website by the session on the hosted pages, nor by a code of it from before", async () => {
    const p = await hostedProject();
    const session = await hostedSession(p);
    const website = await signInOn(p, session);
    const form = redemption(p, await visit(p, session));
    await suspend(p, session.userId);
    expectError(await exchange(form), 400, "INVALID_AUTHORIZATION_CODE");
    expectError((await visit(p, session)).response, 401, "ACCESS_TOKEN_EXPIRED");
    expect(await isAlive(p, website)).toBe(false);
    expect(await countSessions(session.userId)).toBe(0);
  });
});

describe("what a suspended user holds", () => {
  // Evidence: ends-refresh-tokens-good-access-tokens
  // Attack: a user who is about to be suspended keeps tokens, which are valid for minutes and for a year.
  it("ends: refresh tokens for good, access tokens on the next request at every tier", async () => {
    const p = await project();
    const tokens = await signUp(p);
    await suspend(p, tokens.user_id);
    const headers = { "x-stack-refresh-token": tokens.refresh_token };
    const refreshed = await p.client("POST /auth/sessions/current/refresh", { headers });
    expectError(refreshed, 401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
    expect(await isAlive(p, tokens)).toBe(false);
    const as = p.as({ access_token: tokens.access_token });
    for (const send of [as.client, as.server, as.admin]) {
      const response = await send("GET /users/me");
      expectError(response, 401, "ACCESS_TOKEN_EXPIRED");
      expect(response.cost.d1).toBe(1);
    }
    const named = await as.client("PATCH /users/me", { body: { display_name: "Still here" } });
    expectError(named, 401, "ACCESS_TOKEN_EXPIRED");
    await liftSuspension(p, tokens.user_id);
    expect(await isAlive(p, tokens)).toBe(false);
    const { body } = await p.server("GET /users/{user_id}", { params: { user_id: tokens.user_id } });
    expect(body.display_name).toBeNull();
  });

  // Attack: a session that comes into the database by another way than a sign-in, such as from a backup.
  it("ends also where a session of theirs is there", async () => {
    const p = await project();
    const { id } = await create(p);
    const session = await signedIn(p, id);
    const [[row]] = await db.batch([db.select().from(sessions).where(eq(sessions.id, session.id))]);
    await suspend(p, id);
    if (row) await db.batch([db.insert(sessions).values(row)]);
    expect(await countSessions(id)).toBe(1);
    expect(await isAlive(p, session)).toBe(false);
  });

  // Attack: a user who is suspended goes on by an API key, which a server checks without a session.
  it("opens nothing: an API key is refused as revoked while the suspension lasts, in one round trip", async () => {
    const p = await keyProject();
    const [user, other] = [await create(p), await create(p)];
    const [own, others] = [await userKey(p, user.id), await userKey(p, other.id)];
    const check = (key: { value: string }) => p.server("POST /user-api-keys/check", { body: { api_key: key.value } });
    await suspend(p, user.id);
    const response = await check(own);
    expectError(response, 401, "API_KEY_REVOKED");
    expect(response.cost.d1).toBe(1);
    expect((await check(others)).status).toBe(200);
    await liftSuspension(p, user.id);
    const again = await check(own);
    expect([again.status, again.body.manually_revoked_at_millis]).toEqual([200, undefined]);
  });

  // Attack: a suspended user is invited to a team, and joins with an access token from before.
  it("joins no team", async () => {
    const p = await invitingProject();
    const [user, team] = [await userOf(p), await teamIn(p)];
    const { code } = await invited(p, team.id);
    await suspend(p, user.id);
    expectError(await user.client("POST /team-invitations/accept", { body: { code } }), 401, "ACCESS_TOKEN_EXPIRED");
    expect(await membersOf(team.id)).not.toContain(user.id);
  });

  it("is not lost: teams, keys and addresses are there once the suspension is lifted", async () => {
    const p = await keyProject();
    const { email, user_id: id } = await signUp(p);
    const team = await teamIn(p);
    await p.server("POST /team-memberships/{team_id}/{user_id}", {
      params: { team_id: team.id, user_id: id },
      body: {},
    });
    const before = (await p.server("GET /users/{user_id}", { params: { user_id: id } })).body;
    await suspend(p, id);
    await liftSuspension(p, id);
    expect((await p.server("GET /users/{user_id}", { params: { user_id: id } })).body).toEqual(before);
    expect(await membersOf(team.id)).toContain(id);
    expect((await signIn(p, email)).status).toBe(200);
  });
});

describe("a sign-in that races with the suspension", () => {
  // Attack: 40 sign-ins are sent in the moment of the suspension, so that some have read the user before.
  it("leaves no session, however many race", async () => {
    const p = await project();
    const { email, user_id } = await signUp(p);
    const raced = Array.from({ length: 40 }, () => signIn(p, email));
    const [, ...responses] = await Promise.all([suspend(p, user_id), ...raced]);
    expect(await countSessions(user_id)).toBe(0);
    for (const { status } of responses) expect([200, 401, 403]).toContain(status);
  });

  // Attack: the sign-in has read the user before, and writes the session after.
  it("401 REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED where the user was read before", async () => {
    const p = await project();
    const { id } = await create(p);
    const one = { projectId: p.id, userId: id };
    await suspend(p, id);
    const [[row]] = await db.batch([selectUser(db, one)]);
    const asRead: User | undefined = row && { ...readRow(row), suspendedAt: null };
    const sender = { place: null, userAgent: "" };
    const { ATTEMPTS: attempts } = env;
    const tools = { db, settings: readSettings(env), attempts, endUserIp: null, endUserAgent: null, sender, fail };
    const issuing = issueSession(tools, { id: p.id, config: renderConfig({}) }, asRead as User, {
      isNewUser: false,
      method: "password",
    });
    const error = await issuing.catch((each) => each);
    expect(error.code).toBe("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
    expect(await countSessions(id)).toBe(0);
  });
});

// Attack: a user of the internal project who is suspended goes on to administer their projects by an access token.
it("a suspended owner administers nothing", async () => {
  const me = await owner();
  const { body } = await me.client("POST /internal/projects", {
    body: { display_name: "Mine", owner_team_id: me.teamId },
  });
  const read = (token = me.token) =>
    sendRequest("GET /users", {
      headers: { ...tierHeaders(body.id, "admin", ""), "x-stack-admin-access-token": token },
    });
  expect((await read()).status).toBe(200);
  await suspend(internalProject(), me.userId);
  const refusal = "The user associated with the admin access token is no longer valid.";
  expectPlainError(await read(), 401, `${refusal} Please refresh the admin access token and try again.`);
  await liftSuspension(internalProject(), me.userId);
  expectError(await read(), 401, "ADMIN_ACCESS_TOKEN_EXPIRED");
  expect((await read(await accessToken("internal", me.userId))).status).toBe(200);
});
