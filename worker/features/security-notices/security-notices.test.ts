import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { verificationCodes } from "../../db/verification-codes/schema";
import type { Json } from "../../protocol/fields";
import { freshAddress, mailbox } from "../../testing/mailbox";
import { oauthProject, signInWithProvider } from "../../testing/oauth-sign-ins";
import { callbackUrl, codeIn, password, resetCode, signIn } from "../../testing/password-sign-ins";
import { db, project, type TestProject } from "../../testing/project";
import { type RequestInput, sendRequest, type TestResponse } from "../../testing/send-request";
import { isAlive, signedIn } from "../../testing/sign-ins";
import { register } from "../auth/passkey/passkey.fixtures";

async function noticeProject(override: Record<string, Json> = {}): Promise<TestProject> {
  return project({ "auth.securityNotices": true, "apiKeys.enabled": { user: true }, ...override });
}

async function userWith(p: TestProject, fields: Record<string, Json> = {}) {
  const email = freshAddress();
  const body = {
    primary_email: email,
    primary_email_verified: true,
    primary_email_auth_enabled: true,
    password: "a long password",
    ...fields,
  };
  const user = await p.server("POST /users", { body });
  return { email, id: String(user.body.id), tokens: await signedIn(p, user.body.id) };
}

type User = Awaited<ReturnType<typeof userWith>>;

function createKey(p: TestProject, { id, tokens }: User, headers: Record<string, string> = {}) {
  const body = { description: "Robot", expires_at_millis: null, user_id: id };
  return p.as(tokens).client("POST /user-api-keys", { body, headers });
}

/** The code in the link of the newest notice to a user. */
async function noticeCode(p: TestProject, user: User): Promise<string> {
  const before = (await mailbox({ to: user.email, atLeast: 0 })).length;
  await createKey(p, user);
  const notice = (await mailbox({ to: user.email, atLeast: before + 1 })).at(-1);
  return new URL(notice?.links[0] ?? "").searchParams.get("code") ?? "";
}

const open = (code: string, input: RequestInput = {}) =>
  sendRequest("GET /auth/security-notices/end-sessions", { query: { code }, ...input });
const press = (code: string, input: RequestInput = {}) =>
  sendRequest("POST /auth/security-notices/end-sessions", { query: { code }, ...input });

function expectPage({ status, headers, body }: TestResponse, expected: number, title: string): void {
  expect({ status, type: headers.get("content-type") }).toEqual({
    status: expected,
    type: "text/html; charset=utf-8",
  });
  expect(body).toContain(`<h1>${title}</h1>`);
}

describe("a security notice", () => {
  it("goes to the user's verified address, with the time, the place and a link to end all sessions", async () => {
    const p = await noticeProject();
    const user = await userWith(p, { display_name: "Ada" });
    await createKey(p, user, { "cf-connecting-ip": "203.0.113.7", "user-agent": "Mozilla/5.0" });
    const [notice] = await mailbox({ to: user.email });
    expect(notice?.subject).toBe("An API key was created for your account at Test project");
    expect(notice?.text).toContain("Hello Ada,");
    expect(notice?.text).toMatch(/This happened on \d+ \w+ \d{4} at \d\d:\d\d UTC, from 203\.0\.113\.7/);
    expect(notice?.links).toHaveLength(1);
    expect(notice?.links[0]).toMatch(/\/api\/v1\/auth\/security-notices\/end-sessions\?code=[0-9a-z]{45}$/);
  });

  it("is not sent where the project has not switched notices on, nor to an address that is not verified", async () => {
    const off = await project({ "apiKeys.enabled": { user: true } });
    const [withoutNotices, unverified] = [await userWith(off), await noticeProject()];
    await createKey(off, withoutNotices);
    const other = await userWith(unverified, { primary_email_verified: false });
    await createKey(unverified, other);
    // Emails are delivered in order, so that one to a third user shows that no other is under way.
    const third = await userWith(unverified);
    await createKey(unverified, third);
    await mailbox({ to: third.email });
    expect(await mailbox({ to: withoutNotices.email, atLeast: 0 })).toEqual([]);
    expect(await mailbox({ to: other.email, atLeast: 0 })).toEqual([]);
  });

  it("delays no response: the request makes as many round trips as without it", async () => {
    const [on, off] = [await noticeProject(), await project({ "apiKeys.enabled": { user: true } })];
    const [withNotice, without] = [await createKey(on, await userWith(on)), await createKey(off, await userWith(off))];
    expect(withNotice.cost.d1).toBe(without.cost.d1);
  });
});

