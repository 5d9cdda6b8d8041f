import { and, eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { totpSecrets, users } from "../../../db/users/schema";
import { verificationCodes } from "../../../db/verification-codes/schema";
import { authenticator } from "../../../testing/authenticator";
import { emailCode, otpProject, redeemCode } from "../../../testing/code-sign-ins";
import { signIn, signUp } from "../../../testing/password-sign-ins";
import { db, project, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { twoRotations, under } from "../../../testing/rotation";
import type { TestResponse } from "../../../testing/send-request";
import { claimsOf, deletedWhileSigningIn, isAlive } from "../../../testing/sign-ins";
import { totpSteps } from "./index";

const key = "POST /auth/mfa/sign-in";
const noCode = "0".repeat(45);

afterEach(() => void vi.useRealTimers());

/** A user with a password and an authenticator app. */
async function protectedUser(p: TestProject) {
  const { email, user_id, access_token } = await signUp(p);
  const app = authenticator();
  await setSecret(p, user_id, app.secretBase64);
  /** The attempt code of a sign-in whose password was right. */
  const attempt = async (): Promise<string> => (await signIn(p, email)).body.details.attempt_code;
  return { email, userId: user_id, tokens: { access_token }, app, attempt };
}

function setSecret(p: TestProject, userId: string, secret: string | null): Promise<TestResponse> {
  return p.server("PATCH /users/{user_id}", { params: { user_id: userId }, body: { totp_secret_base64: secret } });
}

function complete(p: TestProject, code: string, totp: string): Promise<TestResponse> {
  return p.client(key, { body: { type: "totp", totp, code } });
}

/** A value that the app will not show for a long time. */
async function wrong(app: ReturnType<typeof authenticator>): Promise<string> {
  return app.shows(1_000);
}

describe("POST /auth/mfa/sign-in", () => {
  deletedWhileSigningIn(async () => {
    const p = await project();
    const { app, attempt } = await protectedUser(p);
    const [code, totp] = [await attempt(), await app.shows()];
    return { projectId: p.id, send: () => complete(p, code, totp) };
  });

  it("200 signs in with what the authenticator app shows, and uses the attempt code up", async () => {
    const p = await project();
    const { userId, app, attempt } = await protectedUser(p);
    const code = await attempt();
    const response = await complete(p, code, await app.shows());
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      user_id: userId,
      is_new_user: false,
    });
    expect(response.cost).toMatchObject({ d1: 6, hashes: 0 });
    expect(claimsOf(response.body.access_token).sub).toBe(userId);
    expect(await isAlive(p, response.body)).toBe(true);
    expectError(await complete(p, code, await app.shows(1)), 409, "VERIFICATION_CODE_ALREADY_USED");
  });

  it("200 for a second factor that the user has set by the account page's request", async () => {
    const p = await project();
    const { email, ...tokens } = await signUp(p);
    const app = authenticator();
    const { body: me } = await p
      .as(tokens)
      .client("PATCH /users/me", { body: { totp_secret_base64: app.secretBase64 } });
    expect(me).toMatchObject({ requires_totp_mfa: true });
    const stopped = await signIn(p, email);
    expectError(stopped, 400, "MULTI_FACTOR_AUTHENTICATION_REQUIRED");
    expect((await complete(p, stopped.body.details.attempt_code, await app.shows())).status).toBe(200);
    await p.as(tokens).client("PATCH /users/me", { body: { totp_secret_base64: null } });
    expect((await signIn(p, email)).status).toBe(200);
  });

  it.each([-1, 1])("200 with the value of the step %d from now", async (steps) => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const p = await project();
    const { app, attempt } = await protectedUser(p);
    expect((await complete(p, await attempt(), await app.shows(steps))).status).toBe(200);
  });

  it.each([-2, 2])("400 INVALID_TOTP_CODE with the value of the step %d from now", async (steps) => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const p = await project();
    const { app, attempt } = await protectedUser(p);
    expectError(await complete(p, await attempt(), await app.shows(steps)), 400, "INVALID_TOTP_CODE");
  });

  it("400 INVALID_TOTP_CODE leaves the attempt code unused", async () => {
    const p = await project();
    const { app, attempt } = await protectedUser(p);
    const code = await attempt();
    const response = await complete(p, code, await wrong(app));
    expectError(response, 400, "INVALID_TOTP_CODE");
    expect(response.body.error).toBe("The TOTP code is invalid. Please try again.");
    expect((await complete(p, code, await app.shows())).status).toBe(200);
  });

  // Evidence: value-accepted-before-older-ones
  // Attack: replay of an observed value in another sign-in.
  it("400 INVALID_TOTP_CODE for a value that was accepted before, and for older ones that were not", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const p = await project();
    const { app, attempt } = await protectedUser(p);
    expect((await complete(p, await attempt(), await app.shows())).status).toBe(200);
    expectError(await complete(p, await attempt(), await app.shows()), 400, "INVALID_TOTP_CODE");
    expectError(await complete(p, await attempt(), await app.shows(-1)), 400, "INVALID_TOTP_CODE");
    expect((await complete(p, await attempt(), await app.shows(1))).status).toBe(200);
  });

  // Evidence: 20-sign-ins-value-19
  // Attack: replay in parallel: one value, twenty sign-ins.
  it("200 for one of 20 sign-ins with one value, 400 INVALID_TOTP_CODE for 19", async () => {
    const p = await project();
    const { app, attempt } = await protectedUser(p);
    const codes = await Promise.all(Array.from({ length: 20 }, attempt));
    const value = await app.shows();
    const responses = await Promise.all(codes.map((code) => complete(p, code, value)));
    const refused = responses.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(19);
    for (const response of refused) expectError(response, 400, "INVALID_TOTP_CODE");
  });

  // Attack: replay in parallel of one attempt code with one value.
  it("200 for one of 20 requests with one attempt code", async () => {
    const p = await project();
    const { app, attempt } = await protectedUser(p);
    const [code, value] = [await attempt(), await app.shows()];
    const responses = await Promise.all(Array.from({ length: 20 }, () => complete(p, code, value)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  // Attack: brute force of the six digits, all at once.
  it("400 VERIFICATION_CODE_MAX_ATTEMPTS_REACHED beyond 20 tries of one attempt code, for the right value too", async () => {
    const p = await project();
    const { app, attempt } = await protectedUser(p);
    const code = await attempt();
    const value = await wrong(app);
    const responses = await Promise.all(Array.from({ length: 40 }, () => complete(p, code, value)));
    const codes = responses.map(({ body }) => body.code).sort();
    expect(codes).toEqual([
      ...Array(20).fill("INVALID_TOTP_CODE"),
      ...Array(20).fill("VERIFICATION_CODE_MAX_ATTEMPTS_REACHED"),
    ]);
    expectError(await complete(p, code, await app.shows()), 400, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED");
  });

  // Attack: the attacker's own second factor or attempt code, to sign in to another account.
  it("400 INVALID_TOTP_CODE for the value of another user's app", async () => {
    const p = await project();
    const [mine, theirs] = [await protectedUser(p), await protectedUser(p)];
    expectError(await complete(p, await theirs.attempt(), await mine.app.shows()), 400, "INVALID_TOTP_CODE");
  });

  // Attack: a code that was emailed, in place of the one that only a right password gives.
  it("404 VERIFICATION_CODE_NOT_FOUND for a sign-in code", async () => {
    const p = await otpProject();
    const { linked } = await emailCode(p);
    expectError(await complete(p, linked, "123456"), 404, "VERIFICATION_CODE_NOT_FOUND");
    expect((await redeemCode(p, linked)).status).toBe(200);
  });

  it("404 VERIFICATION_CODE_NOT_FOUND for no code, and for another project's", async () => {
    const [p, other] = [await project(), await project()];
    const { app, attempt } = await protectedUser(other);
    expectError(await complete(p, noCode, await app.shows()), 404, "VERIFICATION_CODE_NOT_FOUND");
    expectError(await complete(p, await attempt(), await app.shows()), 404, "VERIFICATION_CODE_NOT_FOUND");
  });

  it("400 VERIFICATION_CODE_EXPIRED after five minutes", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const p = await project();
    const { app, attempt } = await protectedUser(p);
    const code = await attempt();
    vi.setSystemTime(Date.now() + 300_000);
    expectError(await complete(p, code, await app.shows()), 400, "VERIFICATION_CODE_EXPIRED");
  });

  it("404 VERIFICATION_CODE_NOT_FOUND when the second factor is switched off meanwhile; signing in works without", async () => {
    const p = await project();
    const { email, userId, app, attempt } = await protectedUser(p);
    const code = await attempt();
    await setSecret(p, userId, null);
    expectError(await complete(p, code, await app.shows()), 404, "VERIFICATION_CODE_NOT_FOUND");
    expect((await signIn(p, email)).status).toBe(200);
  });

  it("404 VERIFICATION_CODE_NOT_FOUND when the user is deleted meanwhile", async () => {
    const p = await project();
    const { userId, app, attempt } = await protectedUser(p);
    const code = await attempt();
    await p.server("DELETE /users/{user_id}", { params: { user_id: userId } });
    expectError(await complete(p, code, await app.shows()), 404, "VERIFICATION_CODE_NOT_FOUND");
  });

  it("400 INVALID_TOTP_CODE for the app that a new one has replaced", async () => {
    const p = await project();
    const { userId, app, attempt } = await protectedUser(p);
    const newApp = authenticator();
    await setSecret(p, userId, newApp.secretBase64);
    const code = await attempt();
    expectError(await complete(p, code, await app.shows()), 400, "INVALID_TOTP_CODE");
    expect((await complete(p, code, await newApp.shows())).status).toBe(200);
  });

  it("409 in plain text, and no sign-in, when no configured root secret opens the secret", async () => {
    // Attack: rotate the root secret twice at once, for a sign-in that no second factor stops.
    const { first, second, third } = twoRotations();
    const p = await project();
    const { email, userId, app } = await protectedUser(under(first, p));
    const attempt = async () => (await signIn(under(third, p), email)).body.details.attempt_code;
    const unreadable =
      "The secret of this user's authenticator app cannot be read any more. An administrator of the project has to remove the second factor before the user can sign in.";
    for (const value of [await app.shows(), await wrong(app)]) {
      expectPlainError(await complete(under(third, p), await attempt(), value), 409, unreadable);
    }
    // The secret comes back with its root secret.
    const code = (await signIn(under(second, p), email)).body.details.attempt_code;
    expect((await complete(under(second, p), code, await app.shows())).status).toBe(200);
    await setSecret(under(third, p), userId, null);
    expect((await signIn(under(third, p), email)).status).toBe(200);
  });

  // Evidence: keeps-secret-sealed
  it("keeps the secret sealed", async () => {
    const p = await project();
    const { userId, app } = await protectedUser(p);
    const [[row]] = await db.batch([
      db
        .select()
        .from(totpSecrets)
        .where(and(eq(totpSecrets.projectId, p.id), eq(totpSecrets.userId, userId))),
    ]);
    expect(row?.sealedSecret).toMatch(/^sealed:v2:[0-9a-f]{12}:/);
    expect(row?.sealedSecret).not.toContain(app.secretBase64);
  });

  it.each([
    [{ totp: "123456", code: noCode }, "body.type must be defined"],
    [{ type: "sms", totp: "123456", code: noCode }, "body.type must be one of the following values: totp"],
    [{ type: "totp", code: noCode }, "body.totp must be defined"],
    [{ type: "totp", totp: "123456" }, "body.code must be defined"],
    [{ type: "totp", totp: "123456", code: "x" }, "body.code must be exactly 45 characters"],
    [{ type: "totp", totp: "123456", code: noCode, user_id: "me" }, "body contains unknown properties: user_id"],
  ])("400 SCHEMA_ERROR for %j", async (body, complaint) => {
    const response = await (await project()).client(key, { body });
    expectError(response, 400, "SCHEMA_ERROR");
    expect(response.body.error).toContain(complaint);
  });
});

describe("a second factor", () => {
  it("400 MULTI_FACTOR_AUTHENTICATION_REQUIRED with an attempt code of five minutes", async () => {
    const p = await project();
    const { email, userId } = await protectedUser(p);
    const response = await signIn(p, email);
    expectError(response, 400, "MULTI_FACTOR_AUTHENTICATION_REQUIRED", {
      attempt_code: expect.stringMatching(/^[0-9abcdefghjkmnpqrstvwxyz]{45}$/),
    });
    const isAttempt = and(eq(verificationCodes.projectId, p.id), eq(verificationCodes.kind, "mfa_attempt"));
    const [[row]] = await db.batch([db.select().from(verificationCodes).where(isAttempt)]);
    expect(row?.payload).toEqual({ userId, isNewUser: false });
    expect((row?.expiresAt ?? 0) - (row?.createdAt ?? 0)).toBe(300_000);
  });

  it("is not required when a session is refreshed", async () => {
    const p = await project();
    const tokens = await signUp(p);
    await db.batch([db.update(users).set({ requiresTotpMfa: true }).where(eq(users.id, tokens.user_id))]);
    expect(await isAlive(p, tokens)).toBe(true);
  });
});

/** The secret of RFC 6238 appendix B, for SHA-1. */
const rfcSecret = new TextEncoder().encode("12345678901234567890");

describe("totpSteps", () => {
  // RFC 6238 appendix B prints eight digits, of which six-digit values are the last six.
  it.each([
    [59, "287082", 1],
    [1_111_111_109, "081804", 37_037_036],
    [1_111_111_111, "050471", 37_037_037],
    [1_234_567_890, "005924", 41_152_263],
    [2_000_000_000, "279037", 66_666_666],
    [20_000_000_000, "353130", 666_666_666],
  ])("at %d seconds accepts %s, a vector of RFC 6238, for step %d", (seconds, value, step) => {
    expect(totpSteps(rfcSecret, value, seconds * 1000)).toEqual([step]);
  });

  // Evidence: allows-step-drift-way-millisecond
  it("allows for one step of drift each way, to the millisecond", () => {
    const step = 37_037_036;
    const value = "081804";
    const [first, last] = [step * 30_000, step * 30_000 + 29_999];
    expect(totpSteps(rfcSecret, value, first - 30_000)).toEqual([step]);
    expect(totpSteps(rfcSecret, value, last + 30_000)).toEqual([step]);
    expect(totpSteps(rfcSecret, value, first - 30_001)).toEqual([]);
    expect(totpSteps(rfcSecret, value, last + 30_001)).toEqual([]);
  });

  it("begins at the epoch", () => {
    expect(totpSteps(rfcSecret, "755224", 0)).toEqual([0]);
  });

  it.each(["", "28708", "94287082", " 287082", "287082 ", "２８７０８２", "287 082"])("rejects %j", (value) => {
    expect(totpSteps(rfcSecret, value, 59_000)).toEqual([]);
  });
});
