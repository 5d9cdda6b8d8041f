import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { apiKeys } from "../../db/api-keys/schema";
import { passkeys } from "../../db/users/schema";
import { authenticator } from "../../testing/authenticator";
import { emailCode, redeemCode, signInByCode } from "../../testing/code-sign-ins";
import { freshAddress, mailbox } from "../../testing/mailbox";
import { signInWithProvider } from "../../testing/oauth-sign-ins";
import {
  callbackUrl,
  codeIn,
  password,
  readUser,
  resetCode,
  signIn,
  signUp,
  signUpBody,
} from "../../testing/password-sign-ins";
import { db, type TestProject, type Tokens } from "../../testing/project";
import { expectError } from "../../testing/refusals";
import type { TestResponse } from "../../testing/send-request";
import { isAlive, signedIn } from "../../testing/sign-ins";
import { userKey } from "../api-keys/api-keys.fixtures";
import { invited } from "../teams/invitations/invitations.fixtures";
import { add, changeOne, paramsOf } from "../users/contact-channels/contact-channels.fixtures";
import { create } from "../users/users/users.fixtures";
import { expectSignedIn } from "./oauth/oauth.fixtures";
import { register, signIn as signInByPasskey } from "./passkey/passkey.fixtures";
import { newPassword, openProject, preHijacked } from "./planted-accounts.fixtures";

/** Plants what an attacker who holds a user's tokens sets up to get in later, by requests of the account page alone. */
async function plant(p: TestProject, userId: string, tokens: Tokens) {
  const own = p.as(tokens);
  const addresses = { unverified: freshAddress(), verified: freshAddress() };
  const asOwn = { user_id: "me", type: "email", used_for_auth: true };
  await own.client("POST /contact-channels", { body: { ...asOwn, value: addresses.unverified } });
  const { body: channel } = await own.client("POST /contact-channels", {
    body: { ...asOwn, value: addresses.verified },
  });
  // As if the attacker had followed the link to the own mailbox.
  await p.server(changeOne, { params: paramsOf(channel), body: { is_verified: true } });
  await own.client("POST /auth/password/set", { body: { password } });
  const { authenticator: passkey } = await register(p, tokens);
  const account = freshAddress();
  await signInWithProvider(p, { email: account }, { query: { type: "link", token: tokens.access_token } });
  const keys = { description: "Planted", expires_at_millis: null };
  const { body: key } = await own.client("POST /user-api-keys", { body: { ...keys, user_id: "me" } });
  const { body: me } = await own.client("GET /users/me");
  const { body: teamKey } = await own.client("POST /team-api-keys", {
    body: { ...keys, team_id: me.selected_team_id },
  });
  const app = authenticator();
  await own.client("PATCH /users/me", { body: { totp_secret_base64: app.secretBase64 } });
  const stopped = await signIn(p, addresses.unverified);
  const attempt: string = stopped.body.details.attempt_code;
  await own.client("PATCH /users/me", { body: { otp_auth_enabled: true } });
  const resetLink = await resetCode(p, addresses.verified);
  const { linked: signInLink } = await emailCode(p, addresses.verified);
  const session = await signedIn(p, userId);
  expect([key.value, teamKey.value, attempt, resetLink, signInLink]).toEqual(Array(5).fill(expect.any(String)));
  return { addresses, passkey, account, key, teamKey, app, attempt, resetLink, signInLink, session };
}

