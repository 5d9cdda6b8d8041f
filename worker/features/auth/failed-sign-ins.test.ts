import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { auditEvents } from "../../db/audit/schema";
import { authenticator } from "../../testing/authenticator";
import { emailCode, redeemCode } from "../../testing/code-sign-ins";
import { limited, times } from "../../testing/limited";
import { freshAddress } from "../../testing/mailbox";
import { oauthProject, signInWithProvider } from "../../testing/oauth-sign-ins";
import { password, signIn, signUp } from "../../testing/password-sign-ins";
import { db, firstDb, internalProject, type TestProject } from "../../testing/project";
import { expectError } from "../../testing/refusals";
import type { TestResponse } from "../../testing/send-request";

const of = (user_id: string) => ({ params: { user_id } });

/** The failed sign-ins of a user in the audit log, oldest first. */
async function failuresOf(p: TestProject, target_id: string) {
  const query = { target_id, type: "sign_in.failed" };
  const { body } = await p.admin("GET /internal/audit-events", { query });
  return body.items.map(({ details }: { details: object }) => details).reverse();
}

/** The addresses of a user's failed and successful sign-ins in the audit log, oldest first. */
async function addressesOf(p: TestProject, target_id: string): Promise<string[]> {
  const { body } = await p.admin("GET /internal/audit-events", { query: { target_id } });
  return body.items.map(({ type, ip_address }: Record<string, string>) => `${type} ${ip_address}`).reverse();
}

/** Holds what a request from one address says of a visitor at another one. */
const forVisitor = { "cf-connecting-ip": "198.51.100.7", "x-gatehouse-client-ip": "203.0.113.9" };

const passwordFailure = (reason: string, count = 1) => ({ method: "password", reason, count });

function otpAndProviders() {
  return oauthProject({ "auth.otp.allowSignIn": true });
}