describe("GET /auth/security-notices/end-sessions", () => {
  it("200 with a button, and ends nothing: email scanners open links", async () => {
    const p = await noticeProject();
    const user = await userWith(p);
    const code = await noticeCode(p, user);
    const page = await open(code);
    expectPage(page, 200, "Was this not you?");
    expect(page.body).toContain('<form method="post">');
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self'");
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    // Attack: an email scanner opens the link with HEAD, and its reader is signed out.
    const head = "HEAD /auth/security-notices/end-sessions" as "GET /auth/security-notices/end-sessions";
    const { status, body } = await sendRequest(head, { query: { code } });
    expect([status, body]).toEqual([200, ""]);
    expect(await isAlive(p, user.tokens)).toBe(true);
  });

  it.each(["", "short", "0".repeat(45)])("404 a page for the code %j, which does not exist", async (code) => {
    expectPage(await open(code), 404, "This link does not work");
    expectPage(await press(code), 404, "This link does not work");
  });

  it("404 a page without a code", async () => {
    expectPage(await open("", { query: {} }), 404, "This link does not work");
  });
});

describe("POST /auth/security-notices/end-sessions", () => {
  // Evidence: ends-all-sessions-user-those-other
  it("200 ends all sessions of the user and those of no other", async () => {
    const p = await noticeProject();
    const [user, other] = [await userWith(p), await userWith(p)];
    const second = await signedIn(p, user.id);
    const code = await noticeCode(p, user);
    const form = { headers: { "content-type": "application/x-www-form-urlencoded" }, body: "" };
    expectPage(await press(code, form), 200, "Your account is signed out everywhere");
    expect(await isAlive(p, user.tokens)).toBe(false);
    expect(await isAlive(p, second)).toBe(false);
    expect(await isAlive(p, other.tokens)).toBe(true);
  });

  it("200 and no effect the second time", async () => {
    const p = await noticeProject();
    const user = await userWith(p);
    const code = await noticeCode(p, user);
    await press(code);
    const later = await signedIn(p, user.id);
    expectPage(await press(code), 200, "You have used this link before");
    expectPage(await open(code), 200, "You have used this link before");
    expect(await isAlive(p, later)).toBe(true);
  });

  it("400 after seven days, with no effect", async () => {
    const p = await noticeProject();
    const user = await userWith(p);
    const code = await noticeCode(p, user);
    const ofKind = and(eq(verificationCodes.projectId, p.id), eq(verificationCodes.kind, "end_sessions"));
    await db.batch([
      db
        .update(verificationCodes)
        .set({ expiresAt: Date.now() - 1 })
        .where(ofKind),
    ]);
    expectPage(await open(code), 400, "This link has expired");
    expectPage(await press(code), 400, "This link has expired");
    expect(await isAlive(p, user.tokens)).toBe(true);
  });

  it("ends a sign-in that waits for its second factor", async () => {
    // Attack: the intruder who changed the account has passed the password and waits until the owner has ended all sessions.
    const p = await noticeProject();
    const user = await userWith(p, { totp_secret_base64: "MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=" });
    const credentials = { email: user.email, password: "a long password" };
    const waiting = await p.client("POST /auth/password/sign-in", { body: credentials });
    const attempt = waiting.body.details.attempt_code;
    await press(await noticeCode(p, user));
    const finish = await p.client("POST /auth/mfa/sign-in", {
      body: { type: "totp", totp: "000000", code: attempt },
    });
    expect({ status: finish.status, code: finish.body.code }).toEqual({
      status: 404,
      code: "VERIFICATION_CODE_NOT_FOUND",
    });
  });

  // Evidence: planted-end-session-links-end
  // Attack: the attacker proves an address of their own and gathers the links of a notice for each change. They make the victim's address
  // the primary one and leave. For a week after the victim has claimed the account, each link signs the victim out.
  it("404 once the owner of another address has claimed the account", async () => {
    const p = await noticeProject();
    const attacker = await userWith(p);
    const codes = [await noticeCode(p, attacker), await noticeCode(p, attacker)];
    const email = freshAddress();
    const body = { user_id: "me", type: "email", used_for_auth: true, is_primary: true, value: email };
    expect((await p.as(attacker.tokens).client("POST /contact-channels", { body })).status).toBe(201);
    const reset = { code: await resetCode(p, email), password: "the owner's own" };
    expect((await p.client("POST /auth/password/reset", { body: reset })).status).toBe(200);
    const { body: owner } = await signIn(p, email, "the owner's own");
    for (const code of codes) expectPage(await press(code), 404, "This link does not work");
    expect(await isAlive(p, owner)).toBe(true);
  });

  // Attack: a thief has had a session, with an address of theirs as the primary one. They keep the links of the notices, and sign the owner
  // out by one after the other.
  it("200 and no effect once another link that was emailed to the address before has been used", async () => {
    const p = await noticeProject();
    const user = await userWith(p);
    const codes = [await noticeCode(p, user), await noticeCode(p, user)];
    expectPage(await press(codes[1] ?? ""), 200, "Your account is signed out everywhere");
    const later = await signedIn(p, user.id);
    expectPage(await press(codes[0] ?? ""), 200, "You have used this link before");
    expect(await isAlive(p, later)).toBe(true);
  });

  // Attack: a thief of a session takes the owner's address from the account. The notice of that is all that the owner has left.
  it("200 ends the sessions by the notice of the very change that took the address away", async () => {
    const p = await noticeProject();
    const user = await userWith(p);
    const { body: list } = await p.as(user.tokens).client("GET /contact-channels", { query: { user_id: "me" } });
    const params = { user_id: "me", contact_channel_id: list.items[0].id };
    const gone = await p.as(user.tokens).client("DELETE /contact-channels/{user_id}/{contact_channel_id}", { params });
    expect(gone.status).toBe(200);
    const notice = (await mailbox({ to: user.email })).at(-1);
    const code = new URL(notice?.links[0] ?? "").searchParams.get("code") ?? "";
    expectPage(await press(code), 200, "Your account is signed out everywhere");
    expect(await isAlive(p, user.tokens)).toBe(false);
  });
});