/** Tries all that `plant` has set up, and finds it gone. */
async function expectUprooted(p: TestProject, userId: string, planted: Awaited<ReturnType<typeof plant>>) {
  const { addresses, passkey, account, key, teamKey, app, attempt, resetLink, signInLink, session } = planted;
  expect(await isAlive(p, session)).toBe(false);
  const body = { type: "totp", totp: await app.shows(), code: attempt };
  expectError(await p.client("POST /auth/mfa/sign-in", { body }), 404, "VERIFICATION_CODE_NOT_FOUND");
  expectError(await redeemCode(p, signInLink), 404, "VERIFICATION_CODE_NOT_FOUND");
  const reset = await p.client("POST /auth/password/reset", { body: { code: resetLink, password } });
  // Where the user was reset, the code of another email took this one with it.
  expect(["VERIFICATION_CODE_NOT_FOUND", "VERIFICATION_CODE_ALREADY_USED"]).toContain(reset.body.code);
  for (const email of Object.values(addresses)) {
    expectError(await signIn(p, email), 400, "EMAIL_PASSWORD_MISMATCH");
    expect((await signInByCode(p, { email })).body.user_id).not.toBe(userId);
  }
  expectError(await signInByPasskey(p, passkey), 400, "PASSKEY_AUTHENTICATION_FAILED");
  const byLink = await signInWithProvider(p, { email: account });
  expect(byLink.body.is_new_user).toBe(true);
  const checks = [
    await p.server("POST /user-api-keys/check", { body: { api_key: key.value } }),
    await p.server("POST /team-api-keys/check", { body: { api_key: teamKey.value } }),
  ];
  for (const check of checks) expectError(check, 404, "API_KEY_NOT_FOUND");
  const [left] = await db.batch([
    db
      .select()
      .from(passkeys)
      .where(and(eq(passkeys.projectId, p.id), eq(passkeys.userId, userId))),
  ]);
  expect(left).toEqual([]);
  const { body: channels } = await p.server("GET /contact-channels", { query: { user_id: userId } });
  const isLeft = (value: string) => channels.items.some((each: { value: string }) => each.value === value);
  expect([isLeft(addresses.unverified), isLeft(addresses.verified)]).toEqual([false, true]);
  expect(await readUser(p, userId)).toMatchObject({ requires_totp_mfa: false, passkey_auth_enabled: false });
}

describe("an anonymous user", () => {
  const upgrades: [string, (p: TestProject, tokens: Tokens) => Promise<TestResponse>][] = [
    [
      "a password",
      (p: TestProject, tokens: Tokens) => p.as(tokens).client("POST /auth/password/sign-up", { body: signUpBody() }),
    ],
    ["a code", (p: TestProject, tokens: Tokens) => signInByCode(p, { tokens })],
    [
      "a provider",
      (p: TestProject, tokens: Tokens) =>
        signInWithProvider(p, { email: freshAddress() }, { query: { token: tokens.access_token } }),
    ],
  ];

  // Attack: the attacker makes an anonymous user and sets up every way to sign in that the account page has. They plant the
  // tokens with a victim, say by a link to a site that stores them. The victim signs up, and works in an account that the
  // attacker can get into. Or the victim meets the attacker's second factor, and cannot get in at all.
  it.each(upgrades)(
    "has nothing of what was planted before they signed up by %s, nor a second factor to pass",
    async (_, upgrade) => {
      const p = await openProject();
      const { body: tokens } = await p.client("POST /auth/anonymous/sign-up");
      const planted = await plant(p, tokens.user_id, tokens);
      const victim = await upgrade(p, tokens);
      expectSignedIn(victim, tokens.user_id, true);
      expect(await isAlive(p, tokens)).toBe(false);
      await expectUprooted(p, tokens.user_id, planted);
      expect(await isAlive(p, victim.body)).toBe(true);
    },
  );

  // Evidence: anonymous-users-hand-no-selected-team-on
  // Attack: the attacker makes an anonymous user with a team, which an account of theirs joins, and plants the tokens. The victim signs up, and
  // what they make next goes into the selected team, unseen.
  it.each(upgrades)("keeps the selected team if nobody else is in it, and no other, by %s", async (_, upgrade) => {
    const p = await openProject({ "teams.allowClientTeamCreation": true });
    for (const isJoined of [true, false]) {
      const { body: tokens } = await p.client("POST /auth/anonymous/sign-up");
      const own = p.as(tokens as Required<Tokens>);
      const { body: team } = await own.client("POST /teams", { body: { display_name: "T", creator_user_id: "me" } });
      if (isJoined) {
        const { code } = await invited({ server: own.client }, team.id);
        const accepted = p.as(await signUp(p)).client("POST /team-invitations/accept", { body: { code } });
        expect((await accepted).status).toBe(200);
      }
      const selected = await own.client("PATCH /users/me", { body: { selected_team_id: team.id } });
      expect(selected.body.selected_team_id).toBe(team.id);
      expect((await upgrade(p, tokens as Tokens)).status).toBe(200);
      expect((await readUser(p, tokens.user_id)).selected_team_id).toBe(isJoined ? null : team.id);
    }
  });
});

