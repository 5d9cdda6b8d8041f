import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { users } from "../../../db/users/schema";
import { verificationCodes } from "../../../db/verification-codes/schema";
import { freshAddress, mailbox } from "../../../testing/mailbox";
import {
  anonymousUser,
  newPasswordRules,
  noPasswords,
  readUser,
  signIn,
  signUp,
  signUpBody,
  storedHash,
} from "../../../testing/password-sign-ins";
import { db, project, tierHeaders } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";
import { sendAndSettle } from "../../../testing/send-request";
import { isAlive } from "../../../testing/sign-ins";

describe("POST /auth/password/sign-up", () => {
  const key = "POST /auth/password/sign-up";
  newPasswordRules(async (typed) => (await project()).client(key, { body: signUpBody({ password: typed }) }));

  it("200 counts as activity after the sign-up, which tells it from a user who was created and never signed in", async () => {
    const p = await project();
    const { body } = await p.client(key, { body: signUpBody() });
    const user = await readUser(p, body.user_id);
    expect(user.last_active_at_millis).toBeGreaterThan(user.signed_up_at_millis);
  });

  it("200 makes a user and signs them in, in two round trips and one hash at the cost of a deployment", async () => {
    const p = await project();
    const email = freshAddress();
    const settings = { PASSWORD_HASH_COST: undefined };
    const response = await p.client(key, { body: signUpBody({ email }), settings });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      user_id: expect.any(String),
      is_new_user: true,
    });
    expect(response.cost).toMatchObject({ d1: 2, hashes: 1 });
    expect(await readUser(p, response.body.user_id)).toMatchObject({
      primary_email: email,
      primary_email_verified: false,
      primary_email_auth_enabled: true,
      has_password: true,
      is_anonymous: false,
    });
    expect(await storedHash(response.body.user_id)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await isAlive(p, response.body)).toBe(true);
  });

  it("200 without an address for the link: no email is sent", async () => {
    const p = await project();
    const email = freshAddress();
    const body = { ...signUpBody({ email }), verification_callback_url: undefined };
    const response = await p.client(key, { body });
    expect(response.status).toBe(200);
    expect((await readUser(p, response.body.user_id)).primary_email_verified).toBe(false);
    const [codes] = await db.batch([db.select().from(verificationCodes).where(eq(verificationCodes.projectId, p.id))]);
    expect(codes).toEqual([]);
  });

  it("200 with what newer clients send of their widget against bots, as without", async () => {
    const p = await project();
    for (const challenge of [
      { bot_challenge_token: "token", bot_challenge_phase: "visible" },
      { bot_challenge_unavailable: "true" },
    ]) {
      expect((await p.client(key, { body: { ...signUpBody(), ...challenge } })).status).toBe(200);
    }
  });

  // Evidence: highest-lengths-allowed
  it("200 at the highest lengths that are allowed", async () => {
    const p = await project();
    const longest = "🔑".repeat(35);
    const { status } = await p.client(key, { body: signUpBody({ password: longest }) });
    expect(status).toBe(200);
  });

  it("200 for 70 letters and 400 PASSWORD_TOO_SHORT for 7, as they are hashed, however a keyboard composes them", async () => {
    const p = await project();
    const typed = (length: number) => "é".normalize("NFD").repeat(length);
    expect((await p.client(key, { body: signUpBody({ password: typed(70) }) })).status).toBe(200);
    const short = await p.client(key, { body: signUpBody({ password: typed(7) }) });
    expectError(short, 400, "PASSWORD_TOO_SHORT", { min_length: 8 });
    const ofServer = (length: number) =>
      p.server("POST /users", { body: { primary_email: freshAddress(), password: typed(length) } });
    expect((await ofServer(70)).status).toBe(201);
    const long = await ofServer(71);
    expectError(long, 400, "SCHEMA_ERROR");
    expect(long.body.error).toContain("body.password must be at most 70 characters");
  });

  it("200 emails a link with the callback's query and a code that verifies the address", async () => {
    const p = await project();
    const { email, user_id } = await signUp(p);
    const [message] = await mailbox({ to: email });
    expect(message?.subject).toBe("Verify your email at Test project");
    const link = new URL(message?.links[0] ?? "");
    expect(`${link.origin}${link.pathname}`).toBe("http://localhost:3000/handler/page");
    expect(link.searchParams.get("from")).toBe("app");
    expect(link.searchParams.get("code")).toMatch(/^[0-9abcdefghjkmnpqrstvwxyz]{45}$/);
    const [[code]] = await db.batch([db.select().from(verificationCodes).where(eq(verificationCodes.projectId, p.id))]);
    expect(code).toMatchObject({ kind: "email_verification", payload: { userId: user_id, email } });
    expect((code?.expiresAt ?? 0) - (code?.createdAt ?? 0)).toBe(604_800_000);
  });

  it("409 USER_EMAIL_ALREADY_EXISTS for an address that a user signs in with, in any case, and no email", async () => {
    const p = await project();
    const { email } = await signUp(p);
    const body = signUpBody({ email: email.toUpperCase() });
    const response = await sendAndSettle(key, { body, headers: tierHeaders(p.id, "client", p.keys.client) });
    expectError(response, 409, "USER_EMAIL_ALREADY_EXISTS", { email, would_work_if_email_was_verified: false });
    expect(response.cost).toMatchObject({ d1: 2, hashes: 1 });
    expect(await mailbox({ to: email, atLeast: 0 })).toHaveLength(1);
  });

  it("200 for an address that is taken in another project only", async () => {
    const [p, other] = [await project(), await project()];
    const { email } = await signUp(other);
    expect((await p.client(key, { body: signUpBody({ email }) })).status).toBe(200);
  });

  // Attack: a race between the check that an address is free and its insertion.
  it("200 for one of 20 sign-ups with one address at once, 409 for 19", async () => {
    const p = await project();
    const email = freshAddress();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => p.client(key, { body: signUpBody({ email }) })),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    const [rows] = await db.batch([db.select({ id: users.id }).from(users).where(eq(users.projectId, p.id))]);
    expect(rows).toHaveLength(1);
  });

  it("400 PASSWORD_AUTHENTICATION_NOT_ENABLED before any other rule", async () => {
    const p = await project(noPasswords);
    const body = signUpBody({ verification_callback_url: "https://evil.example", password: "x" });
    expectError(await p.client(key, { body }), 400, "PASSWORD_AUTHENTICATION_NOT_ENABLED");
  });

  // Attack: a verification email whose link leads to the attacker.
  it("400 REDIRECT_URL_NOT_WHITELISTED before the rules on sign-up and password, and no user is made", async () => {
    const p = await project({ "auth.allowSignUp": false });
    const body = signUpBody({ verification_callback_url: "https://localhost@evil.example/", password: "x" });
    expectError(await p.client(key, { body }), 400, "REDIRECT_URL_NOT_WHITELISTED");
  });

  it("400 SIGN_UP_NOT_ENABLED before the rules on the password", async () => {
    const p = await project({ "auth.allowSignUp": false });
    expectError(await p.client(key, { body: signUpBody({ password: "x" }) }), 400, "SIGN_UP_NOT_ENABLED");
  });

  it.each([
    [{ email: "ada" }, "body.email must be a valid email"],
    [{ email: "ada@localhost" }, "body.email must match the following"],
    [{ email: "a..b@example.com" }, "body.email must match the following"],
    [{ email: `${"a".repeat(250)}@example.com` }, "body.email must be at most 256 characters"],
    [{ email: undefined }, "body.email must be defined"],
    [{ password: undefined }, "body.password must be defined"],
    [{ verification_callback_url: "/path" }, "body.verification_callback_url is not a valid URL"],
    [{ name: "Ada" }, "body contains unknown properties: name"],
  ])("400 SCHEMA_ERROR for %j", async (fields, complaint) => {
    const response = await (await project()).client(key, { body: signUpBody(fields) });
    expectError(response, 400, "SCHEMA_ERROR");
    expect(response.body.error).toContain(complaint);
  });

  it("200 upgrades the anonymous user of the access token, and ends the sessions that they had", async () => {
    const p = await project();
    const { userId, tokens } = await anonymousUser(p, { displayName: "Ada", signedUpAt: 1 });
    const email = freshAddress();
    const response = await p.as(tokens).client(key, { body: signUpBody({ email }) });
    expect(response.body).toMatchObject({ user_id: userId, is_new_user: true });
    expect(response.cost).toMatchObject({ d1: 2, hashes: 1 });
    expect(await readUser(p, userId)).toMatchObject({
      primary_email: email,
      display_name: "Ada",
      is_anonymous: false,
      has_password: true,
      signed_up_at_millis: 1,
    });
    expect(await isAlive(p, tokens)).toBe(false);
    expect(await isAlive(p, response.body)).toBe(true);
    expect((await signIn(p, email)).body.user_id).toBe(userId);
    await mailbox({ to: email });
  });

  it("409 USER_EMAIL_ALREADY_EXISTS leaves the anonymous user as it was", async () => {
    const p = await project();
    const { email } = await signUp(p);
    const { userId, tokens } = await anonymousUser(p);
    const response = await p.as(tokens).client(key, { body: signUpBody({ email }) });
    expectError(response, 409, "USER_EMAIL_ALREADY_EXISTS");
    expect(await readUser(p, userId)).toMatchObject({ is_anonymous: true, primary_email: null, has_password: false });
    expect(await isAlive(p, tokens)).toBe(true);
  });

  it("200 makes another user for the access token of a user who is not anonymous", async () => {
    const p = await project();
    const first = await signUp(p);
    const other = await signUp(p, { tokens: first });
    expect(other.user_id).not.toBe(first.user_id);
    expect(await isAlive(p, first)).toBe(true);
  });
});