describe("a failed sign-in", () => {
  it("is in the log with its reason, which the response does not have", async () => {
    const p = await otpAndProviders();
    const { user_id: id, email } = await signUp(p);
    expectError(await signIn(p, email, "wrong"), 400, "EMAIL_PASSWORD_MISMATCH");
    await p.server("PUT /users/{user_id}/suspension", { ...of(id), body: {} });
    expectError(await signIn(p, email), 403, "USER_SUSPENDED");
    await p.server("DELETE /users/{user_id}/suspension", of(id));
    await p.client("POST /auth/otp/send-sign-in-code", { body: { email, callback_url: "http://localhost:3000/a" } });
    await signInWithProvider(p, { email }).catch(() => undefined);
    await p.server("PATCH /users/{user_id}", { ...of(id), body: { password: null } });
    expectError(await signIn(p, email), 400, "EMAIL_PASSWORD_MISMATCH");
    expect(await failuresOf(p, id)).toEqual([
      passwordFailure("wrong_password"),
      passwordFailure("suspended"),
      { method: "code", reason: "codes_refused", count: 1 },
      { method: "oauth", reason: "address_taken", count: 1 },
      passwordFailure("no_password"),
    ]);
  });

  it("is in the log where an emailed code was mistyped, used or expired, and a second factor was wrong", async () => {
    const p = await otpAndProviders();
    const verified = { primary_email_verified: true, primary_email_auth_enabled: true, otp_auth_enabled: true };
    const email = freshAddress();
    const { id } = (await p.server("POST /users", { body: { primary_email: email, ...verified } })).body;
    const { nonce, linked } = await emailCode(p, email);
    await redeemCode(p, `zzzzzz${nonce}`);
    await redeemCode(p, linked);
    await redeemCode(p, linked);
    const app = authenticator();
    await p.server("PATCH /users/{user_id}", { ...of(id), body: { totp_secret_base64: app.secretBase64 } });
    const stopped = await redeemCode(p, (await emailCode(p, email)).linked);
    const body = { type: "totp", totp: "000000", code: stopped.body.details.attempt_code };
    expectError(await p.client("POST /auth/mfa/sign-in", { body }), 400, "INVALID_TOTP_CODE");
    expect(await failuresOf(p, id)).toEqual([
      { method: "code", reason: "wrong_code", count: 1 },
      { method: "code", reason: "code_used", count: 1 },
      { method: "totp", reason: "wrong_second_factor", count: 1 },
    ]);
  });

  // Evidence: failed-sign-ins-bounded
  // Attack: a stranger guesses at one user from thousands of networks, to fill the project's log and with it the database.
  it("has an event of its own 20 times an hour; of the rest those that double their number say how many they stand for", async () => {
    const p = await otpAndProviders();
    const { user_id: id, email } = await signUp(p);
    const body = { email, password: "wrong" };
    for (const from of times(90, () => limited())) await p.client("POST /auth/password/sign-in", { body, ...from });
    const failures: { count: number }[] = await failuresOf(p, id);
    expect(failures.map(({ count }) => count)).toEqual([...times(20, () => 1), 20, 40]);
  });

  it.each(["on", "off"])(
    "is of the visitor whose address the website's own server says, with rate limits %s",
    async (limits) => {
      const p = await otpAndProviders();
      const { user_id: id, email } = await signUp(p);
      const before = await addressesOf(p, id);
      for (const typed of ["wrong", password]) {
        const body = { email, password: typed };
        await p.server("POST /auth/password/sign-in", { body, headers: forVisitor, settings: { RATE_LIMITS: limits } });
      }
      expect((await addressesOf(p, id)).slice(before.length)).toEqual([
        "sign_in.failed 203.0.113.9",
        "user.signed_in 203.0.113.9",
      ]);
    },
  );

  // Evidence: visitors-address-is-believed-from-servers-only
  // Attack: who guesses writes the header, so that the log names another network, and the owner refuses that.
  it("is of the address that the request came from where no proven server says another one", async () => {
    const p = await otpAndProviders();
    const { user_id: id, email } = await signUp(p);
    const before = await addressesOf(p, id);
    const body = { email, password: "wrong" };
    const madeUp = { ...forVisitor, "x-stack-secret-server-key": `ssk_${"0".repeat(45)}` };
    const key = "POST /auth/password/sign-in";
    expectError(await p.client(key, { body, headers: forVisitor }), 400, "EMAIL_PASSWORD_MISMATCH");
    expectError(await p.client(key, { body, headers: madeUp }), 400, "EMAIL_PASSWORD_MISMATCH");
    expect((await p.server(key, { body, headers: madeUp })).status).toBe(401);
    expect((await addressesOf(p, id)).slice(before.length)).toEqual(times(2, () => "sign_in.failed 198.51.100.7"));
  });

  // Attack: guessing at addresses without an account, to fill the log, or to learn from the work which have one.
  it("of an address without an account is in no log, and costs the response as much as that of a user", async () => {
    const p = await otpAndProviders();
    const { email } = await signUp(p);
    const before = await rowsOf(p);
    const unknown = await signIn(p, freshAddress(), "wrong");
    expect(await rowsOf(p)).toBe(before);
    const known = await signIn(p, email, "wrong");
    const seen = ({ status, body, cost: { d1, hashes, rowsWritten } }: TestResponse) => [
      status,
      body,
      d1,
      hashes,
      rowsWritten,
    ];
    expect(seen(known)).toEqual(seen(unknown));
  });
});

async function rowsOf(p: TestProject): Promise<number> {
  const [rows] = await db.batch([db.select().from(auditEvents).where(eq(auditEvents.projectId, p.id))]);
  return rows.length;
}

describe("the sign-ins of an owner", () => {
  // Evidence: owners-sign-in-in-few-events
  it("200 beyond twenty in an hour, of which those that double their number are in the log", async () => {
    // Attack: a stranger with a free account signs in without end from many networks. Each sign-in is an event that the internal
    // project keeps for a year, and that project has no quota.
    const internal = internalProject();
    const email = freshAddress();
    const account = { primary_email: email, primary_email_auth_enabled: true, password };
    const { id } = (await internal.server("POST /users", { body: account })).body;
    const counter = env.ATTEMPTS.getByName(`sign-ins/${id}`);
    const passBy = async (count: number) => {
      for (let number = 0; number < count; number += 1) await counter.sample({ first: 20, windowMillis: 3_600_000 });
    };
    const counts = async () => {
      const isTheirs = and(eq(auditEvents.projectId, "internal"), eq(auditEvents.targetId, id));
      const [events] = await firstDb.batch([
        firstDb.select().from(auditEvents).where(isTheirs).orderBy(auditEvents.id),
      ]);
      return events.filter(({ type }) => type === "user.signed_in").map(({ details }) => details);
    };
    expect((await signIn(internal, email)).status).toBe(200);
    await passBy(19);
    expect((await signIn(internal, email)).status).toBe(200);
    await passBy(18);
    expect((await signIn(internal, email)).status).toBe(200);
    expect((await signIn(internal, email)).status).toBe(200);
    expect(await counts()).toEqual([{ method: "password" }, { method: "password", count: 20 }]);
  });
});