describe("POST /auth/password/reset", () => {
  const key = "POST /auth/password/reset";

  // Evidence: proves-address-first-time-what-set
  // Attack: the attacker signs up with a victim's address, which is never verified, and sets up every other way to sign in.
  // The victim, told that the address is taken, resets the password, and believes the account to be theirs alone.
  it("200 proves an address for the first time: what was set up before is gone, and the address is verified", async () => {
    const p = await openProject();
    const attacker = await signUp(p);
    const planted = await plant(p, attacker.user_id, attacker);
    const code = await resetCode(p, attacker.email);
    expect((await p.client(key, { body: { code, password: newPassword } })).status).toBe(200);
    expectError(await signIn(p, attacker.email), 400, "EMAIL_PASSWORD_MISMATCH");
    await expectUprooted(p, attacker.user_id, planted);
    expect(await isAlive(p, attacker)).toBe(false);
    expect((await signIn(p, attacker.email, newPassword)).body.user_id).toBe(attacker.user_id);
    expect(await readUser(p, attacker.user_id)).toMatchObject({
      primary_email: attacker.email,
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      oauth_providers: [],
    });
  });

  // Evidence: keeps-second-factor-passkeys-links-keys
  it("200 keeps the second factor, passkeys, links and keys of a user whose address was verified", async () => {
    const p = await openProject();
    const email = freshAddress();
    const verified = { primary_email: email, primary_email_verified: true, primary_email_auth_enabled: true };
    const { id } = await create(p, { ...verified, password });
    const tokens = await signedIn(p, id);
    const { authenticator: passkey } = await register(p, tokens);
    await signInWithProvider(p, { email }, { query: { type: "link", token: tokens.access_token } });
    const apiKey = await userKey(p, id);
    await p.as(tokens).client("PATCH /users/me", { body: { totp_secret_base64: authenticator().secretBase64 } });
    const code = await resetCode(p, email);
    expect((await p.client(key, { body: { code, password: newPassword } })).status).toBe(200);
    expect(await isAlive(p, tokens)).toBe(false);
    expectError(await signIn(p, email, newPassword), 400, "MULTI_FACTOR_AUTHENTICATION_REQUIRED");
    expect((await signInByPasskey(p, passkey)).body.user_id).toBe(id);
    expect((await readUser(p, id)).oauth_providers).toHaveLength(1);
    const [keys] = await db.batch([db.select().from(apiKeys).where(eq(apiKeys.userId, id))]);
    expect(keys).toMatchObject([{ id: apiKey.id }]);
  });

  it("keeps the API keys of a team that others are in", async () => {
    const p = await openProject();
    const attacker = await signUp(p);
    const colleague = await signUp(p);
    const { body: team } = await p.server("POST /teams", { body: { display_name: "Team" } });
    for (const { user_id } of [attacker, colleague]) {
      await p.server("POST /team-memberships/{team_id}/{user_id}", { params: { team_id: team.id, user_id }, body: {} });
    }
    const fields = { description: "Robot", expires_at_millis: null, team_id: team.id };
    const { body: teamKey } = await p.server("POST /team-api-keys", { body: fields });
    const code = await resetCode(p, attacker.email);
    expect((await p.client(key, { body: { code, password: newPassword } })).status).toBe(200);
    const check = await p.server("POST /team-api-keys/check", { body: { api_key: teamKey.value } });
    expect(check.status).toBe(200);
  });
});

