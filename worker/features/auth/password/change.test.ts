import { describe, expect, it } from "vitest";
import { freshAddress } from "../../../testing/mailbox";
import {
  anonymousUser,
  newPasswordRules,
  noPasswords,
  password,
  readUser,
  signIn,
  signUp,
} from "../../../testing/password-sign-ins";
import { project } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { isAlive } from "../../../testing/sign-ins";

describe("POST /auth/password/update", () => {
  const key = "POST /auth/password/update";
  const newPassword = "a new password";
  const body = { old_password: password, new_password: newPassword };
  newPasswordRules(async (typed) => {
    const p = await project();
    return p.as(await signUp(p)).client(key, { body: { old_password: password, new_password: typed } });
  });

  // Evidence: replaces-password-ends-all-sessions-but
  it("200 replaces the password and ends all sessions but the one of the refresh token", async () => {
    const p = await project();
    const user = await signUp(p);
    const second = (await signIn(p, user.email)).body;
    const response = await p.as(user).client(key, { body });
    expect({ status: response.status, body: response.body }).toEqual({ status: 200, body: { success: true } });
    expect(response.cost).toMatchObject({ d1: 2, hashes: 2 });
    expect([await isAlive(p, user), await isAlive(p, second)]).toEqual([true, false]);
    expectError(await signIn(p, user.email), 400, "EMAIL_PASSWORD_MISMATCH");
    expect((await signIn(p, user.email, newPassword)).status).toBe(200);
  });

  it("200 ends every session without a refresh token, or with another user's", async () => {
    const p = await project();
    const other = await signUp(p);
    for (const refresh_token of [undefined, other.refresh_token]) {
      const user = await signUp(p);
      const tokens = { access_token: user.access_token, ...(refresh_token && { refresh_token }) };
      expect((await p.as(tokens).client(key, { body })).status).toBe(200);
      expect([await isAlive(p, user), await isAlive(p, other)]).toEqual([false, true]);
    }
  });

  // Evidence: wrong-old-password-nothing-changes
  // Attack: an attacker at an unlocked device, without the password.
  it("400 PASSWORD_CONFIRMATION_MISMATCH for a wrong old password, and nothing changes", async () => {
    const p = await project();
    const user = await signUp(p);
    const second = (await signIn(p, user.email)).body;
    const response = await p.as(user).client(key, { body: { ...body, old_password: "wrong password" } });
    expectError(response, 400, "PASSWORD_CONFIRMATION_MISMATCH");
    expect(response.body.error).toBe("Passwords do not match.");
    expect(await isAlive(p, second)).toBe(true);
    expect((await signIn(p, user.email)).status).toBe(200);
  });

  it("400 USER_DOES_NOT_HAVE_PASSWORD", async () => {
    const p = await project();
    const { tokens } = await anonymousUser(p);
    expectError(await p.as(tokens).client(key, { body }), 400, "USER_DOES_NOT_HAVE_PASSWORD");
  });

  it("400 PASSWORD_AUTHENTICATION_NOT_ENABLED", async () => {
    const p = await project(noPasswords);
    const { tokens } = await anonymousUser(p);
    expectError(await p.as(tokens).client(key, { body }), 400, "PASSWORD_AUTHENTICATION_NOT_ENABLED");
  });

  it("400 SCHEMA_ERROR without a user, and once the user is deleted", async () => {
    const p = await project();
    const user = await signUp(p);
    await p.server("DELETE /users/{user_id}", { params: { user_id: user.user_id } });
    for (const response of [await p.client(key, { body }), await p.as(user).client(key, { body })]) {
      expectError(response, 400, "SCHEMA_ERROR");
      expect(response.body.error).toContain("auth.user must be defined");
    }
  });

  it("200 for one of 20 changes from one password at once, 400 PASSWORD_CONFIRMATION_MISMATCH for 19", async () => {
    const p = await project();
    const user = await signUp(p);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        p.as(user).client(key, { body: { old_password: password, new_password: `new password ${index}` } }),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const response of responses.filter(({ status }) => status !== 200)) {
      expectError(response, 400, "PASSWORD_CONFIRMATION_MISMATCH");
    }
  });
});

describe("POST /auth/password/set", () => {
  const key = "POST /auth/password/set";
  newPasswordRules(async (typed) => {
    const p = await project();
    return p.as((await anonymousUser(p)).tokens).client(key, { body: { password: typed } });
  });

  it("200 gives a first password, with which the user's address signs in, and keeps all sessions", async () => {
    const p = await project();
    const email = freshAddress();
    const { body: user } = await p.server("POST /users", {
      body: { primary_email: email, primary_email_auth_enabled: true },
    });
    const { body: tokens } = await p.server("POST /auth/sessions", { body: { user_id: user.id } });
    const { body: second } = await p.server("POST /auth/sessions", { body: { user_id: user.id } });
    const response = await p.as(tokens).client(key, { body: { password } });
    expect({ status: response.status, body: response.body }).toEqual({ status: 200, body: { success: true } });
    expect([await isAlive(p, tokens), await isAlive(p, second)]).toEqual([true, true]);
    expect((await signIn(p, email)).body.user_id).toBe(user.id);
    expect((await readUser(p, user.id)).has_password).toBe(true);
  });

  it("400 for a user who has a password", async () => {
    const p = await project();
    const response = await p.as(await signUp(p)).client(key, { body: { password: "another password" } });
    expectPlainError(response, 400, "User already has a password set.");
  });

  it("200 for one of 20 first passwords at once, 400 for 19", async () => {
    const p = await project();
    const { userId, tokens } = await anonymousUser(p);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => p.as(tokens).client(key, { body: { password: `password ${index}` } })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const response of responses.filter(({ status }) => status !== 200)) {
      expectPlainError(response, 400, "User already has a password set.");
    }
    expect((await readUser(p, userId)).has_password).toBe(true);
  });

  it("400 PASSWORD_AUTHENTICATION_NOT_ENABLED", async () => {
    const p = await project(noPasswords);
    const { tokens } = await anonymousUser(p);
    expectError(await p.as(tokens).client(key, { body: { password } }), 400, "PASSWORD_AUTHENTICATION_NOT_ENABLED");
  });

  it("400 SCHEMA_ERROR without a user", async () => {
    const response = await (await project()).client(key, { body: { password } });
    expectError(response, 400, "SCHEMA_ERROR");
    expect(response.body.error).toContain("auth.user must be defined");
  });
});
