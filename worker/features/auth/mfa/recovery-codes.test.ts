import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { recoveryCodes } from "../../../db/users/schema";
import { authenticator } from "../../../testing/authenticator";
import { mailbox } from "../../../testing/mailbox";
import { password, resetCode, signIn, signUp } from "../../../testing/password-sign-ins";
import { db, project, type TestProject, type Tokens } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { claimsOf, deletedWhileSigningIn, isAlive } from "../../../testing/sign-ins";

const create = "POST /auth/mfa/recovery-codes";
const read = "GET /auth/mfa/recovery-codes";
const use = "POST /auth/mfa/recovery/sign-in";
const noCode = "0".repeat(45);
const wrong = "The recovery code is wrong or was used before.";

/** A user with a password, an authenticator app and recovery codes. */
async function protectedUser(p: TestProject) {
  const { email, ...tokens } = await signUp(p);
  const app = authenticator();
  await setTotp(p, tokens, app.secretBase64);
  const codes: string[] = (await p.as(tokens).client(create)).body.codes;
  const attempt = async (): Promise<string> => (await signIn(p, email)).body.details.attempt_code;
  return { email, userId: tokens.user_id, tokens, app, codes, attempt };
}

function setTotp(p: TestProject, tokens: Tokens, secret: string | null) {
  return p.as(tokens).client("PATCH /users/me", { body: { totp_secret_base64: secret } });
}

function complete(p: TestProject, code: string, recovery_code: string | undefined) {
  return p.client(use, { body: { code, recovery_code } });
}

async function remaining(p: TestProject, tokens: Tokens): Promise<number> {
  return (await p.as(tokens).client(read)).body.remaining;
}

describe(create, () => {
  // Evidence: ten-codes-stored-hashes-only
  it("200 with ten codes, which are stored by their hashes only", async () => {
    const p = await project();
    const { userId, codes } = await protectedUser(p);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
    const [rows] = await db.batch([db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, userId))]);
    expect(rows).toHaveLength(10);
    const stored = JSON.stringify(rows);
    for (const code of codes) expect(stored).not.toContain(code.replaceAll("-", ""));
  });

  it("200 again, in place of all before", async () => {
    const p = await project();
    const { tokens, codes, attempt } = await protectedUser(p);
    const { body } = await p.as(tokens).client(create);
    expectPlainError(await complete(p, await attempt(), codes[0]), 400, wrong);
    expect((await complete(p, await attempt(), body.codes[0])).status).toBe(200);
  });

  // Attack: a sign-in that waits at the second factor with the codes of a stolen sheet, while the owner makes new ones.
  it("404 VERIFICATION_CODE_NOT_FOUND for an attempt from before", async () => {
    const p = await project();
    const { tokens, codes, attempt } = await protectedUser(p);
    const waiting = await attempt();
    await p.as(tokens).client(create);
    expectError(await complete(p, waiting, codes[0]), 404, "VERIFICATION_CODE_NOT_FOUND");
  });

  it("409 plain for those of 10 at once that lose: one set of ten is left", async () => {
    const p = await project();
    const { tokens } = await protectedUser(p);
    const responses = await Promise.all(Array.from({ length: 10 }, () => p.as(tokens).client(create)));
    const lost = responses.filter(({ status }) => status !== 200);
    expect(lost.length).toBeGreaterThan(0);
    for (const response of lost) {
      expectPlainError(response, 409, "The user's credentials were changed at the same time. Try again.");
    }
    expect(await remaining(p, tokens)).toBe(10);
  });

  it("400 plain without a second factor, 400 SCHEMA_ERROR without a user", async () => {
    const p = await project();
    expectPlainError(
      await p.as(await signUp(p)).client(create),
      400,
      "Recovery codes need two-factor authentication to be switched on.",
    );
    expectError(await p.client(create), 400, "SCHEMA_ERROR");
  });
});

describe(read, () => {
  it("200 with the number of codes that are left, in one round trip", async () => {
    const p = await project();
    const { tokens, codes, attempt } = await protectedUser(p);
    await complete(p, await attempt(), codes[0]);
    const response = await p.as(tokens).client(read);
    expect({ status: response.status, body: response.body }).toEqual({ status: 200, body: { remaining: 9 } });
    expect(response.cost.d1).toBe(1);
    expect(await remaining(p, await signUp(p))).toBe(0);
  });
});