async function arrange(fields: Record<string, Json> = {}) {
  const p = await oauthProject({ "auth.securityNotices": true, "auth.passkey.allowSignIn": true });
  const email = freshAddress();
  const verified = { primary_email: email, primary_email_verified: true, primary_email_auth_enabled: true };
  const { body } = await p.server("POST /users", { body: { ...verified, password, ...fields } });
  const tokens = await signedIn(p, body.id);
  return { p, email, id: String(body.id), tokens, as: p.as(tokens).client };
}

type Arranged = Awaited<ReturnType<typeof arrange>>;

async function addAddress({ as }: Arranged): Promise<TestResponse> {
  const body = { type: "email", value: freshAddress(), used_for_auth: false, user_id: "me" };
  return as("POST /contact-channels", { body });
}

async function linkAccount({ p, tokens }: Arranged): Promise<TestResponse> {
  const query = { type: "link", token: tokens.access_token };
  return signInWithProvider(p, { email: freshAddress(), emailVerified: false }, { query });
}

async function firstChannel({ as }: Arranged): Promise<string> {
  return (await as("GET /contact-channels", { query: { user_id: "me" } })).body.items[0].id;
}

async function linkOf(p: TestProject, userId: string): Promise<string> {
  return (await p.server("GET /oauth-providers", { query: { user_id: userId } })).body.items[0].id;
}

const secret = "MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=";

const changes: Record<string, { fields?: Record<string, Json>; make(user: Arranged): Promise<TestResponse> }> = {
  "A password was added to your account": {
    fields: { password: null },
    make: ({ as }) => as("POST /auth/password/set", { body: { password } }),
  },
  "Your password was changed": {
    make: ({ as }) =>
      as("POST /auth/password/update", { body: { old_password: password, new_password: `${password}!` } }),
  },
  "Two-factor authentication was switched on": {
    make: ({ as }) => as("PATCH /users/me", { body: { totp_secret_base64: secret } }),
  },
  "Two-factor authentication was switched off": {
    fields: { totp_secret_base64: secret },
    make: ({ as }) => as("PATCH /users/me", { body: { totp_secret_base64: null } }),
  },
  "An email address was added to your account": { make: addAddress },
  "An email address of your account was changed": {
    make: async (user) => {
      const params = { user_id: "me", contact_channel_id: await firstChannel(user) };
      return user.as("PATCH /contact-channels/{user_id}/{contact_channel_id}", {
        params,
        body: { value: freshAddress() },
      });
    },
  },
  "An email address was removed from your account": {
    make: async (user) => {
      const params = { user_id: "me", contact_channel_id: await firstChannel(user) };
      return user.as("DELETE /contact-channels/{user_id}/{contact_channel_id}", { params });
    },
  },
  "A passkey was added to your account": {
    make: async ({ p, tokens }) => (await register(p, tokens)).response,
  },
  "An account at another service was linked to yours": { make: linkAccount },
};

it.each(Object.entries(changes))("emails the address from before the change: %s", async (subject, { fields, make }) => {
  const user = await arrange(fields);
  const response = await make(user);
  expect([200, 201]).toContain(response.status);
  const [notice] = await mailbox({ to: user.email });
  expect(notice?.subject).toBe(`${subject} at Test project`);
});

it("emails about a password that a reset has changed, after the email of the reset", async () => {
  const { p, email } = await arrange();
  await p.client("POST /auth/password/send-reset-code", { body: { email, callback_url: callbackUrl } });
  const [reset] = await mailbox({ to: email });
  await p.client("POST /auth/password/reset", { body: { code: codeIn(reset), password: `${password}!` } });
  const [, notice] = await mailbox({ to: email, atLeast: 2 });
  expect(notice?.subject).toBe("Your password was changed at Test project");
});

it("emails about a linked account that was removed", async () => {
  const user = await arrange();
  await linkAccount(user);
  // Emails are sent after the response, so that the one of the removal could arrive first.
  await mailbox({ to: user.email });
  const params = { user_id: "me", provider_id: await linkOf(user.p, user.id) };
  await user.as("DELETE /oauth-providers/{user_id}/{provider_id}", { params });
  const [, notice] = await mailbox({ to: user.email, atLeast: 2 });
  expect(notice?.subject).toBe("A linked account was removed from yours at Test project");
});
