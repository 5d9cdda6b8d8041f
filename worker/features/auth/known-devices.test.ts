import { describe, expect, it } from "vitest";
import { authenticator } from "../../testing/authenticator";
import { callbackUrl, emailCode, otpProject } from "../../testing/code-sign-ins";
import { expectTooMany, failBefore, guessCounter, limited, refused, statuses, times } from "../../testing/limited";
import { freshAddress, mailbox } from "../../testing/mailbox";
import { password, resetCode, signUp, signUpBody } from "../../testing/password-sign-ins";
import { project, type TestProject } from "../../testing/project";
import { expectError } from "../../testing/refusals";

const signIn = (p: TestProject, email: string, tokens?: string[], { typed = password, from = limited() } = {}) => {
  const body = { email, password: typed, ...(tokens && { device_tokens: tokens }) };
  return p.client("POST /auth/password/sign-in", { body, ...from });
};

const keys = { code: "POST /auth/otp/send-sign-in-code", reset: "POST /auth/password/send-reset-code" } as const;

/** The token of a browser in which a user signs in for the first time. */
async function deviceToken(p: TestProject, email: string, typed = password): Promise<string> {
  const { body } = await signIn(p, email, [], { typed });
  expect(body.device_token).toMatch(/^[\w-]{36}\.[\w-]{43}$/);
  return body.device_token;
}

