import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { projects } from "../../../db/projects/schema";
import { users } from "../../../db/users/schema";
import { verificationCodes } from "../../../db/verification-codes/schema";
import { emailCode, otpProject, redeemCode, sendCode, signInByCode } from "../../../testing/code-sign-ins";
import { freshAddress, mailbox } from "../../../testing/mailbox";
import { anonymousUser, password, readUser, resetCode, signIn, signUp } from "../../../testing/password-sign-ins";
import { db, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { claimsOf, deletedWhileSigningIn, isAlive, signedIn } from "../../../testing/sign-ins";
import { refusesSuspended } from "../../../testing/suspensions";
import { followLink } from "../planted-accounts.fixtures";

const key = "POST /auth/otp/sign-in";
const check = "POST /auth/otp/sign-in/check-code";
const noCode = "0".repeat(45);

/** A verified address that its user signs in with. */
function provenAddress(email: string) {
  return { primary_email: email, primary_email_auth_enabled: true, primary_email_verified: true };
}

async function reconfigure(p: TestProject, override: Record<string, boolean>): Promise<void> {
  const configOverride = JSON.stringify({
    "auth.otp.allowSignIn": true,
    "domains.allowLocalhost": true,
    ...override,
  });
  await db.batch([db.update(projects).set({ configOverride }).where(eq(projects.projectId, p.id))]);
}

async function changeCodes(p: TestProject, changes: Partial<typeof verificationCodes.$inferInsert>): Promise<void> {
  await db.batch([db.update(verificationCodes).set(changes).where(eq(verificationCodes.projectId, p.id))]);
}

/** A user's only address, as they see it. */
async function channelOf(p: TestProject, user: { user_id: string; access_token: string }) {
  const query = { user_id: user.user_id };
  return (await p.as(user).client("GET /contact-channels", { query })).body.items[0];
}

async function usedCodes(p: TestProject): Promise<number> {
  const [codes] = await db.batch([db.select().from(verificationCodes).where(eq(verificationCodes.projectId, p.id))]);
  return codes.filter(({ kind, usedAt }) => kind === "sign_in" && usedAt !== null).length;
}

describe("POST /auth/otp/sign-in", () => {
  deletedWhileSigningIn(async () => {
    const p = await otpProject();
    const { linked } = await emailCode(p);
    return { projectId: p.id, send: () => redeemCode(p, linked) };
  });

  refusesSuspended(async () => {
    const p = await otpProject();
    const email = freshAddress();
    const { body } = await signInByCode(p, { email });
    return { p, userId: body.user_id, send: () => signInByCode(p, { email }) };
  });

  it("200 makes a user for a free address, verified and signing in by codes", async () => {
    const p = await otpProject();
    const { email, linked } = await emailCode(p);
    const response = await redeemCode(p, linked);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      user_id: expect.any(String),
      is_new_user: true,
    });
    expect(response.cost).toMatchObject({ d1: 3, hashes: 0 });
    expect(await readUser(p, response.body.user_id)).toMatchObject({
      primary_email: email,
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      otp_auth_enabled: true,
      has_password: false,
      is_anonymous: false,
    });
    expect(await isAlive(p, response.body)).toBe(true);
  });

  it("200 signs in an existing user", async () => {
    const p = await otpProject();
    const { email, linked } = await emailCode(p);
    const first = await redeemCode(p, linked);
    const second = await signInByCode(p, { email: email.toUpperCase() });
    expect(second.body).toMatchObject({ user_id: first.body.user_id, is_new_user: false });
    expect(await isAlive(p, first.body)).toBe(true);
  });

  it.each(["typed as it is emailed", "typed in lower case"])(
    "200 for the code %s, completed by the nonce",
    async (how) => {
      const p = await otpProject();
      const { typed, nonce } = await emailCode(p);
      expect(typed).toBe(typed.toUpperCase());
      const code = (how === "typed as it is emailed" ? typed : typed.toLowerCase()) + nonce;
      expect((await redeemCode(p, code)).body).toMatchObject({ is_new_user: true });
    },
  );

  it("200 for a user without any other way to sign in, who has codes from then on", async () => {
    const p = await otpProject();
    const email = freshAddress();
    const { body: user } = await p.server("POST /users", { body: provenAddress(email) });
    expect((await signInByCode(p, { email })).body).toMatchObject({ user_id: user.id, is_new_user: false });
    expect(await readUser(p, user.id)).toMatchObject({ otp_auth_enabled: true });
  });

  it("200 for a user whose other ways to sign in the project does not offer any more", async () => {
    const p = await otpProject();
    const email = freshAddress();
    const { body: user } = await p.server("POST /users", { body: { ...provenAddress(email), password } });
    await reconfigure(p, { "auth.password.allowSignIn": false });
    expect((await signInByCode(p, { email })).body).toMatchObject({ user_id: user.id });
  });

  it("200 for a user with codes off whose linked account does not sign in, and no code when it does", async () => {
    const google = { type: "google", isShared: true, allowSignIn: true, allowConnectedAccounts: true };
    const p = await otpProject({ "auth.oauth.providers.google": google });
    const email = freshAddress();
    const fields = { ...provenAddress(email), otp_auth_enabled: false };
    const { body: user } = await p.server("POST /users", { body: fields });
    const link = { provider_config_id: "google", account_id: "7", allow_connected_accounts: true };
    const { body } = await p.server("POST /oauth-providers", {
      body: { ...link, user_id: user.id, allow_sign_in: true },
    });
    await sendCode(p, email);
    expect((await mailbox({ to: email })).map(({ links }) => links)).toEqual([[]]);
    await p.server("PATCH /oauth-providers/{user_id}/{provider_id}", {
      params: { user_id: user.id, provider_id: body.id },
      body: { allow_sign_in: false },
    });
    expect((await signInByCode(p, { email })).body).toMatchObject({ user_id: user.id });
  });

  it("409 USER_EMAIL_ALREADY_EXISTS for a user who has switched codes off, also for a code from before", async () => {
    // Attack: a user signs in by password alone, because others read their mailbox. An emailed code lets those others in, and
    // switches codes on again.
    const p = await otpProject();
    const email = freshAddress();
    const fields = { ...provenAddress(email), password, otp_auth_enabled: true };
    const { body: user } = await p.server("POST /users", { body: fields });
    const { linked } = await emailCode(p, email);
    const own = await signedIn(p, user.id);
    await p.as(own).client("PATCH /users/me", { body: { otp_auth_enabled: false } });
    const details = { email, would_work_if_email_was_verified: false };
    expectError(await redeemCode(p, linked), 409, "USER_EMAIL_ALREADY_EXISTS", details);
    const { nonce } = (await sendCode(p, email)).body;
    expectError(await redeemCode(p, `zzzzzz${nonce}`), 404, "VERIFICATION_CODE_NOT_FOUND");
    expect(await readUser(p, user.id)).toMatchObject({ otp_auth_enabled: false, otp_auth_switched_off: true });
    await p.as(own).client("PATCH /users/me", { body: { otp_auth_enabled: true } });
    expect((await signInByCode(p, { email })).body).toMatchObject({ user_id: user.id });
    expect(await readUser(p, user.id)).not.toHaveProperty("otp_auth_switched_off");
  });

  it("stays off for a user who resets their password", async () => {
    // Attack: whoever reads the mailbox resets the password, so that codes sign them in from then on without a trace.
    const p = await otpProject();
    const email = freshAddress();
    const { body: user } = await p.server("POST /users", {
      body: { ...provenAddress(email), password, otp_auth_enabled: false },
    });
    const reset = { code: await resetCode(p, email), password: "another horse battery" };
    expect((await p.client("POST /auth/password/reset", { body: reset })).status).toBe(200);
    expect(await readUser(p, user.id)).toMatchObject({ otp_auth_switched_off: true });
  });

  // Evidence: codes-lead-into-no-planted-account
  it("is off for an account that its email alone has verified, until a reset claims it", async () => {
    // Attack: who has signed up with a stranger's address waits in the account. The stranger follows the link of its email, and then
    // signs in by a code, into an account of which another person has the password.
    const p = await otpProject();
    const planter = await signUp(p);
    const { email } = planter;
    await followLink(p, email);
    expect(await channelOf(p, planter)).toMatchObject({ is_verified: true, is_proven_by_email_alone: true });
    expect(await readUser(p, planter.user_id)).toMatchObject({ primary_email_proven_by_email_alone: true });
    const withCodes = async () =>
      (await p.server("GET /users", { query: { sign_in_method: "otp" } })).body.items.length;
    const counted = async () => [await withCodes(), (await p.admin("GET /internal/metrics")).body.code_users];
    expect(await counted()).toEqual([0, 0]);
    const { nonce } = (await sendCode(p, email)).body;
    expect((await mailbox({ to: email, atLeast: 2 })).at(-1)?.subject).toBe("How to sign in to Test project");
    expectError(await redeemCode(p, `zzzzzz${nonce}`), 404, "VERIFICATION_CODE_NOT_FOUND");
    const reset = { code: await resetCode(p, email), password: "another horse battery" };
    expect((await p.client("POST /auth/password/reset", { body: reset })).status).toBe(200);
    expect(await isAlive(p, planter)).toBe(false);
    expect(await counted()).toEqual([1, 1]);
    const owner = (await signInByCode(p, { email })).body;
    expect(await channelOf(p, owner)).not.toHaveProperty("is_proven_by_email_alone");
    expect(await readUser(p, owner.user_id)).not.toHaveProperty("primary_email_proven_by_email_alone");
  });

  // Attack: account takeover before the owner signs up: signing up with their address, and waiting for them.
  it("409 USER_EMAIL_ALREADY_EXISTS for an account that appeared meanwhile, with the address unverified", async () => {
    const p = await otpProject();
    const { email, linked } = await emailCode(p);
    await signUp(p, { email });
    expectError(await redeemCode(p, linked), 409, "USER_EMAIL_ALREADY_EXISTS", {
      email,
      would_work_if_email_was_verified: true,
    });
    expect(await usedCodes(p)).toBe(0);
  });

  it("400 SIGN_UP_NOT_ENABLED and 403 where the rules have changed since the email; the code stays unused", async () => {
    const p = await otpProject();
    const { linked } = await emailCode(p);
    await reconfigure(p, { "auth.allowSignUp": false });
    expectError(await redeemCode(p, linked), 400, "SIGN_UP_NOT_ENABLED");
    await reconfigure(p, { "auth.otp.allowSignIn": false });
    expectPlainError(await redeemCode(p, linked), 403, "OTP sign-in is not enabled for this project");
    await reconfigure(p, {});
    expect((await redeemCode(p, linked)).status).toBe(200);
  });

  it("200 for an existing user where sign-up is off; 403 for them too where codes are switched off", async () => {
    const p = await otpProject();
    const { email, linked } = await emailCode(p);
    await redeemCode(p, linked);
    const again = await emailCode(p, email);
    await reconfigure(p, { "auth.otp.allowSignIn": false });
    expectPlainError(await redeemCode(p, again.linked), 403, "OTP sign-in is not enabled for this project");
    await reconfigure(p, { "auth.allowSignUp": false });
    expect((await redeemCode(p, again.linked)).body).toMatchObject({ is_new_user: false });
  });

  // Evidence: instead-tokens-code-used-up-way
  it("400 MULTI_FACTOR_AUTHENTICATION_REQUIRED instead of tokens; the code is used up, and no way to sign in is added", async () => {
    const p = await otpProject();
    const email = freshAddress();
    const { user_id } = (await signInByCode(p, { email })).body;
    const changes = { requiresTotpMfa: true, otpAuthEnabled: false };
    await db.batch([
      db
        .update(users)
        .set(changes)
        .where(and(eq(users.projectId, p.id), eq(users.id, user_id))),
    ]);
    const { linked } = await emailCode(p, email);
    const response = await redeemCode(p, linked);
    expectError(response, 400, "MULTI_FACTOR_AUTHENTICATION_REQUIRED", { attempt_code: expect.any(String) });
    expect(response.body.details.attempt_code).toHaveLength(45);
    expect(await readUser(p, user_id)).toMatchObject({ otp_auth_enabled: false });
    expectError(await redeemCode(p, linked), 409, "VERIFICATION_CODE_ALREADY_USED");
  });

  it("404 VERIFICATION_CODE_NOT_FOUND for a code that was never sent", async () => {
    expectError(await redeemCode(await otpProject(), noCode), 404, "VERIFICATION_CODE_NOT_FOUND");
  });

  // Attack: a code of one project, used at another.
  it("404 VERIFICATION_CODE_NOT_FOUND for a code of another project", async () => {
    const [p, other] = [await otpProject(), await otpProject()];
    const { linked } = await emailCode(other);
    expectError(await redeemCode(p, linked), 404, "VERIFICATION_CODE_NOT_FOUND");
    expect((await redeemCode(other, linked)).status).toBe(200);
  });

  // Attack: the code of half a sign-in, used for a whole one.
  it("404 VERIFICATION_CODE_NOT_FOUND for the attempt code of a second factor", async () => {
    const p = await otpProject();
    const email = freshAddress();
    const { user_id } = (await signInByCode(p, { email })).body;
    await db.batch([db.update(users).set({ requiresTotpMfa: true }).where(eq(users.id, user_id))]);
    const { body } = await signInByCode(p, { email });
    expectError(await redeemCode(p, body.details.attempt_code), 404, "VERIFICATION_CODE_NOT_FOUND");
  });

  it("400 VERIFICATION_CODE_EXPIRED after its time", async () => {
    const p = await otpProject();
    const { linked } = await emailCode(p);
    await changeCodes(p, { expiresAt: Date.now() });
    expectError(await redeemCode(p, linked), 400, "VERIFICATION_CODE_EXPIRED");
  });

  // Evidence: 20-sign-ins-code-once-19
  // Attack: replay, one after the other and all at once.
  it("200 for one of 20 sign-ins with one code at once, 409 VERIFICATION_CODE_ALREADY_USED for 19", async () => {
    const p = await otpProject();
    const { linked } = await emailCode(p);
    const responses = await Promise.all(Array.from({ length: 20 }, () => redeemCode(p, linked)));
    const refused = responses.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(19);
    for (const response of refused) expectError(response, 409, "VERIFICATION_CODE_ALREADY_USED");
    expectError(await redeemCode(p, linked), 409, "VERIFICATION_CODE_ALREADY_USED");
    expect((await p.server("GET /users")).body.items).toHaveLength(1);
  });

  // Evidence: after-20-guesses-right-code-too
  // Attack: brute force of the six characters, all at once, by the client that requested the email and so has the nonce.
  it("400 VERIFICATION_CODE_MAX_ATTEMPTS_REACHED after 20 guesses, for the right code too", async () => {
    const p = await otpProject();
    const { nonce, linked } = await emailCode(p);
    const guesses = Array.from({ length: 40 }, (_, index) => `ZZZZ${String(index).padStart(2, "0")}${nonce}`);
    const responses = await Promise.all(guesses.map((guess) => redeemCode(p, guess)));
    for (const response of responses) expectError(response, 404, "VERIFICATION_CODE_NOT_FOUND");
    expectError(await redeemCode(p, linked), 400, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED");
  });

  it("400 VERIFICATION_CODE_MAX_ATTEMPTS_REACHED after 20 tries that the rules have refused", async () => {
    // Attack: guessing where sign-up is off: a refusal by the rules would tell a right guess, as often as one tries.
    const p = await otpProject();
    const { linked } = await emailCode(p);
    await reconfigure(p, { "auth.allowSignUp": false });
    const responses = await Promise.all(Array.from({ length: 20 }, () => redeemCode(p, linked)));
    for (const response of responses) expectError(response, 400, "SIGN_UP_NOT_ENABLED");
    expectError(await redeemCode(p, linked), 400, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED");
    await reconfigure(p, {});
    expectError(await redeemCode(p, linked), 400, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED");
  });

  it("200 for one of 10 codes of one address at once, 409 VERIFICATION_CODE_ALREADY_USED for 9", async () => {
    const p = await otpProject();
    const email = freshAddress();
    const codes: string[] = [];
    while (codes.length < 10) codes.push((await emailCode(p, email)).linked);
    const responses = await Promise.all(codes.map((code) => redeemCode(p, code)));
    const refused = responses.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(9);
    for (const response of refused) expectError(response, 409, "VERIFICATION_CODE_ALREADY_USED");
  });

  it.each([
    [{}, "body.code must be defined"],
    [{ code: "x".repeat(44) }, "body.code must be exactly 45 characters"],
    [{ code: noCode, email: "a@example.com" }, "body contains unknown properties: email"],
  ])("400 SCHEMA_ERROR for %j", async (body, complaint) => {
    const response = await (await otpProject()).client(key, { body });
    expectError(response, 400, "SCHEMA_ERROR");
    expect(response.body.error).toContain(complaint);
  });
});

describe("an anonymous user who signs in by a code", () => {
  it("200 becomes the new user of the address, with the same id", async () => {
    const p = await otpProject();
    const { userId, tokens } = await anonymousUser(p, { displayName: "Ada", signedUpAt: 1 });
    const { email, linked } = await emailCode(p);
    const response = await redeemCode(p, linked, tokens);
    expect(response.body).toMatchObject({ user_id: userId, is_new_user: true });
    expect(claimsOf(response.body.access_token)).toMatchObject({ aud: p.id, is_anonymous: false, email });
    expect(await readUser(p, userId)).toMatchObject({
      primary_email: email,
      primary_email_verified: true,
      otp_auth_enabled: true,
      display_name: "Ada",
      is_anonymous: false,
      signed_up_at_millis: 1,
    });
  });

  it("200 for the existing user of the address; the anonymous user stays as it is", async () => {
    const p = await otpProject();
    const email = freshAddress();
    const { user_id } = (await signInByCode(p, { email })).body;
    const { userId, tokens } = await anonymousUser(p);
    const response = await signInByCode(p, { email, tokens });
    expect(response.body).toMatchObject({ user_id, is_new_user: false });
    expect(await readUser(p, userId)).toMatchObject({ is_anonymous: true, primary_email: null });
    expect(await isAlive(p, tokens)).toBe(true);
  });

  it("200 makes another user for the token of a user who is not anonymous", async () => {
    const p = await otpProject();
    const first = (await signInByCode(p)).body;
    const other = (await signInByCode(p, { tokens: first })).body;
    expect(other).toMatchObject({ is_new_user: true });
    expect(other.user_id).not.toBe(first.user_id);
  });

  // Evidence: revokes-tokens-before-refresh-token-access
  // Attack: session fixation: planting an anonymous user's tokens with a victim, and waiting for them to sign in.
  it("revokes the tokens from before: the refresh token and the access token", async () => {
    const p = await otpProject();
    const { tokens } = await anonymousUser(p);
    const response = await signInByCode(p, { tokens });
    expect(await isAlive(p, tokens)).toBe(false);
    expect(await isAlive(p, response.body)).toBe(true);
    const asBefore = await p.as(tokens).client("GET /users/me");
    expectError(asBefore, 401, "ACCESS_TOKEN_EXPIRED", { expired_at_millis: null });
    const setPassword = await p.as(tokens).client("POST /auth/password/set", { body: { password } });
    expectError(setPassword, 401, "ACCESS_TOKEN_EXPIRED");
  });

  // Attack: the same, with ways to sign in that were set up before the tokens were planted.
  it("revokes a password and a sign-in address from before", async () => {
    const p = await otpProject();
    const { userId, tokens } = await anonymousUser(p);
    const attacker = freshAddress();
    await p.as(tokens).client("POST /auth/password/set", { body: { password } });
    const { body: channel } = await p.as(tokens).client("POST /contact-channels", {
      body: { user_id: "me", type: "email", value: attacker, used_for_auth: true },
    });
    expect(channel).toMatchObject({ used_for_auth: true });
    const { email, linked } = await emailCode(p);
    expect((await redeemCode(p, linked, tokens)).body.user_id).toBe(userId);
    expect(await readUser(p, userId)).toMatchObject({ has_password: false, primary_email: email });
    for (const address of [email, attacker]) {
      expectError(await signIn(p, address), 400, "EMAIL_PASSWORD_MISMATCH");
    }
    expect((await signInByCode(p, { email: attacker })).body.user_id).not.toBe(userId);
  });
});

describe("POST /auth/otp/sign-in/check-code", () => {
  it("200 for a code that can be used, typed in any case, and does not use it", async () => {
    const p = await otpProject();
    const { typed, nonce, linked } = await emailCode(p);
    for (const code of [typed + nonce, linked]) {
      const response = await p.client(check, { body: { code } });
      expect({ status: response.status, body: response.body }).toEqual({ status: 200, body: { is_code_valid: true } });
    }
    expect((await redeemCode(p, linked)).status).toBe(200);
    expectError(await p.client(check, { body: { code: linked } }), 409, "VERIFICATION_CODE_ALREADY_USED");
  });

  it("404 VERIFICATION_CODE_NOT_FOUND for a wrong code, 400 VERIFICATION_CODE_EXPIRED after its time", async () => {
    const p = await otpProject();
    const { linked } = await emailCode(p);
    expectError(await p.client(check, { body: { code: noCode } }), 404, "VERIFICATION_CODE_NOT_FOUND");
    await changeCodes(p, { expiresAt: Date.now() });
    expectError(await p.client(check, { body: { code: linked } }), 400, "VERIFICATION_CODE_EXPIRED");
  });

  // Attack: distinguishing right guesses from wrong ones where nothing is used up.
  it("400 VERIFICATION_CODE_MAX_ATTEMPTS_REACHED at the 21st check, and for signing in then", async () => {
    const p = await otpProject();
    const { nonce, linked } = await emailCode(p);
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => p.client(check, { body: { code: `zzzz${10 + i}${nonce}` } })),
    );
    expectError(await p.client(check, { body: { code: linked } }), 400, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED");
    expectError(await redeemCode(p, linked), 400, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED");
  });
});

describe("POST /auth/otp/sign-in/preview", () => {
  const preview = "POST /auth/otp/sign-in/preview";

  it("200 with the address, as often as the page is opened; the code signs in afterwards", async () => {
    const p = await otpProject();
    const { email, linked } = await emailCode(p);
    for (let opened = 0; opened < 21; opened++) {
      const response = await p.client(preview, { body: { code: linked } });
      expect([response.status, response.body]).toEqual([200, { recipient_email: email }]);
    }
    expect((await redeemCode(p, linked)).status).toBe(200);
    const used = await p.client(preview, { body: { code: linked } });
    expectError(used, 409, "VERIFICATION_CODE_ALREADY_USED");
  });

  // Attack: who asked for the email has the nonce, and guesses what is typed where a guess would cost nothing.
  it("400 VERIFICATION_CODE_MAX_ATTEMPTS_REACHED after 20 guesses, also for the right code", async () => {
    const p = await otpProject();
    const { linked, nonce } = await emailCode(p);
    for (let guess = 0; guess < 20; guess++) {
      const wrong = await p.client(preview, { body: { code: `zzzzzz${nonce}` } });
      expectError(wrong, 404, "VERIFICATION_CODE_NOT_FOUND");
    }
    const body = { code: linked };
    expectError(await p.client(preview, { body }), 400, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED");
    expectError(await redeemCode(p, linked), 400, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED");
  });
});
