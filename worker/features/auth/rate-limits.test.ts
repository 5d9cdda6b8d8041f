import { describe, expect, it } from "vitest";
import { router } from "../../app";
import { authenticator } from "../../testing/authenticator";
import { callbackUrl, otpProject } from "../../testing/code-sign-ins";
import { freshAddress, mailbox } from "../../testing/mailbox";
import { password, signIn, signUp } from "../../testing/password-sign-ins";
import { project, type TestProject } from "../../testing/project";
import { expectError, expectPlainError } from "../../testing/refusals";
import { sendRequest, type TestResponse } from "../../testing/send-request";
import { signedIn } from "../../testing/sign-ins";
import { bareUser } from "../../testing/tokens";

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

/** Options of a request to a Worker with rate limits on, from an address that no other test uses. */
function limited(ip = `2001:db8:${hex()}:${hex()}::1`, headers: Record<string, string> = {}) {
  return { settings: { RATE_LIMITS: "on" }, headers: { "cf-connecting-ip": ip, ...headers } };
}

function hex(): string {
  return Math.floor(Math.random() * 0x1_0000).toString(16);
}

function expectTooMany(response: TestResponse, atMostSeconds: number): void {
  expectPlainError(response, 429, "Too Many Requests");
  expect(response.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  expect(Number(response.headers.get("retry-after"))).toBeLessThanOrEqual(atMostSeconds);
}

const statuses = (responses: TestResponse[]) => new Set(responses.map(({ status }) => status));
const refused = (responses: TestResponse[]) => responses.filter(({ status }) => status === 429);

describe("requests from one address", () => {
  const check = (p: TestProject, input: object) =>
    p.client("POST /auth/otp/sign-in/check-code", { body: { code: "0".repeat(45) }, ...input });

  // The counter's windows begin with the minute, and a test may lie across two: then twice the limit passes.
  // Attack: brute force of codes, from one machine.
  it("429 with Retry-After beyond 30 code checks a minute, before any query", async () => {
    const p = await otpProject();
    const from = limited();
    const responses = await Promise.all(times(90, () => check(p, from)));
    expect(statuses(responses)).toEqual(new Set([404, 429]));
    expect(refused(responses).length).toBeGreaterThanOrEqual(30);
    for (const response of refused(responses)) {
      expectTooMany(response, 60);
      expect(response.cost.d1).toBe(0);
    }
  });

  it("are counted together for sign-ins of all kinds and all projects", async () => {
    const from = limited();
    const [p, other] = [await otpProject(), await otpProject()];
    const responses = await Promise.all([
      ...times(30, () => check(p, from)),
      ...times(30, () => check(other, from)),
      ...times(30, () => p.client("POST /auth/anonymous/sign-up", from)),
    ]);
    expect(refused(responses).length).toBeGreaterThanOrEqual(30);
  });

  // Attack: using many addresses: those of an IPv6 network, or those that a header claims.
  it("are counted for an IPv6 network, whatever other headers claim; other networks are not limited", async () => {
    const p = await otpProject();
    const network = `2001:db8:${hex()}:${hex()}`;
    const from = (index: number) => {
      const claimed = `198.51.100.${index}`;
      const spoofed = { "x-forwarded-for": claimed, "x-real-ip": claimed, forwarded: `for=${claimed}` };
      return limited(`${network}:${index.toString(16)}::1`, spoofed);
    };
    const responses = await Promise.all(times(90, (index) => check(p, from(index))));
    expect(refused(responses).length).toBeGreaterThanOrEqual(30);
    expect((await check(p, limited())).status).toBe(404);
  });

  it("429 beyond 300 refreshes a minute, not beyond 30", async () => {
    const ip = limited();
    const refresh = () => sendRequest("POST /auth/oauth/token", { body: { grant_type: "refresh_token" }, ...ip });
    expect(statuses(await Promise.all(times(60, refresh)))).toEqual(new Set([400]));
    const responses = await Promise.all(times(600, refresh));
    expect(refused(responses).length).toBeGreaterThanOrEqual(60);
  });

  it("429 beyond 10 mails a minute, to whatever addresses", async () => {
    const p = await project();
    const ip = limited();
    const send = () =>
      p.client("POST /auth/password/send-reset-code", {
        body: { email: freshAddress(), callback_url: callbackUrl },
        ...ip,
      });
    const responses = await Promise.all(times(30, send));
    expect(statuses(responses)).toEqual(new Set([200, 429]));
    expect(refused(responses).length).toBeGreaterThanOrEqual(10);
  });

  it("are not limited where limits are off", async () => {
    const p = await otpProject();
    const ip = { headers: limited().headers };
    expect(statuses(await Promise.all(times(90, () => check(p, ip))))).toEqual(new Set([404]));
  });

  it("have 429 in the header for clients that override error statuses", async () => {
    const ip = limited(undefined, { "x-stack-override-error-status": "true" });
    const p = await otpProject();
    const responses = await Promise.all(times(90, () => check(p, ip)));
    const hidden = responses.find(({ headers }) => headers.get("x-stack-actual-status") === "429");
    expect(hidden?.status).toBe(200);
    expect(hidden?.headers.get("retry-after")).toBe("60");
  });

  it("are limited at every endpoint that signs in, and at no other", () => {
    const declared = router.endpoints.flatMap(({ key, limit }) => (limit ? [[key, limit]] : []));
    expect(Object.fromEntries(declared)).toEqual({
      "POST /auth/password/sign-up": "sign-in",
      "POST /auth/password/sign-in": "sign-in",
      "POST /auth/password/send-reset-code": "mail",
      "POST /auth/password/reset": "sign-in",
      "POST /auth/password/reset/check-code": "sign-in",
      "POST /auth/password/update": "sign-in",
      "POST /auth/otp/send-sign-in-code": "mail",
      "POST /auth/otp/sign-in": "sign-in",
      "POST /auth/otp/sign-in/check-code": "sign-in",
      "POST /auth/passkey/initiate-passkey-authentication": "sign-in",
      "POST /auth/passkey/register": "sign-in",
      "POST /auth/passkey/sign-in": "sign-in",
      "POST /auth/anonymous/sign-up": "sign-in",
      "POST /auth/mfa/recovery-codes": "sign-in",
      "POST /auth/mfa/recovery/sign-in": "sign-in",
      "POST /auth/mfa/sign-in": "sign-in",
      "POST /auth/cli": "sign-in",
      "POST /auth/cli/poll": "refresh",
      "POST /auth/cli/complete": "sign-in",
      "GET /auth/security-notices/end-sessions": "sign-in",
      "POST /auth/security-notices/end-sessions": "sign-in",
      "GET /auth/oauth/authorize/{provider_id}": "sign-in",
      "POST /auth/oauth/token": "refresh",
      "POST /auth/sessions/current/refresh": "refresh",
      "POST /contact-channels/{user_id}/{contact_channel_id}/send-verification-code": "mail",
      "POST /contact-channels/send-verification-code": "mail",
      "POST /contact-channels/verify": "sign-in",
      "POST /contact-channels/verify/check-code": "sign-in",
      "GET /emails/unsubscribe-link": "sign-in",
      "POST /team-invitations/send-code": "mail",
      "POST /team-invitations/accept": "sign-in",
      "POST /team-invitations/accept/details": "sign-in",
      "POST /team-invitations/accept/check-code": "sign-in",
      "POST /integrations/credential-scanning/revoke": "sign-in",
    });
  });

  it("are described with their 429 in the API's description", async () => {
    const { body } = await sendRequest("GET /openapi.json");
    expect(body.paths["/auth/mfa/sign-in"].post.responses["429"].headers).toHaveProperty("Retry-After");
    expect(body.paths["/users/me"].get.responses).not.toHaveProperty("429");
  });
});

describe("wrong passwords", () => {
  const guess = (p: TestProject, email: string, typed: string) =>
    p.client("POST /auth/password/sign-in", { body: { email, password: typed }, ...limited() });

  // Attack: brute force of a password, in parallel and from everywhere.
  it("429 beyond 10 for one address, for the right one too; other addresses are not limited", async () => {
    const p = await project();
    const [{ email }, other] = [await signUp(p), await signUp(p)];
    const responses = await Promise.all(times(30, (index) => guess(p, email, `guess number ${index}`)));
    expect(responses.filter(({ status }) => status === 400)).toHaveLength(10);
    expect(refused(responses)).toHaveLength(20);
    const locked = await guess(p, email.toUpperCase(), password);
    expectTooMany(locked, 600);
    expect(locked.cost.hashes).toBe(0);
    expect((await guess(p, other.email, password)).status).toBe(200);
  });

  // Attack: user enumeration by which addresses can be locked.
  it("429 alike for an address without an account", async () => {
    const p = await project();
    const { email } = await signUp(p);
    const lock = async (address: string) => {
      for (const index of times(10, (each) => each)) {
        expectError(await guess(p, address, `guess number ${index}`), 400, "EMAIL_PASSWORD_MISMATCH");
      }
      return guess(p, address, password);
    };
    const [existing, unknown] = [await lock(email), await lock(freshAddress())];
    for (const response of [existing, unknown]) expectTooMany(response, 600);
    for (const { cost } of [existing, unknown]) expect(cost).toMatchObject({ d1: 1, rowsWritten: 0, hashes: 0 });
    expect([...existing.headers.keys()]).toEqual([...unknown.headers.keys()]);
  });

  it("do not include right ones: 15 sign-ins in a row pass", async () => {
    const p = await project();
    const { email } = await signUp(p);
    for (const _ of times(15, () => null)) expect((await guess(p, email, password)).status).toBe(200);
  });

  // Attack: locking a user out of one project by an account of the same address in another.
  it("are counted for each project", async () => {
    const [p, other] = [await project(), await project()];
    const { email } = await signUp(p);
    await Promise.all(times(10, () => guess(other, email, "wrong password")));
    expect((await guess(p, email, password)).status).toBe(200);
  });

  // Attack: finding out the password of a session that was left open, to change it.
  it("429 beyond 10 old passwords when changing the password", async () => {
    const p = await project();
    const tokens = await signUp(p);
    const change = (old: string) =>
      p.as(tokens).client("POST /auth/password/update", {
        body: { old_password: old, new_password: "another password" },
        ...limited(),
      });
    const responses = await Promise.all(times(15, (index) => change(`guess number ${index}`)));
    expect(refused(responses)).toHaveLength(5);
    expectTooMany(await change(password), 600);
  });
});

describe("wrong values of an authenticator app", () => {
  // Attack: brute force of the six digits over many sign-ins, by an attacker who has the password.
  it("429 beyond 10 for one user, over however many attempt codes, for the right value too", async () => {
    const p = await project();
    const { email, user_id } = await signUp(p);
    const app = authenticator();
    const secret = { totp_secret_base64: app.secretBase64 };
    await p.server("PATCH /users/{user_id}", { params: { user_id }, body: secret });
    const wrong = await app.shows(1_000);
    const tryOnce = async (totp: string) => {
      const code: string = (await signIn(p, email)).body.details.attempt_code;
      return p.client("POST /auth/mfa/sign-in", { body: { type: "totp", totp, code }, ...limited() });
    };
    const responses = await Promise.all(times(20, () => tryOnce(wrong)));
    expect(responses.filter(({ body }) => body.code === "INVALID_TOTP_CODE")).toHaveLength(10);
    expect(refused(responses)).toHaveLength(10);
    expectTooMany(await tryOnce(await app.shows()), 600);
  });
});

describe("mails to one address", () => {
  // Attack: filling a victim's mailbox.
  it("429 beyond 5 sign-in codes, whatever address requests them", async () => {
    const p = await otpProject();
    const email = freshAddress();
    const send = () =>
      p.client("POST /auth/otp/send-sign-in-code", { body: { email, callback_url: callbackUrl }, ...limited() });
    const responses = await Promise.all(times(12, send));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(5);
    expectTooMany(await send(), 600);
    expect(await mailbox({ to: email, atLeast: 5 })).toHaveLength(5);
  });

  // Attack: user enumeration by how many mails can be requested.
  it("429 beyond 5 reset mails alike for an address without an account", async () => {
    const p = await project();
    const { email } = await signUp(p);
    for (const address of [email, freshAddress()]) {
      const send = () =>
        p.client("POST /auth/password/send-reset-code", {
          body: { email: address, callback_url: callbackUrl },
          ...limited(),
        });
      const responses = await Promise.all(times(8, send));
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(5);
      expect(refused(responses)).toHaveLength(3);
    }
    expect(await mailbox({ to: email, atLeast: 6 })).toHaveLength(6);
  });

  it("429 beyond 5 verification mails, counted with those of other kinds", async () => {
    const p = await otpProject();
    const email = freshAddress();
    const userId = await bareUser(p.id);
    const session = await signedIn(p, userId);
    const { body: channel } = await p.as(session).client("POST /contact-channels", {
      body: { user_id: "me", type: "email", value: email, used_for_auth: false },
    });
    const reset = { body: { email, callback_url: callbackUrl }, ...limited() };
    expect((await p.client("POST /auth/password/send-reset-code", reset)).status).toBe(200);
    const send = () =>
      p.as(session).client("POST /contact-channels/{user_id}/{contact_channel_id}/send-verification-code", {
        params: { user_id: "me", contact_channel_id: channel.id },
        body: { callback_url: callbackUrl },
        ...limited(),
      });
    const responses = await Promise.all(times(8, send));
    expect(refused(responses)).toHaveLength(4);
  });
});

describe("polling codes", () => {
  // Attack: brute force of polling codes, in parallel, from one machine.
  it("429 beyond 300 guesses a minute; a command line that polls every two seconds passes", async () => {
    const p = await project();
    const ip = limited();
    const { body: login } = await p.client("POST /auth/cli", ip);
    const poll = (code: string) => p.client("POST /auth/cli/poll", { body: { polling_code: code }, ...ip });
    const polls = await Promise.all(times(60, () => poll(login.polling_code)));
    expect(statuses(polls)).toEqual(new Set([200]));
    const guesses = await Promise.all(times(640, (index) => poll(`${login.login_code.slice(0, 64)}${index}`)));
    expect(statuses(guesses)).toEqual(new Set([400, 429]));
  });
});