describe("a device with which the user has signed in", () => {
  // Evidence: strangers-do-not-lock-known-devices
  // Attack: strangers keep out a user who travels. They send a hundred wrong passwords from everywhere, and ten more from the
  // network that the user has come to.
  it("200 in a new network whose guesses are refused, however often others have guessed; 400 and 429 without its token", async () => {
    const p = await project();
    const { email, user_id } = await signUp(p);
    const token = await deviceToken(p, email);
    const cafe = limited();
    const guesses = times(10, (index) => signIn(p, email, [], { typed: `guess ${index}`, from: cafe }));
    expect(statuses(await Promise.all(guesses))).toEqual(new Set([400]));
    expectTooMany(await signIn(p, email, [], { from: cafe }), 600);
    expect((await signIn(p, email, [token], { from: cafe })).status).toBe(200);
    await failBefore(p, "password", user_id, 100);
    expectError(await signIn(p, email, []), 400, "EMAIL_PASSWORD_MISMATCH");
    expect((await signIn(p, email, [token])).status).toBe(200);
    // They are let in, so the strangers begin anew.
    expect((await signIn(p, email)).status).toBe(200);
  });

  // Evidence: strangers-leave-known-devices-reset-mails
  // Attack: a stranger keeps a user who travels from the emails by which they sign in or reset their password. The stranger
  // requests these emails from many sites, until those for all sites together are used up.
  it("200 for two emails by its token when strangers have used all up; 429 for a third, and by tokens of others", async () => {
    const p = await otpProject();
    const { email, user_id } = await signUp(p);
    const byCode = { primary_email_verified: true, otp_auth_enabled: true };
    await p.server("PATCH /users/{user_id}", { params: { user_id }, body: byCode });
    const [token, foreign] = [await deviceToken(p, email), await deviceToken(p, (await signUp(p)).email)];
    const request = (kind: keyof typeof keys, to: string, device_tokens?: string[]) => {
      const body = { email: to, callback_url: callbackUrl, ...(device_tokens && { device_tokens }) };
      return p.client(keys[kind], { body, ...limited() });
    };
    const nobody = freshAddress();
    for (const to of [email, nobody]) {
      expect(refused(await Promise.all(times(20, () => request("code", to))))).toHaveLength(5);
    }
    for (const kind of ["code", "reset"] as const) {
      expectTooMany(await request(kind, email), 600);
      expectTooMany(await request(kind, email, [foreign, "", `${token}x`]), 600);
      expectTooMany(await request(kind, nobody, [token]), 600);
      expect((await request(kind, email, [foreign, token])).status).toBe(200);
    }
    expectTooMany(await request("reset", email, [token]), 600);
    const [, ...emails] = await mailbox({ to: email, atLeast: 18 });
    expect(emails.slice(15).map(({ subject }) => subject)).toEqual([
      expect.stringContaining("Your code is"),
      "Reset your password at Test project",
    ]);
  });

  // Evidence: foreign-device-tokens-know-nobody
  // Attack: an attacker guesses at another's account with a device token that is not of that account. The token is made up,
  // altered, of the attacker's own account there, or of a namesake in the attacker's own project. Or they plant such a token in
  // the victim's browser, so that the browser gets no token of its own.
  it("400 with tokens that are forged or another user's or project's, which do not keep the user from one of their own", async () => {
    const [p, own] = [await project(), await project()];
    const { email, user_id } = await signUp(p);
    const namesake = await signUp(own, { email });
    const [stranger, elsewhere] = [
      await deviceToken(p, (await signUp(p)).email),
      await deviceToken(own, namesake.email),
    ];
    const token = await deviceToken(p, email);
    const [device, signature = ""] = token.split(".");
    const altered = `${crypto.randomUUID()}.${signature}`;
    const foreign = [stranger, elsewhere, altered, `${device}.`, `${device}.${"A".repeat(43)}`, "", "."];
    await failBefore(p, "password", user_id, 100);
    expectError(await signIn(p, email, foreign), 400, "EMAIL_PASSWORD_MISMATCH");
    const { body } = await signIn(p, email, [...foreign, token]);
    expect(body).not.toHaveProperty("device_token");
    const planted = await signIn(p, email, foreign);
    expect(planted.body.device_token).toMatch(/\./);
    expect(foreign).not.toContain(planted.body.device_token);
  });

  // Evidence: stolen-device-token-is-bounded
  // Attack: a thief of a device token guesses on at a locked password, without end. They do so from a thousand networks to be
  // faster. By that they also keep the other devices out.
  it("429 beyond 10 in 10 minutes wherever it is, 400 after 100 in a row, for that device alone", async () => {
    const p = await project();
    const { email, user_id } = await signUp(p);
    const [stolen, token] = [await deviceToken(p, email), await deviceToken(p, email)];
    await failBefore(p, "password", user_id, 100);
    const replay = (count: number) =>
      Promise.all(times(count, (index) => signIn(p, email, [stolen], { typed: `guess ${index}` })));
    expect(refused(await replay(12))).toHaveLength(2);
    expectTooMany(await signIn(p, email, [stolen]), 600);
    const counter = guessCounter(p, "password", user_id);
    const [device = ""] = stolen.split(".");
    const shape = { name: "password", limit: 1_000, windowMillis: 1, lockAfter: 100 };
    await Promise.all(times(90, () => counter.takeOfDevice(shape, device)));
    expect(await counter.takeOfDevice(shape, device)).toMatchObject({ isLocked: true });
    expect((await signIn(p, email, [token])).status).toBe(200);
  });

  // Evidence: device-tokens-end-with-the-password
  // Attack: keeping the token of somebody's browser, to guess at the password that they have chosen because of that.
  it("400 with a token of before a reset or a change of the password, and a new one at the next sign-in", async () => {
    const p = await project();
    const { email, user_id } = await signUp(p);
    const ended = [await deviceToken(p, email)];
    const body = { code: await resetCode(p, email), password: "another password" };
    expect((await p.client("POST /auth/password/reset", { body, ...limited() })).status).toBe(200);
    const { body: again } = await signIn(p, email, ended, { typed: "another password" });
    ended.push(again.device_token);
    const change = { old_password: "another password", new_password: "a third password" };
    expect((await p.as(again).client("POST /auth/password/update", { body: change })).status).toBe(200);
    const token = await deviceToken(p, email, "a third password");
    await failBefore(p, "password", user_id, 100);
    expectError(await signIn(p, email, ended, { typed: "a third password" }), 400, "EMAIL_PASSWORD_MISMATCH");
    expect((await signIn(p, email, [...ended, token], { typed: "a third password" })).status).toBe(200);
  });

  // Attack: keeping out a user with an authenticator app, whose password is known, by wrong values from everywhere.
  it("200 with the right value of the app after 100 wrong ones of others, 400 INVALID_TOTP_CODE without its token", async () => {
    const p = await project();
    const { email, user_id } = await signUp(p);
    const app = authenticator();
    const set = { totp_secret_base64: app.secretBase64, primary_email_verified: true };
    await p.server("PATCH /users/{user_id}", { params: { user_id }, body: set });
    const complete = async (totp: string, device_tokens: string[]) => {
      const { body } = await signIn(p, email, device_tokens);
      // Half a sign-in makes no device known.
      expect(body).not.toHaveProperty("device_token");
      const code = body.details.attempt_code;
      return p.client("POST /auth/mfa/sign-in", { body: { type: "totp", totp, code, device_tokens }, ...limited() });
    };
    const { device_token: token } = (await complete(await app.shows(), [])).body;
    await failBefore(p, "totp", user_id, 100);
    expectError(await complete(await app.shows(1), []), 400, "INVALID_TOTP_CODE");
    expect((await complete(await app.shows(1), [token])).status).toBe(200);
  });

  it("gets its token from a sign-up, a code and a recovery code too, if it asks", async () => {
    const p = await otpProject();
    const device_tokens: string[] = [];
    const signedUp = await p.client("POST /auth/password/sign-up", { body: signUpBody({ device_tokens }) });
    const { linked } = await emailCode(p, freshAddress());
    const coded = await p.client("POST /auth/otp/sign-in", { body: { code: linked, device_tokens } });
    for (const { body } of [signedUp, coded]) expect(body.device_token).toMatch(/\./);
    const user = await signUp(p);
    const set = { totp_secret_base64: authenticator().secretBase64 };
    await p.server("PATCH /users/{user_id}", { params: { user_id: user.user_id }, body: set });
    const { codes } = (await p.as(user).client("POST /auth/mfa/recovery-codes")).body;
    const code = (await signIn(p, user.email, [])).body.details.attempt_code;
    const body = { recovery_code: codes[0], code, device_tokens };
    expect((await p.client("POST /auth/mfa/recovery/sign-in", { body })).body.device_token).toMatch(/\./);
  });

  it("gets none where it does not ask, as official clients do not", async () => {
    const p = await project();
    const { email } = await signUp(p);
    expect(Object.keys((await signIn(p, email)).body)).toEqual([
      "access_token",
      "refresh_token",
      "user_id",
      "is_new_user",
    ]);
  });

  it("400 SCHEMA_ERROR for more tokens than a browser keeps", async () => {
    const p = await project();
    const tokens = times(9, () => "a.b");
    expectError(await signIn(p, freshAddress(), tokens), 400, "SCHEMA_ERROR");
  });
});