describe(use, () => {
  deletedWhileSigningIn(async () => {
    const p = await project();
    const { codes, attempt } = await protectedUser(p);
    const code = await attempt();
    return { projectId: p.id, send: () => complete(p, code, codes[0]) };
  });

  // Evidence: signs-once-code-second-factor-stays
  it("200 signs in once by each code; the second factor stays on", async () => {
    const p = await project();
    const { userId, codes, attempt } = await protectedUser(p);
    const response = await complete(p, await attempt(), codes[0]);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      user_id: userId,
      is_new_user: false,
    });
    expect(response.cost).toMatchObject({ d1: 5, hashes: 0 });
    expect(claimsOf(response.body.access_token).sub).toBe(userId);
    expect(await isAlive(p, response.body)).toBe(true);
    const code = await attempt();
    expectPlainError(await complete(p, code, codes[0]), 400, wrong);
    expect((await complete(p, code, codes[1])).status).toBe(200);
  });

  it("200 is in the audit log as a sign-in by a recovery code", async () => {
    const p = await project();
    const { userId, codes, attempt } = await protectedUser(p);
    await complete(p, await attempt(), codes[0]);
    const query = { type: "user.signed_in", target_id: userId };
    const { body } = await p.admin("GET /internal/audit-events", { query });
    expect(body.items[0].details).toEqual({ method: "recovery_code" });
  });

  it.each([
    ["in capitals", (code: string) => code.toUpperCase()],
    ["without hyphens, with spaces", (code: string) => ` ${code.replaceAll("-", " ")} `],
    ["with o for 0, l and i for 1", (code: string) => code.replaceAll("0", "O").replace("1", "l").replaceAll("1", "I")],
  ])("200 for a code that is typed %s", async (_, typed) => {
    const p = await project();
    const { codes, attempt } = await protectedUser(p);
    expect((await complete(p, await attempt(), typed(codes[0] ?? ""))).status).toBe(200);
  });

  // Evidence: 20-sign-ins-code-once
  // Attack: one code of a stolen sheet for twenty sign-ins at once.
  it("200 for one of 20 sign-ins with one code at once", async () => {
    const p = await project();
    const { tokens, codes, attempt } = await protectedUser(p);
    const attempts = await Promise.all(Array.from({ length: 20 }, attempt));
    const responses = await Promise.all(attempts.map((code) => complete(p, code, codes[0])));
    const refused = responses.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(19);
    for (const response of refused) expectPlainError(response, 400, wrong);
    expect(await remaining(p, tokens)).toBe(9);
  });

  // Attack: the attacker's own codes, or those of another project, for a victim's half sign-in.
  it("400 plain for the code of another user, whose it stays", async () => {
    const p = await project();
    const [mine, theirs] = [await protectedUser(p), await protectedUser(p)];
    expectPlainError(await complete(p, await theirs.attempt(), mine.codes[0]), 400, wrong);
    expect(await remaining(p, mine.tokens)).toBe(10);
  });

  it("404 VERIFICATION_CODE_NOT_FOUND without an attempt, and no code is used up", async () => {
    const p = await project();
    const { tokens, codes } = await protectedUser(p);
    expectError(await complete(p, noCode, codes[0]), 404, "VERIFICATION_CODE_NOT_FOUND");
    expect(await remaining(p, tokens)).toBe(10);
  });

  // Attack: guesses, which open another way than those at the authenticator app but are counted as well.
  it("429 after 10 wrong codes, for right ones too; the authenticator app still signs in", async () => {
    const p = await project();
    const { app, codes, attempt } = await protectedUser(p);
    const settings = { RATE_LIMITS: "on" };
    const headers = { "cf-connecting-ip": "203.0.113.50" };
    const guess = async (recovery_code: string | undefined) =>
      p.client(use, { body: { code: await attempt(), recovery_code }, settings, headers });
    for (const typed of Array.from({ length: 10 }, (_, index) => `0000-${index}`)) {
      expectPlainError(await guess(typed), 400, wrong);
    }
    expect((await guess(codes[0])).status).toBe(429);
    const body = { type: "totp", totp: await app.shows(), code: await attempt() };
    expect((await p.client("POST /auth/mfa/sign-in", { body, settings, headers })).status).toBe(200);
  });

  it("emails a notice where the project wants one", async () => {
    const p = await project({ "auth.securityNotices": true });
    const { email, userId, codes, attempt } = await protectedUser(p);
    const verified = { primary_email_verified: true };
    await p.server("PATCH /users/{user_id}", { params: { user_id: userId }, body: verified });
    const before = (await mailbox({ to: email })).length;
    await complete(p, await attempt(), codes[0]);
    const emails = await mailbox({ to: email, atLeast: before + 1 });
    expect(emails.at(-1)?.subject).toContain("A recovery code was used to sign in");
  });

  it.each([
    [{ recovery_code: "x" }, "body.code must be defined"],
    [{ code: noCode }, "body.recovery_code must be defined"],
    [{ code: noCode, recovery_code: "x".repeat(65) }, "body.recovery_code must be at most 64 characters"],
  ])("400 SCHEMA_ERROR for %j", async (body, complaint) => {
    const response = await (await project()).client(use, { body });
    expectError(response, 400, "SCHEMA_ERROR");
    expect(response.body.error).toContain(complaint);
  });
});

describe("recovery codes", () => {
  // Attack: the codes of a sheet that belonged to a second factor which its owner has switched off or replaced.
  it("end when the second factor is switched off, or replaced", async () => {
    const p = await project();
    const { tokens, codes, attempt } = await protectedUser(p);
    await setTotp(p, tokens, authenticator().secretBase64);
    expect(await remaining(p, tokens)).toBe(0);
    expectPlainError(await complete(p, await attempt(), codes[0]), 400, wrong);
    await p.as(tokens).client(create);
    await setTotp(p, tokens, null);
    expect(await remaining(p, tokens)).toBe(0);
  });

  // Attack: codes that were made on an account whose address the attacker never owned.
  it("end with the first proof of the address", async () => {
    const p = await project();
    const { email, userId } = await protectedUser(p);
    await p.client("POST /auth/password/reset", { body: { code: await resetCode(p, email), password } });
    const [rows] = await db.batch([db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, userId))]);
    expect(rows).toEqual([]);
  });
});
