import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { sessions } from "../../../db/sessions/schema";
import { advanceCredentials } from "../../../db/users/changes";
import { verificationCodes } from "../../../db/verification-codes/schema";
import { authenticator } from "../../../testing/authenticator";
import { mailbox, type ReceivedEmail } from "../../../testing/mailbox";
import { password, signIn as signInByPassword, signUp } from "../../../testing/password-sign-ins";
import { db, project, type TestProject, type Tokens } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { scriptedSmtpServer } from "../../../testing/scripted-smtp-server";
import type { TestResponse } from "../../../testing/send-request";
import { claimsOf, sessionRow, signedIn } from "../../../testing/sign-ins";
import { bareUser } from "../../../testing/tokens";
import { initiateSignIn, passkeyProject, register } from "../passkey/passkey.fixtures";
import type { Bent, SoftwareAuthenticator } from "../passkey/software-authenticator.fixtures";

const key = "POST /auth/sessions/current/reauthenticate";
const send = "POST /auth/sessions/current/send-reauthentication-code";
const noCode = "0".repeat(45);
const window = { "auth.sessions.reauthenticationMinutes": 15 };

/** A user with a password whose session has outlived the project's window. */
async function staleUser(p: TestProject) {
  const user = await signUp(p);
  const sessionId = String(claimsOf(user.access_token).refresh_token_id);
  await outliveWindow(p, sessionId);
  return { ...user, sessionId };
}

async function outliveWindow(p: TestProject, sessionId: string): Promise<void> {
  const isIt = and(eq(sessions.projectId, p.id), eq(sessions.id, sessionId));
  await db.batch([
    db
      .update(sessions)
      .set({ authenticatedAt: Date.now() - 16 * 60_000 })
      .where(isIt),
  ]);
}

function reauthenticate(p: TestProject, tokens: Tokens, body: object): Promise<TestResponse> {
  return p.as(tokens).client(key, { body });
}

/** Something that a user may do only shortly after proving who they are. */
function change(p: TestProject, tokens: Tokens): Promise<TestResponse> {
  return p.as(tokens).client("POST /auth/passkey/initiate-passkey-registration", { body: {} });
}

async function expectStale(p: TestProject, tokens: Tokens): Promise<void> {
  expectError(await change(p, tokens), 403, "REAUTHENTICATION_REQUIRED");
}

async function expectProven(p: TestProject, tokens: Tokens, response: TestResponse): Promise<void> {
  expect({ status: response.status, body: response.body }).toEqual({ status: 200, body: { success: true } });
  expect((await change(p, tokens)).status).toBe(200);
}

/** An authenticator app as the user's second factor, switched on by the server. */
async function withTotp(p: TestProject, userId: string) {
  const app = authenticator();
  const body = { totp_secret_base64: app.secretBase64 };
  await p.server("PATCH /users/{user_id}", { params: { user_id: userId }, body });
  return app;
}

/** Emails a code to a user, and returns it whole. */
async function emailedCode(p: TestProject, user: Tokens & { email: string }) {
  const before = (await mailbox({ to: user.email, atLeast: 0 })).length;
  const response = await p.as(user).client(send, { body: {} });
  const emails: (ReceivedEmail | undefined)[] = await mailbox({ to: user.email, atLeast: before + 1 });
  const email = emails[before];
  const typed = /^[0-9A-Z]{6}$/m.exec(email?.text ?? "")?.[0] ?? "";
  return { response, email, typed, code: typed.toLowerCase() + response.body.nonce };
}

async function assertion(p: TestProject, authenticator: SoftwareAuthenticator, bent?: Bent) {
  const { options_json, code } = await initiateSignIn(p);
  return { authentication_response: await authenticator.signIn(options_json, bent), code };
}

