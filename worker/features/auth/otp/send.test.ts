import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { verificationCodes } from "../../../db/verification-codes/schema";
import { callbackUrl, emailCode, otpProject, redeemCode, sendCode } from "../../../testing/code-sign-ins";
import { freshAddress, mailbox } from "../../../testing/mailbox";
import { password, readUser, signUp } from "../../../testing/password-sign-ins";
import { db, project, type TestProject, tierHeaders } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { scriptedSmtpServer } from "../../../testing/scripted-smtp-server";

const key = "POST /auth/otp/send-sign-in-code";

/** A user who signs in with an address, verified by default. */
async function user(p: TestProject, fields: object = {}): Promise<{ id: string; email: string }> {
  const email = freshAddress();
  const proven = { primary_email: email, primary_email_auth_enabled: true, primary_email_verified: true };
  const { body } = await p.server("POST /users", { body: { ...proven, ...fields } });
  return { id: body.id, email };
}

describe("POST /auth/otp/send-sign-in-code", () => {
  // Evidence: mails-code-type-link-returns-nonce
  it("200 emails a code to type and a link, and returns the nonce that completes the typed code", async () => {
    const p = await otpProject();
    const email = freshAddress();
    const response = await sendCode(p, email);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ nonce: expect.stringMatching(/^[0-9abcdefghjkmnpqrstvwxyz]{39}$/) });
    expect(response.cost).toMatchObject({ d1: 3, hashes: 0 });
    const [message] = await mailbox({ to: email });
    const typed = /^Sign in to Test project: Your code is ([0-9ABCDEFGHJKMNPQRSTVWXYZ]{6})$/.exec(
      message?.subject ?? "",
    )?.[1];
    expect(message?.text.split("\n")).toContain(typed);
    expect(message?.html).toContain(`>${typed}<`);
    const link = new URL(message?.links[0] ?? "");
    expect(link.searchParams.get("code")).toBe(typed?.toLowerCase() + response.body.nonce);
    link.searchParams.delete("code");
    expect(link.href).toBe(callbackUrl);
  });

  // Evidence: device-tokens-cost-alike-without-an-account
  it("200 checks as many device tokens for an address without an account", async () => {
    // Attack: finding out which addresses have accounts by how long an email takes that is requested with as many made-up tokens as are taken.
    const p = await otpProject();
    const { email } = await user(p, { otp_auth_enabled: true });
    const device_tokens = Array.from({ length: 4 }, (_, index) => `${index}.${"A".repeat(43)}`);
    const signaturesFor = async (address: string) => {
      const signatures = vi.spyOn(crypto.subtle, "sign");
      expect((await sendCode(p, address, { device_tokens })).status).toBe(200);
      const { length } = signatures.mock.calls;
      signatures.mockRestore();
      return length;
    };
    await signaturesFor(email);
    expect(await signaturesFor(freshAddress())).toBe(await signaturesFor(email));
  });

  // Evidence: stores-code-ten-minutes-address-normal
  it("stores the code for ten minutes and for the address in normal form, by its hash", async () => {
    const p = await otpProject();
    const email = freshAddress();
    await sendCode(p, email.toUpperCase());
    const { typed, nonce } = await emailCode(p, email);
    const [codes] = await db.batch([db.select().from(verificationCodes).where(eq(verificationCodes.projectId, p.id))]);
    expect(codes).toHaveLength(2);
    for (const { kind, payload, createdAt, expiresAt } of codes) {
      expect({ kind, payload, lifetime: expiresAt - createdAt }).toEqual({
        kind: "sign_in",
        payload: { email, userId: null },
        lifetime: 600_000,
      });
    }
    expect(JSON.stringify(codes)).not.toContain(typed.toLowerCase() + nonce);
    expect(JSON.stringify(codes)).not.toContain(nonce);
  });

  it("200 makes no user, and the email contains no name", async () => {
    const p = await otpProject();
    const existing = await user(p, { display_name: "Ada Lovelace" });
    const { message } = await emailCode(p, existing.email);
    expect(`${message?.html}${message?.text}${message?.subject}`).not.toContain("Ada");
    await emailCode(p);
    expect((await p.server("GET /users")).body.items).toHaveLength(1);
  });

  // Evidence: user-has-codes-switched-off-whom
  it("200 for a user who has codes switched off: the email has no code, and says how they sign in", async () => {
    // Attack: switching a way to sign in back on for a user who switched it off, by requesting an email to them.
    const p = await otpProject();
    const { id, email } = await user(p, { password, otp_auth_enabled: false });
    const { status, body } = await sendCode(p, email);
    expect([status, Object.keys(body)]).toEqual([200, ["nonce"]]);
    const [message] = await mailbox({ to: email });
    expect(message?.subject).toBe("How to sign in to Test project");
    expect(message?.text).toContain("Emailed codes are switched off for your account");
    expect(message?.links).toEqual([]);
    expect(message?.raw).not.toContain(body.nonce);
    expect(await readUser(p, id)).toMatchObject({ otp_auth_enabled: false, otp_auth_switched_off: true });
  });

  // Evidence: codes-off-look-like-no-account
  it.each([true, false])(
    "responds to an address whose user has codes off as to an unknown one, with sign-up %s",
    async (allowSignUp) => {
      // Attack: finding out which addresses have accounts, by how a request for a code is refused, or what it costs.
      const p = await otpProject({ "auth.allowSignUp": allowSignUp });
      const { email } = await user(p, { password, otp_auth_enabled: false });
      const formats = vi.spyOn(Date.prototype, "toLocaleDateString");
      const request = async (address: string) => {
        formats.mockClear();
        const { status, headers, body, cost } = await sendCode(p, address);
        const shown = Object.entries(body).map(([name, value]) => [
          name,
          name === "nonce" ? String(value).length : value,
        ]);
        return {
          status,
          shown,
          code: headers.get("x-stack-known-error"),
          d1: cost.d1,
          hashes: cost.hashes,
          formats: formats.mock.calls.length,
        };
      };
      expect(await request(email)).toEqual(await request(freshAddress()));
      formats.mockRestore();
    },
  );

  it("200 with a code for every verified address of a user who never switched codes off, however they signed up", async () => {
    const p = await otpProject();
    const { email } = await user(p, { password });
    const second = freshAddress();
    const { body: users } = await p.server("GET /users");
    const address = { type: "email", value: second, is_verified: true, used_for_auth: true };
    await p.server("POST /contact-channels", { body: { user_id: users.items[0].id, ...address } });
    for (const to of [email, second]) {
      const { linked } = await emailCode(p, to);
      expect((await redeemCode(p, linked)).body).toMatchObject({ is_new_user: false, user_id: users.items[0].id });
    }
  });

  it("403 when the project has sign-in by codes off, before any other rule", async () => {
    const p = await project({ "auth.allowSignUp": false });
    const response = await sendCode(p, freshAddress(), { callback_url: "https://evil.example/" });
    expectPlainError(response, 403, "OTP sign-in is not enabled for this project");
  });

  it("409 USER_EMAIL_ALREADY_EXISTS for an address that a user signs in with and has not verified", async () => {
    const p = await otpProject();
    const { email } = await signUp(p);
    const response = await sendCode(p, email.toUpperCase(), { callback_url: "https://evil.example/" });
    expectError(response, 409, "USER_EMAIL_ALREADY_EXISTS", { email, would_work_if_email_was_verified: true });
    expect(await mailbox({ to: email, atLeast: 0 })).toHaveLength(1);
  });

  it("400 SIGN_UP_NOT_ENABLED for an unknown address, also with an untrusted callback; 200 for a user's", async () => {
    const p = await otpProject({ "auth.allowSignUp": false });
    const untrusted = await sendCode(p, freshAddress(), { callback_url: "https://evil.example/" });
    expectError(untrusted, 400, "SIGN_UP_NOT_ENABLED");
    const { email } = await user(p);
    expect((await sendCode(p, email)).status).toBe(200);
  });

  // Attack: an email of ours that leads to a page of the attacker's.
  it.each([
    "https://evil.example/",
    "//evil.example/",
    "https://localhost@evil.example/",
    "https://evil.example\\@localhost/",
    "javascript:alert(1)//localhost",
  ])("400 REDIRECT_URL_NOT_WHITELISTED, or no URL at all, for the callback %s", async (url) => {
    const p = await otpProject();
    const email = freshAddress();
    const response = await sendCode(p, email, { callback_url: url });
    expectError(response, 400, url.startsWith("//") ? "SCHEMA_ERROR" : "REDIRECT_URL_NOT_WHITELISTED");
    expect(await mailbox({ to: email, atLeast: 0 })).toEqual([]);
  });

  it("400 REDIRECT_URL_NOT_WHITELISTED for a callback of more than 8,192 characters, and no email", async () => {
    // Attack: a link of a megabyte of parameters keeps every other request waiting while it is written into an email.
    const [p, email] = [await otpProject(), freshAddress()];
    const response = await sendCode(p, email, { callback_url: `${callbackUrl}&`.padEnd(1_000_000, "a&") });
    expectError(response, 400, "REDIRECT_URL_NOT_WHITELISTED");
    expect(await mailbox({ to: email, atLeast: 0 })).toEqual([]);
  });

  // Attack: host-header injection, to have the email's link lead to the attacker.
  it("200 links to the callback, whatever host the request names", async () => {
    const p = await otpProject();
    const email = freshAddress();
    await p.client(key, {
      body: { email, callback_url: callbackUrl },
      headers: { host: "evil.example", "x-forwarded-host": "evil.example", forwarded: "host=evil.example" },
    });
    const [message] = await mailbox({ to: email });
    expect(message?.raw).not.toContain("evil.example");
    expect(message?.links.every((link) => link.startsWith("http://localhost:3000/handler/magic-link-callback?"))).toBe(
      true,
    );
  });

  // Attack: header injection, to send the attacker's own email through our server.
  it.each([
    "a@example.com\r\nBcc: victim@example.com",
    "a@example.com\nSubject: Hello",
    "a@example.com, b@example.com",
  ])("400 SCHEMA_ERROR for the address %j", async (email) => {
    expectError(await sendCode(await otpProject(), email), 400, "SCHEMA_ERROR");
  });

  it("400 when the mail server refuses", async () => {
    const server = await scriptedSmtpServer({ RCPT: "550 5.1.1 No such user" });
    const p = await otpProject({
      "emails.server": { isShared: false, host: "127.0.0.1", port: server.port, senderEmail: "noreply@acme.test" },
    });
    expectPlainError(
      await sendCode(p, freshAddress()),
      400,
      "Failed to send email. If you are the admin of this project, please check the email configuration and try again.",
    );
  });

  it.each([
    [{ callback_url: callbackUrl }, "body.email must be defined"],
    [{ email: "ada@localhost", callback_url: callbackUrl }, "body.email must match the following"],
    [{ email: "ada@example.com" }, "body.callback_url must be defined"],
    [{ email: "ada@example.com", callback_url: callbackUrl, name: "Ada" }, "body contains unknown properties: name"],
  ])("400 SCHEMA_ERROR for %j", async (body, complaint) => {
    const p = await otpProject();
    const response = await p.client(key, { body });
    expectError(response, 400, "SCHEMA_ERROR");
    expect(response.body.error).toContain(complaint);
  });

  it("400 CURRENT_PROJECT_NOT_FOUND for a project that does not exist", async () => {
    const p = await otpProject();
    const headers = { ...tierHeaders(crypto.randomUUID(), "client", p.keys.client) };
    const body = { email: freshAddress(), callback_url: callbackUrl };
    expectError(await p.client(key, { body, headers }), 400, "CURRENT_PROJECT_NOT_FOUND");
  });
});
