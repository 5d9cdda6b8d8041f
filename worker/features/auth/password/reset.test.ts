import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { verificationCodes } from "../../../db/verification-codes/schema";
import { freshAddress, mailbox } from "../../../testing/mailbox";
import {
  callbackUrl,
  codeIn,
  newPasswordRules,
  noPasswords,
  password,
  readUser,
  resetCode,
  signIn,
  signUp,
} from "../../../testing/password-sign-ins";
import { db, project, tierHeaders } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";
import { sendAndSettle } from "../../../testing/send-request";
import { isAlive } from "../../../testing/sign-ins";

describe("POST /auth/password/send-reset-code", () => {
  const key = "POST /auth/password/send-reset-code";
  const body = { email: "a@example.com", callback_url: callbackUrl };
  it("200 emails a link with the callback's query and a code, to the address in its normal form", async () => {
    const p = await project();
    const { email } = await signUp(p);
    await p.client(key, { body: { ...body, email: email.toUpperCase() } });
    const [, message] = await mailbox({ to: email, atLeast: 2 });
    expect(message?.subject).toBe("Reset your password at Test project");
    const link = new URL(message?.links[0] ?? "");
    expect(`${link.origin}${link.pathname}`).toBe("http://localhost:3000/handler/page");
    expect(link.searchParams.get("from")).toBe("app");
    expect(link.searchParams.get("code")).toHaveLength(45);
  });

  // Attack: user enumeration by requesting resets.
  it("200 the same for an unknown address, at the same cost, and no email", async () => {
    const p = await project();
    const [existing, unknown] = [(await signUp(p)).email, freshAddress()];
    const headers = tierHeaders(p.id, "client", p.keys.client);
    for (const email of [existing, unknown]) {
      const response = await sendAndSettle(key, { body: { ...body, email }, headers });
      expect(response.status).toBe(200);
      expect(response.body).toEqual({ success: "maybe, only if user with e-mail exists" });
      expect(response.cost).toMatchObject({ d1: 1, rowsWritten: 0, hashes: 0 });
    }
    expect(await mailbox({ to: existing, atLeast: 2 })).toHaveLength(2);
    expect(await mailbox({ to: unknown, atLeast: 0 })).toEqual([]);
  });

  // Attack: a reset email whose link sends the code to the attacker.
  it("400 REDIRECT_URL_NOT_WHITELISTED, whether or not the address has an account", async () => {
    const p = await project();
    for (const email of [(await signUp(p)).email, freshAddress()]) {
      const response = await p.client(key, { body: { email, callback_url: "https://localhost.evil.example/" } });
      expectError(response, 400, "REDIRECT_URL_NOT_WHITELISTED");
    }
  });

  it("400 PASSWORD_AUTHENTICATION_NOT_ENABLED", async () => {
    expectError(await (await project(noPasswords)).client(key, { body }), 400, "PASSWORD_AUTHENTICATION_NOT_ENABLED");
  });

  it("400 SCHEMA_ERROR without a callback", async () => {
    const response = await (await project()).client(key, { body: { email: "a@example.com" } });
    expectError(response, 400, "SCHEMA_ERROR");
    expect(response.body.error).toContain("body.callback_url must be defined");
  });
});