describe("an account that somebody set up with another person's address", () => {
  // Evidence: planted-account-is-owners-once-proven
  // Attack: the attacker signs up with the victim's address and a password. The victim gets an email from a site they know, and
  // follows its link. Months later they sign in there by Google, and both sides have verified the address. The attacker's
  // password, session, passkey, linked account and address still lead into the account in which the victim works.
  it("is the owner's of the address alone once they sign in by a provider", async () => {
    const p = await openProject();
    const planted = await preHijacked(p, p);
    const { attacker, passkey, account, second } = planted;
    await p.as(attacker).client("PATCH /users/me", { body: { otp_auth_enabled: true } });
    expect(await isAlive(p, attacker)).toBe(true);
    const victim = await signInWithProvider(p, { email: attacker.email });
    expectSignedIn(victim, attacker.user_id, false);
    expect(await isAlive(p, attacker)).toBe(false);
    for (const typed of [password, newPassword]) {
      expectError(await signIn(p, attacker.email, typed), 400, "EMAIL_PASSWORD_MISMATCH");
    }
    expectError(await signInByPasskey(p, passkey), 400, "PASSKEY_AUTHENTICATION_FAILED");
    expect((await signInWithProvider(p, { email: account }, { provider: "github" })).body.is_new_user).toBe(true);
    expect((await signInByCode(p, { email: second })).body.user_id).not.toBe(attacker.user_id);
    expect(await isAlive(p, victim.body)).toBe(true);
    expect(await readUser(p, attacker.user_id)).toMatchObject({
      primary_email: attacker.email,
      primary_email_verified: true,
      has_password: false,
      passkey_auth_enabled: false,
      oauth_providers: [{ id: "google" }],
    });
    // From then on it is an account like any other.
    expectSignedIn(await signInWithProvider(p, { email: attacker.email }), attacker.user_id, false);
    expect(await isAlive(p, victim.body)).toBe(true);
  });

  it("keeps its ways to sign in where its own user verified the address, or a reset has proven them since", async () => {
    const p = await openProject();
    const own = await signUp(p);
    const code = codeIn((await mailbox({ to: own.email })).at(-1));
    await p.as(own).client("POST /contact-channels/verify", { body: { code } });
    expectSignedIn(await signInWithProvider(p, { email: own.email }), own.user_id, false);
    expect((await signIn(p, own.email)).status).toBe(200);
    expect(await isAlive(p, own)).toBe(true);

    const { attacker } = await preHijacked(p, p);
    const reset = await resetCode(p, attacker.email);
    await p.client("POST /auth/password/reset", { body: { code: reset, password: "the owner's own" } });
    expectSignedIn(await signInWithProvider(p, { email: attacker.email }), attacker.user_id, false);
    expect((await signIn(p, attacker.email, "the owner's own")).status).toBe(200);
  });

  it("keeps its ways to sign in where a code signs its user in, who verified the address on another device", async () => {
    const p = await openProject();
    const own = await signUp(p);
    const code = codeIn((await mailbox({ to: own.email })).at(-1));
    await p.client("POST /contact-channels/verify", { body: { code } });
    await p.as(own).client("PATCH /users/me", { body: { otp_auth_enabled: true } });
    expectSignedIn(await signInByCode(p, { email: own.email }), own.user_id, false);
    expect((await signIn(p, own.email)).status).toBe(200);
    expect(await isAlive(p, own)).toBe(true);
  });

  // Attack: the attacker has the address verified in an impersonation, or while signed in as another user of theirs.
  it("is not proven by a session of another user", async () => {
    const p = await openProject();
    const other = await signUp(p);
    const { attacker } = await preHijacked(p, p.as(other));
    await signInWithProvider(p, { email: attacker.email });
    expect(await isAlive(p, attacker)).toBe(false);
  });

  // Attack: a thief of the mailbox, who lacks the authenticator app of the account, signs in by the provider to be rid of it.
  it("400 MULTI_FACTOR_AUTHENTICATION_REQUIRED and nothing ends where it has a second factor", async () => {
    const p = await openProject();
    const { attacker } = await preHijacked(p, p);
    const app = authenticator();
    await p.as(attacker).client("PATCH /users/me", { body: { totp_secret_base64: app.secretBase64 } });
    const stopped = await signInWithProvider(p, { email: attacker.email });
    expectError(stopped, 400, "MULTI_FACTOR_AUTHENTICATION_REQUIRED");
    expectError(await signIn(p, attacker.email, newPassword), 400, "MULTI_FACTOR_AUTHENTICATION_REQUIRED");
    expect((await readUser(p, attacker.user_id)).requires_totp_mfa).toBe(true);
  });
});

describe("POST /auth/password/send-reset-code", () => {
  const key = "POST /auth/password/send-reset-code";

  // Attack: an address resets an account's password although nobody has shown that they own it. Somebody added it to the account
  // by mistake, or a thief of an access token planted it.
  it("200 and no email to an address that is neither primary nor verified", async () => {
    const p = await openProject();
    const owner = await signUp(p);
    const planted = await add(p, owner.user_id, { value: freshAddress(), used_for_auth: true });
    const request = () => p.client(key, { body: { email: planted.value, callback_url: callbackUrl } });
    expect((await request()).status).toBe(200);
    expect((await p.client(key, { body: { email: owner.email, callback_url: callbackUrl } })).status).toBe(200);
    await mailbox({ to: owner.email, atLeast: 2 });
    expect(await mailbox({ to: planted.value, atLeast: 0 })).toEqual([]);
    await p.server(changeOne, { params: paramsOf(planted), body: { is_verified: true } });
    expect((await request()).status).toBe(200);
    expect(await mailbox({ to: planted.value })).toHaveLength(1);
  });

  it("404 VERIFICATION_CODE_NOT_FOUND for the email to a primary address that another one has replaced", async () => {
    const p = await openProject();
    const owner = await signUp(p);
    const code = await resetCode(p, owner.email);
    await add(p, owner.user_id, { value: freshAddress(), used_for_auth: true, is_primary: true });
    const response = await p.client("POST /auth/password/reset", { body: { code, password: newPassword } });
    expectError(response, 404, "VERIFICATION_CODE_NOT_FOUND");
  });
});