describe("POST /auth/sessions/current/reauthenticate", () => {
  it("200 by the password, in two round trips", async () => {
    const p = await passkeyProject(window);
    const user = await staleUser(p);
    await expectStale(p, user);
    const response = await reauthenticate(p, user, { password });
    expect(response.cost).toMatchObject({ d1: 2, hashes: 1 });
    await expectProven(p, user, response);
  });

  it("400 PASSWORD_CONFIRMATION_MISMATCH and USER_DOES_NOT_HAVE_PASSWORD, with nothing proven", async () => {
    const p = await passkeyProject(window);
    const user = await staleUser(p);
    expectError(await reauthenticate(p, user, { password: "wrong" }), 400, "PASSWORD_CONFIRMATION_MISMATCH");
    await expectStale(p, user);
    const other = await signedIn(p, await bareUser(p.id));
    expectError(await reauthenticate(p, other, { password }), 400, "USER_DOES_NOT_HAVE_PASSWORD");
  });

  it("400 PASSWORD_AUTHENTICATION_NOT_ENABLED where the project has no passwords", async () => {
    const p = await passkeyProject({ "auth.password.allowSignIn": false });
    const user = await signedIn(p, await bareUser(p.id));
    expectError(await reauthenticate(p, user, { password }), 400, "PASSWORD_AUTHENTICATION_NOT_ENABLED");
  });

  it("200 by a passkey of the user", async () => {
    const p = await passkeyProject(window);
    const user = await signUp(p);
    const { authenticator } = await register(p, user);
    await outliveWindow(p, String(claimsOf(user.access_token).refresh_token_id));
    await expectStale(p, user);
    await expectProven(p, user, await reauthenticate(p, user, await assertion(p, authenticator)));
  });

  it("400 PASSKEY_AUTHENTICATION_FAILED for another user's passkey", async () => {
    // Attack: a session that was stolen whole, and a passkey of the thief's own.
    const p = await passkeyProject(window);
    const { authenticator } = await register(p, await signUp(p));
    const victim = await staleUser(p);
    expectError(
      await reauthenticate(p, victim, await assertion(p, authenticator)),
      400,
      "PASSKEY_AUTHENTICATION_FAILED",
      {
        message: "Passkey authentication failed because the passkey belongs to another user",
      },
    );
    await expectStale(p, victim);
  });

  it("400 PASSKEY_AUTHENTICATION_NOT_ENABLED when passkeys were switched off meanwhile", async () => {
    const p = await passkeyProject();
    const user = await signUp(p);
    const { authenticator } = await register(p, user);
    const sent = await assertion(p, authenticator);
    await p.admin("PATCH /internal/projects/current", { body: { config: { passkey_enabled: false } } });
    expectError(await reauthenticate(p, user, sent), 400, "PASSKEY_AUTHENTICATION_NOT_ENABLED");
  });

  it("200 by an emailed code, in any case of letters, once", async () => {
    const p = await passkeyProject(window);
    const user = await staleUser(p);
    const { code } = await emailedCode(p, user);
    await expectProven(p, user, await reauthenticate(p, user, { code: code.toUpperCase() }));
    expectError(await reauthenticate(p, user, { code }), 409, "VERIFICATION_CODE_ALREADY_USED");
  });

  it("404 VERIFICATION_CODE_NOT_FOUND for the code of another session, which stays unused", async () => {
    // Attack: a thief of a session who talks its owner into requesting a code and reading it out.
    const p = await passkeyProject(window);
    const stolen = await staleUser(p);
    const { body: own } = await signInByPassword(p, stolen.email);
    const { code } = await emailedCode(p, { ...own, email: stolen.email });
    expectError(await reauthenticate(p, stolen, { code }), 404, "VERIFICATION_CODE_NOT_FOUND");
    await expectStale(p, stolen);
    expect((await reauthenticate(p, own, { code })).status).toBe(200);
  });

  it("404 for a code that was never sent, 400 VERIFICATION_CODE_EXPIRED after its time, and MAX_ATTEMPTS after 20", async () => {
    const p = await passkeyProject(window);
    const user = await staleUser(p);
    expectError(await reauthenticate(p, user, { code: noCode }), 404, "VERIFICATION_CODE_NOT_FOUND");
    const guessed = await emailedCode(p, user);
    const { nonce } = guessed.response.body;
    const guesses = Array.from({ length: 20 }, (_, i) => reauthenticate(p, user, { code: `zzzz${10 + i}${nonce}` }));
    await Promise.all(guesses);
    const { code } = guessed;
    expectError(await reauthenticate(p, user, { code }), 400, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED");
    const expired = await emailedCode(p, user);
    await db.batch([db.update(verificationCodes).set({ expiresAt: 1 }).where(eq(verificationCodes.projectId, p.id))]);
    expectError(await reauthenticate(p, user, { code: expired.code }), 400, "VERIFICATION_CODE_EXPIRED");
  });

  it("404 for a code from before the password was changed", async () => {
    const p = await passkeyProject(window);
    const user = await staleUser(p);
    const { code } = await emailedCode(p, user);
    await db.batch([advanceCredentials(db, { projectId: p.id, userId: user.user_id })]);
    expectError(await reauthenticate(p, user, { code }), 404, "VERIFICATION_CODE_NOT_FOUND");
  });

  it.each(["password", "emailed code", "passkey that did not verify its user"])(
    "400 INVALID_TOTP_CODE by a %s alone, for a user with an authenticator app",
    async (how) => {
      // Attack: who has stolen a session and a password, or a mailbox, takes the second factor away.
      const p = await passkeyProject(window);
      const user = await signUp(p);
      const { authenticator: passkey } = await register(p, user);
      const app = await withTotp(p, user.user_id);
      await outliveWindow(p, String(claimsOf(user.access_token).refresh_token_id));
      const { code } = await emailedCode(p, user);
      const proof = async () => {
        if (how === "password") return { password };
        return how === "emailed code" ? { code } : assertion(p, passkey, { isUserVerified: false });
      };
      for (const totp of [{}, { totp: await app.shows(1_000) }]) {
        expectError(await reauthenticate(p, user, { ...(await proof()), ...totp }), 400, "INVALID_TOTP_CODE");
      }
      expectError(await change(p, user), 403, "REAUTHENTICATION_REQUIRED", {
        max_age_millis: 900_000,
        methods: ["password", "passkey", "code"],
        requires_totp: true,
      });
      const complete = { ...(await proof()), totp: await app.shows() };
      await expectProven(p, user, await reauthenticate(p, user, complete));
    },
  );

  it("200 by a passkey that verified its user, without the authenticator app", async () => {
    const p = await passkeyProject(window);
    const user = await signUp(p);
    const { authenticator: passkey } = await register(p, user);
    await withTotp(p, user.user_id);
    await expectProven(p, user, await reauthenticate(p, user, await assertion(p, passkey)));
  });

  it.each([
    [{ password, other: 1 }, "body contains unknown properties: other"],
    [{ code: "x" }, "body.code must be exactly 45 characters"],
  ])("400 ALL_OVERLOADS_FAILED for %j", async (body, complaint) => {
    const p = await project();
    const response = await reauthenticate(p, await signedIn(p, await bareUser(p.id)), body);
    expectError(response, 400, "ALL_OVERLOADS_FAILED");
    expect(JSON.stringify(response.body.details)).toContain(complaint);
  });
});

describe("POST /auth/sessions/current/send-reauthentication-code", () => {
  it("200 emails a code for the session to the primary address, without a link and not in the subject", async () => {
    const p = await passkeyProject(window);
    const user = await staleUser(p);
    const { response, email, typed } = await emailedCode(p, user);
    expect(response.body).toEqual({ nonce: expect.stringMatching(/^[0-9abcdefghjkmnpqrstvwxyz]{39}$/) });
    expect(email?.subject).toBe("Confirm your identity at Test project");
    expect(email?.links).toEqual([]);
    expect(email?.text.split("\n")).toContain(typed);
  });

  it("400 when the mail server refuses", async () => {
    const server = await scriptedSmtpServer({ RCPT: "550 5.1.1 No such user" });
    const p = await project();
    const user = await signUp(p);
    const own = { isShared: false, host: "127.0.0.1", port: server.port, senderEmail: "noreply@acme.test" };
    await p.admin("PATCH /internal/config/override", {
      body: { config_override_string: JSON.stringify({ "emails.server": own }) },
    });
    expectPlainError(
      await p.as(user).client(send, { body: {} }),
      400,
      "Failed to send email. If you are the admin of this project, please check the email configuration and try again.",
    );
  });

  it("400 for a user without an address", async () => {
    const p = await project();
    const response = await p.as(await signedIn(p, await bareUser(p.id))).client(send, { body: {} });
    expectPlainError(response, 400, "The user has no email address that a code could be sent to.");
  });
});

describe("a session that has proven nothing", () => {
  // Evidence: needs-proof-when-server-made-none
  it("needs a proof when a server made it, and none right after a sign-in", async () => {
    const p = await passkeyProject(window);
    const user = await signUp(p);
    expect((await change(p, user)).status).toBe(200);
    const vouched = await signedIn(p, user.user_id);
    expect((await sessionRow(p, vouched.id))?.authenticatedAt).toBeNull();
    await expectStale(p, vouched);
  });

  it("changes what it likes while its user has nothing to prove who they are with", async () => {
    const p = await passkeyProject(window);
    expect((await change(p, await signedIn(p, await bareUser(p.id)))).status).toBe(200);
  });

  it("is refused in no project without the setting", async () => {
    const p = await passkeyProject();
    const user = await staleUser(p);
    expect((await change(p, user)).status).toBe(200);
  });
});