describe("POST /auth/password/reset", () => {
  const key = "POST /auth/password/reset";
  const newPassword = "a new password";
  newPasswordRules(async (typed) => {
    const p = await project();
    const code = await resetCode(p, (await signUp(p)).email);
    return p.client(key, { body: { code, password: typed } });
  });

  // Evidence: replaces-password-ends-all-sessions-user
  it("200 replaces the password and ends all sessions of the user, and of no other user", async () => {
    const p = await project();
    const [user, other] = [await signUp(p), await signUp(p)];
    const second = (await signIn(p, user.email)).body;
    const code = await resetCode(p, user.email);
    const response = await p.client(key, { body: { code: code.toUpperCase(), password: newPassword } });
    expect({ status: response.status, body: response.body }).toEqual({ status: 200, body: { success: true } });
    expect(response.cost.hashes).toBe(1);
    expect(await Promise.all([user, second, other].map((tokens) => isAlive(p, tokens)))).toEqual([false, false, true]);
    expectError(await signIn(p, user.email), 400, "EMAIL_PASSWORD_MISMATCH");
    expect((await signIn(p, user.email, newPassword)).body.user_id).toBe(user.user_id);
  });

  it("200 gives a password to a user who had none", async () => {
    const p = await project();
    const email = freshAddress();
    const { body: user } = await p.server("POST /users", {
      body: { primary_email: email, primary_email_auth_enabled: true },
    });
    await p.client(key, { body: { code: await resetCode(p, email), password: newPassword } });
    expect((await signIn(p, email, newPassword)).body.user_id).toBe(user.id);
    expect((await readUser(p, user.id)).has_password).toBe(true);
  });

  // Attack: replay of a used code, one after the other and in parallel.
  it("409 VERIFICATION_CODE_ALREADY_USED for all but one of 20 that use a code at once", async () => {
    const p = await project();
    const code = await resetCode(p, (await signUp(p)).email);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => p.client(key, { body: { code, password: newPassword } })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const losers = responses.filter(({ status }) => status !== 200);
    for (const loser of losers) expectError(loser, 409, "VERIFICATION_CODE_ALREADY_USED");
  });

  it("404 VERIFICATION_CODE_NOT_FOUND for an unknown code, and for another project's", async () => {
    const [p, other] = [await project(), await project()];
    const foreign = await resetCode(other, (await signUp(other)).email);
    for (const code of ["0".repeat(45), foreign]) {
      expectError(await p.client(key, { body: { code, password: newPassword } }), 404, "VERIFICATION_CODE_NOT_FOUND");
    }
  });

  // Attack: the code of a verification email, which may be read by others, used to take the account over.
  it("404 VERIFICATION_CODE_NOT_FOUND for a code of another kind", async () => {
    const p = await project();
    const { email } = await signUp(p);
    const code = codeIn((await mailbox({ to: email }))[0]);
    expectError(await p.client(key, { body: { code, password: newPassword } }), 404, "VERIFICATION_CODE_NOT_FOUND");
    expect((await signIn(p, email)).status).toBe(200);
  });

  // Attack: a later owner of an address that the user has given up, with a code from before.
  it("404 VERIFICATION_CODE_NOT_FOUND once the user signs in with another address, or is deleted", async () => {
    const p = await project();
    const [moved, deleted] = [await signUp(p), await signUp(p)];
    const codes = [await resetCode(p, moved.email), await resetCode(p, deleted.email)];
    await p.server("PATCH /users/{user_id}", {
      params: { user_id: moved.user_id },
      body: { primary_email: freshAddress() },
    });
    await p.server("DELETE /users/{user_id}", { params: { user_id: deleted.user_id } });
    for (const code of codes) {
      expectError(await p.client(key, { body: { code, password: newPassword } }), 404, "VERIFICATION_CODE_NOT_FOUND");
    }
  });

  it("400 VERIFICATION_CODE_EXPIRED after its time", async () => {
    const p = await project();
    const code = await resetCode(p, (await signUp(p)).email);
    const [rows] = await db.batch([
      db
        .update(verificationCodes)
        .set({ expiresAt: Date.now() })
        .where(eq(verificationCodes.kind, "password_reset"))
        .returning({ createdAt: verificationCodes.createdAt }),
    ]);
    expect(rows.length).toBeGreaterThan(0);
    expectError(await p.client(key, { body: { code, password: newPassword } }), 400, "VERIFICATION_CODE_EXPIRED");
  });

  it("400 VERIFICATION_CODE_MAX_ATTEMPTS_REACHED at the 21st try", async () => {
    const p = await project();
    const code = await resetCode(p, (await signUp(p)).email);
    const attempt = () => p.client(key, { body: { code, password: "short" } });
    const responses = await Promise.all(Array.from({ length: 20 }, attempt));
    for (const response of responses) expectError(response, 400, "PASSWORD_TOO_SHORT");
    const last = await p.client(key, { body: { code, password: newPassword } });
    expectError(last, 400, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED");
  });

  it("400 for a password that is too short, and the code stays unused", async () => {
    const p = await project();
    const code = await resetCode(p, (await signUp(p)).email);
    await p.client(key, { body: { code, password: "short" } });
    expect((await p.client(key, { body: { code, password: newPassword } })).status).toBe(200);
  });

  it("400 PASSWORD_AUTHENTICATION_NOT_ENABLED with a valid code, which stays unused", async () => {
    const p = await project();
    const code = await resetCode(p, (await signUp(p)).email);
    const toggle = (isOn: boolean) =>
      p.admin("PATCH /internal/projects/current", { body: { config: { credential_enabled: isOn } } });
    await toggle(false);
    const body = { code, password: newPassword };
    expectError(await p.client(key, { body }), 400, "PASSWORD_AUTHENTICATION_NOT_ENABLED");
    const unknown = await p.client(key, { body: { ...body, code: "0".repeat(45) } });
    expectError(unknown, 404, "VERIFICATION_CODE_NOT_FOUND");
    await toggle(true);
    expect((await p.client(key, { body })).status).toBe(200);
  });

  it("400 SCHEMA_ERROR for a code of another length", async () => {
    const response = await (await project()).client(key, { body: { code: "0", password } });
    expectError(response, 400, "SCHEMA_ERROR");
    expect(response.body.error).toContain("body.code must be exactly 45 characters");
  });
});

describe("POST /auth/password/reset/check-code", () => {
  const key = "POST /auth/password/reset/check-code";
  it("200 and the code stays unused, with or without the password that some clients send", async () => {
    const p = await project();
    const code = await resetCode(p, (await signUp(p)).email);
    for (const body of [{ code }, { code, password: "x" }]) {
      const response = await p.client(key, { body });
      expect({ status: response.status, body: response.body }).toEqual({ status: 200, body: { is_code_valid: true } });
    }
    expect((await p.client("POST /auth/password/reset", { body: { code, password } })).status).toBe(200);
    expectError(await p.client(key, { body: { code } }), 409, "VERIFICATION_CODE_ALREADY_USED");
  });

  it("200 with the address of the email, where it is asked for", async () => {
    const p = await project();
    const { email } = await signUp(p);
    const code = await resetCode(p, email);
    const { body } = await p.client(key, { body: { code, with_recipient: true } });
    expect(body).toEqual({ is_code_valid: true, recipient_email: email });
  });

  it("404 VERIFICATION_CODE_NOT_FOUND for an unknown code", async () => {
    expectError(
      await (await project()).client(key, { body: { code: "0".repeat(45) } }),
      404,
      "VERIFICATION_CODE_NOT_FOUND",
    );
  });

  // Attack: brute force at the endpoint that uses nothing up.
  it("400 VERIFICATION_CODE_MAX_ATTEMPTS_REACHED at the 21st check", async () => {
    const p = await project();
    const code = await resetCode(p, (await signUp(p)).email);
    await Promise.all(Array.from({ length: 20 }, () => p.client(key, { body: { code } })));
    expectError(await p.client(key, { body: { code } }), 400, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED");
  });

  it("400 SCHEMA_ERROR without a code", async () => {
    expectError(await (await project()).client(key, { body: {} }), 400, "SCHEMA_ERROR");
  });
});
