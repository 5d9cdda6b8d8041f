import { describe, expect, it } from "vitest";
import { bouncedAddresses } from "../../db/email-sends/schema";
import { callbackUrl, otpProject } from "../../testing/code-sign-ins";
import { failBefore, hex, limited, times } from "../../testing/limited";
import { password, signUp } from "../../testing/password-sign-ins";
import { db, project, type TestProject } from "../../testing/project";
import { expectError } from "../../testing/refusals";

const status = "GET /internal/users/{user_id}/sign-in-status";
const locks = "DELETE /internal/users/{user_id}/sign-in-locks";
const bounces = "DELETE /internal/users/{user_id}/bounces";
const of = (user_id: string) => ({ params: { user_id } });

const none = { failures_in_a_row: 0, refused_until_millis: null, is_locked: false, locked_until_millis: null };
const clean = {
  guesses: [
    { method: "password", ...none },
    { method: "totp", ...none },
  ],
  refused_emails: [],
  bounces: [],
};

/** The newest event of a type in a user's part of the audit log. */
async function eventOf(p: TestProject, target_id: string, type: string) {
  return (await p.admin("GET /internal/audit-events", { query: { target_id, type } })).body.items[0];
}

describe.each([status, locks, bounces] as const)("%s", (key) => {
  it("404 USER_NOT_FOUND for an unknown user", async () => {
    const p = await project();
    expectError(await p.admin(key, of("00000000-0000-4000-8000-000000000000")), 404, "USER_NOT_FOUND");
  });
});

describe(status, () => {
  it("200 in one round trip, for a user of whom nothing is known", async () => {
    const p = await project();
    const { user_id: id } = await signUp(p);
    const response = await p.admin(status, of(id));
    expect([response.body, response.cost.d1]).toEqual([clean, 1]);
  });
});

describe("requests for codes", () => {
  // Attack: a stranger keeps a user out by asking for codes to their address in a loop. The project's owner sees nothing of it. The
  // refusals must not fill the log either.
  it("200 says that they were refused, of each user as many as are sampled, and when the next is possible", async () => {
    const p = await otpProject();
    const { user_id: id, email } = await signUp(p);
    await p.server("PATCH /users/{user_id}", {
      ...of(id),
      body: { primary_email_verified: true, otp_auth_enabled: true },
    });
    const request = (from: object) =>
      p.client("POST /auth/otp/send-sign-in-code", { body: { email, callback_url: callbackUrl }, ...from });
    const { refused_emails: none } = (await p.admin(status, of(id))).body;
    const site = hex();
    const from = () => limited(`2001:db8:${site}:${hex()}::1`);
    const responses = [];
    for (const each of times(7, from)) responses.push((await request(each)).status);
    expect([none, responses]).toEqual([[], [200, 200, 200, 200, 200, 429, 429]]);
    const [{ email: shown, refused_until_millis: until }] = (await p.admin(status, of(id))).body.refused_emails;
    expect(shown).toBe(email);
    expect(until).toBeGreaterThan(Date.now() + 500_000);
    expect(until).toBeLessThanOrEqual(Date.now() + 600_000);
    const { details } = await eventOf(p, id, "sign_in.failed");
    expect(details).toEqual({ method: "code", reason: "codes_limited", count: 1 });
    for (const each of times(25, from)) await request(each);
    const query = { target_id: id, type: "sign_in.failed" };
    expect((await p.admin("GET /internal/audit-events", { query })).body.items).toHaveLength(20);
  });
});

describe(locks, () => {
  it("200 says until when a network is refused after ten wrong passwords, and lets it try again", async () => {
    const p = await project();
    const { user_id: id, email } = await signUp(p);
    const from = limited();
    const attempt = (typed: string) =>
      p.client("POST /auth/password/sign-in", { body: { email, password: typed }, ...from });
    for (const typed of times(10, (index) => `wrong ${index}`)) await attempt(typed);
    const refused = await attempt(password);
    expect(refused.status).toBe(429);
    const [{ refused_until_millis: until }] = (await p.admin(status, of(id))).body.guesses;
    expect(until).toBeGreaterThan(Date.now() + 500_000);
    expect(until).toBeLessThanOrEqual(Date.now() + 600_000);
    expect((await p.admin(locks, { ...of(id), settings: from.settings })).body).toEqual({ success: true });
    expect((await p.admin(status, of(id))).body).toEqual(clean);
    expect((await attempt(password)).status).toBe(200);
  });

  it("200 forgets the guesses that locked a password, and the user signs in from a new network", async () => {
    const p = await project();
    const { user_id: id, email } = await signUp(p);
    await failBefore(p, "password", id, 100);
    const locked = { failures_in_a_row: 100, refused_until_millis: null, is_locked: true };
    const [ofPassword, ofSecondFactor] = (await p.admin(status, of(id))).body.guesses;
    const { locked_until_millis: until, ...shown } = ofPassword;
    expect([shown, ofSecondFactor]).toEqual([
      { method: "password", ...locked },
      { method: "totp", ...none },
    ]);
    // A year: only who proves the account another way, or the project's owner, ends it before.
    expect(until).toBeGreaterThan(Date.now() + 364 * 86_400_000);
    const attempt = () => p.client("POST /auth/password/sign-in", { body: { email, password }, ...limited() });
    expectError(await attempt(), 400, "EMAIL_PASSWORD_MISMATCH");
    const { details } = await eventOf(p, id, "sign_in.failed");
    expect(details).toEqual({ method: "password", reason: "locked", count: 1 });
    expect((await p.admin(locks, { ...of(id), settings: limited().settings })).body).toEqual({ success: true });
    expect((await p.admin(status, of(id))).body).toEqual(clean);
    expect((await attempt()).status).toBe(200);
    expect(await eventOf(p, id, "sign_in.unlocked")).toMatchObject({ target: { id } });
  });
});

describe(bounces, () => {
  it("200 forgets that the user's addresses have refused emails, and nobody else's", async () => {
    const p = await project();
    const [user, other] = [await signUp(p), await signUp(p)];
    const bounce = { serverReply: "550 No such user", bouncedAt: 5, expiresAt: Date.now() + 60_000 };
    const marks = [user, other].map(({ email }) => ({ projectId: p.id, address: email, ...bounce }));
    await db.batch([db.insert(bouncedAddresses).values(marks)]);
    const shown = async (id: string) => (await p.admin(status, of(id))).body.bounces;
    const mark = { server_reply: "550 No such user", bounced_at_millis: 5 };
    expect(await shown(user.user_id)).toEqual([{ email: user.email, ...mark }]);
    expect((await p.admin(bounces, of(user.user_id))).body).toEqual({ success: true });
    expect(await shown(user.user_id)).toEqual([]);
    expect(await shown(other.user_id)).toEqual([{ email: other.email, ...mark }]);
    expect(await eventOf(p, user.user_id, "email.bounce_lifted")).toMatchObject({ target: { id: user.user_id } });
  });
});
