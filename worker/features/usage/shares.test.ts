import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../contracts";
import { sentEmails } from "../../db/emails/schema";
import { type OwnShares, sharesSql } from "../../db/storage/quota-sql";
import { openTools } from "../../platform/tools";
import type { EndpointKey } from "../../protocol/endpoint";
import { expectTooMany, failBefore, hex, limited, refused, times } from "../../testing/limited";
import { freshAddress, mailbox } from "../../testing/mailbox";
import { callbackUrl, password, signUp, signUpBody } from "../../testing/password-sign-ins";
import { db, project, type TestProject, type Tokens, tierHeaders } from "../../testing/project";
import { sendAndSettle, sharesOf, type TestResponse } from "../../testing/send-request";
import { d1 } from "../../testing/shards";
import { emailResetCodes } from "../auth/password/jobs";

/** bcrypt of `password`, of which a hash takes about 300 ms. */
const costly = "$2b$11$lWbmR/ZtueCGaLg9ondHqeLkVQ76KIrMfNUG.W/svjklvl06c75QW";

const signIn = "POST /auth/password/sign-in";
const render = "POST /emails/render-email";
const sendCode = "POST /auth/otp/send-sign-in-code";

/** Does what the operator's command does. */
async function setShares({ id }: TestProject, shares: Partial<OwnShares> | undefined): Promise<OwnShares> {
  const all = shares && { hash_seconds: null, renderings: null, emails: null, ...shares };
  const statements = sharesSql(id, all).split("; ");
  const results = await d1.batch<OwnShares>(statements.map((statement) => d1.prepare(statement)));
  return results.at(-1)?.results[0] as OwnShares;
}

interface Share {
  id: string;
  used: number;
  limit: number;
  refused: number;
  window_seconds: number;
  resets_at_millis: number | null;
}

async function shareOf(p: TestProject, name: string): Promise<Share> {
  const { body } = await p.admin("GET /internal/usage");
  return body.shares.find(({ id }: Share) => id === name);
}

/** Returns of which shares a request has taken; its contract has to say so. */
function taken(key: EndpointKey, response: TestResponse) {
  const shares = sharesOf(response);
  const declared = endpoints.find((endpoint) => endpoint.key === key)?.shares ?? [];
  expect(declared).toEqual(expect.arrayContaining(Object.keys(shares)));
  return shares;
}

const preview = (p: TestProject) => {
  const body = { template_tsx_source: "not even a template", theme_id: false };
  return p.admin(render, { body, ...limited() });
};

const requestEmail = (p: TestProject, email = freshAddress(), ip?: string) =>
  p.client(sendCode, { body: { email, callback_url: callbackUrl }, ...limited(ip) });

/** Asks for a reset, and works off what it has queued under the rate limits of the request. */
async function askReset(p: TestProject, email: string): Promise<void> {
  const queued: object[] = [];
  const send = async (message: object) => void queued.push(message);
  const RESET_MAILS = { send } as unknown as string;
  const { settings, headers } = limited();
  const body = { email, callback_url: callbackUrl };
  await p.client("POST /auth/password/send-reset-code", { body, headers, settings: { ...settings, RESET_MAILS } });
  expect(queued).toHaveLength(1);
  const tools = openTools({ ...env, RATE_LIMITS: "on" } as unknown as Env, p.id);
  for (const message of queued) await emailResetCodes.consume(message, tools);
}

const invite = (p: TestProject, email: string) =>
  p.admin("POST /internal/send-sign-in-invitation", { body: { email, callback_url: callbackUrl }, ...limited() });

/** Emails a link that verifies an address, which a server has just given the user. */
async function verify(p: TestProject, { user_id, ...tokens }: Tokens & { user_id: string }, value = freshAddress()) {
  const body = { user_id, type: "email", value, used_for_auth: false };
  const channel = await p.server("POST /contact-channels", { body });
  return p.as(tokens).client("POST /contact-channels/{user_id}/{contact_channel_id}/send-verification-code", {
    params: { user_id, contact_channel_id: channel.body.id },
    body: { callback_url: callbackUrl },
    ...limited(),
  });
}

const emailing = () => project({ "auth.otp.allowSignIn": true });

describe("GET /internal/usage: the shares of a project", () => {
  it("200 with what is used of each in its window, and how often more was refused", async () => {
    const p = await project();
    const unused = { used: 0, refused: 0, resets_at_millis: null };
    const counted = async (RATE_LIMITS: string) =>
      (await p.admin("GET /internal/usage", { settings: { RATE_LIMITS } })).body.are_shares_counted;
    expect([await counted("on"), await counted("off")]).toEqual([true, false]);
    expect((await p.admin("GET /internal/usage")).body.shares).toEqual([
      { id: "hash_seconds", limit: 30, window_seconds: 60, ...unused },
      { id: "renderings", limit: 60, window_seconds: 60, ...unused },
      { id: "emails", limit: 1000, window_seconds: 3600, ...unused },
    ]);
    await setShares(p, { renderings: 2 });
    const before = Date.now();
    for (let number = 0; number < 4; number += 1) await preview(p);
    const share = await shareOf(p, "renderings");
    expect(share).toMatchObject({ used: 2, limit: 2, refused: 2 });
    expect(share.resets_at_millis).toBeGreaterThanOrEqual(before + 60_000);
    expect(share.resets_at_millis).toBeLessThanOrEqual(Date.now() + 60_000);
  });
});

describe("a project's share of costly hashes", () => {
  it("429 beyond it, as the operator has set it; `Server-Timing` says what is used, in a request without one more round trip", async () => {
    const p = await project();
    const primary_email = freshAddress();
    await p.server("POST /users", { body: { primary_email, primary_email_auth_enabled: true, password_hash: costly } });
    const guess = (typed: string) => p.client(signIn, { body: { email: primary_email, password: typed } });
    const first = await guess("another password");
    expect([first.status, first.cost.d1]).toEqual([400, 1]);
    expect(Object.keys(taken(signIn, first))).toEqual(["hash_seconds"]);
    expect(taken(signIn, first).hash_seconds).toMatch(/^0\.\d+ of 30$/);
    await setShares(p, { hash_seconds: 1 });
    for (let number = 0; number < 8; number += 1) await guess("another password");
    expectTooMany(await guess(password), 60);
    const share = await shareOf(p, "hash_seconds");
    expect(share).toMatchObject({ limit: 1 });
    expect(share.used).toBeLessThanOrEqual(1);
    expect(share.refused).toBeGreaterThan(0);
    await setShares(p, {});
    expect((await guess(password)).status).toBe(200);
  });
});

describe("a project's share of costly hashes, where strangers guess", () => {
  // Evidence: strangers-leave-costly-hashes
  it("429 for one site beyond a quarter, for strangers beyond three; a known network and other sites go on", async () => {
    // Attack: wrong guesses at imported users use up the processor time of each minute, so that none of them can sign in.
    const p = await project();
    const known = limited();
    const { email, user_id } = await signUp(p);
    expect((await p.client(signIn, { body: { email, password }, ...known })).status).toBe(200);
    await p.server("PATCH /users/{user_id}", { params: { user_id }, body: { password_hash: costly } });
    await setShares(p, { hash_seconds: 2 });
    const guess = (from: object, typed = "another password") =>
      p.client(signIn, { body: { email, password: typed }, ...from });
    const stranger = limited();
    const guesses = [];
    for (let number = 0; number < 3; number += 1) guesses.push(await guess(stranger));
    expect(refused(guesses).length).toBeGreaterThan(0);
    expect((await guess(limited())).status).toBe(400);
    for (let number = 0; number < 6; number += 1) guesses.push(await guess(limited()));
    expectTooMany(guesses.at(-1) as TestResponse, 60);
    expect((await guess(known, password)).status).toBe(200);
  });
});

describe("a project's share of renderings", () => {
  // Evidence: renderings-share-exact
  it("429 beyond it, of however many at once; other projects go on", async () => {
    // Attack: an owner has previews rendered all at once, which a counter of the edge counts roughly and per location.
    const [p, other] = [await project(), await project()];
    await setShares(p, { renderings: 3 });
    const responses = await Promise.all(Array.from({ length: 9 }, () => preview(p)));
    expect(responses.filter(({ status }) => status !== 429)).toHaveLength(3);
    for (const response of responses) expect(taken(render, response).renderings).toMatch(/^[1-3] of 3$/);
    expectTooMany(await preview(p), 60);
    expect((await preview(other)).status).not.toBe(429);
  });
});

describe("a project's share of emails by the shared server", () => {
  // Evidence: emails-share-of-a-project
  it("429 beyond what strangers may use of it, which counts for no address; other projects and servers of their own go on", async () => {
    // Attack: a project sends without end, until the operator's mail server is on every blocklist.
    const [p, other] = [await emailing(), await emailing()];
    await setShares(p, { emails: 4 });
    for (const used of [1, 2, 3]) {
      const response = await requestEmail(p);
      expect([response.status, taken(sendCode, response)]).toEqual([200, { emails: `${used} of 4` }]);
    }
    const address = freshAddress();
    for (let number = 0; number < 7; number += 1) expectTooMany(await requestEmail(p, address), 3600);
    expect(await mailbox({ to: address, atLeast: 0 })).toEqual([]);
    expect(await shareOf(p, "emails")).toMatchObject({ used: 3, limit: 4, refused: 7 });
    const log = db.select({ error: sentEmails.error }).from(sentEmails).where(eq(sentEmails.projectId, p.id));
    const [logged] = await db.batch([log]);
    expect(JSON.stringify(logged)).toContain("used up its emails of this hour");
    expect((await requestEmail(other, address)).status).toBe(200);
    // Seven that were withheld have left the address all of its own project's share.
    await setShares(p, {});
    for (let number = 0; number < 5; number += 1) expect((await requestEmail(p, address)).status).toBe(200);
  });

  // Evidence: stranger-leaves-users-their-mails
  it("429 for one site beyond a twentieth, and one more; its users, its servers and other sites go on", async () => {
    // Attack: a stranger with one IPv6 /48 has codes sent to made-up addresses from many of its networks. Until the hour is over, nobody of
    // the project can reset a password, verify an address or be invited.
    const p = await emailing();
    const { email, ...user } = await signUp(p);
    await setShares(p, { emails: 40 });
    const requests = times(6, (index) => requestEmail(p, freshAddress(), `2001:db8:77:${index.toString(16)}::1`));
    const responses = await Promise.all(requests);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
    expectTooMany(responses.at(-1) as TestResponse, 3600);
    await askReset(p, email);
    expect(await mailbox({ to: email, atLeast: 2 })).toHaveLength(2);
    expect((await verify(p, user)).status).toBe(200);
    expect((await invite(p, freshAddress())).status).toBe(200);
    expect((await requestEmail(p)).status).toBe(200);
  });

  // Evidence: reports-of-leaked-keys-are-a-stranger-s
  it("is used up by no reports of leaked keys: beyond a site's part they revoke keys without an email", async () => {
    // Attack: a stranger signs up often, makes keys, and reports them as leaked, each of which has an email sent. Nobody of the project
    // gets a reset or an invitation any more.
    const p = await project({ "auth.otp.allowSignIn": true, "apiKeys.enabled": { user: true } });
    const keys: { value: string; email: string }[] = [];
    for (let number = 0; number < 6; number += 1) {
      const email = freshAddress();
      const user = await p.server("POST /users", {
        body: { primary_email: email, primary_email_verified: number < 5 },
      });
      const fields = { description: "Robot", expires_at_millis: null, user_id: user.body.id };
      keys.push({ email, value: (await p.server("POST /user-api-keys", { body: fields })).body.value });
    }
    await setShares(p, { emails: 40 });
    const from = limited();
    const unproven = keys.pop();
    for (const { value } of [...(unproven ? [unproven] : []), ...keys]) {
      const report = { body: { api_key: value }, ...from };
      expect((await sendAndSettle("POST /integrations/credential-scanning/revoke", report)).status).toBe(200);
      const checked = await p.server("POST /user-api-keys/check", { body: { api_key: value } });
      expect(checked.body.code).toBe("API_KEY_REVOKED");
    }
    const emailed = keys.map(async ({ email }) => (await mailbox({ to: email, atLeast: 0 })).length);
    expect(await Promise.all(emailed)).toEqual([1, 1, 1, 0, 0]);
    // A stranger's words are sent to no address that its user has not proven.
    expect(await mailbox({ to: unproven?.email ?? "", atLeast: 0 })).toEqual([]);
    expect((await invite(p, freshAddress())).status).toBe(200);
    expect(await shareOf(p, "emails")).toMatchObject({ used: 4, limit: 40 });
  });

  // Evidence: guess-notices-are-a-quarter
  it("is used up to a quarter by notices of guessing, and these go on when strangers have used up their half", async () => {
    // Attack: a stranger guesses at the passwords of many users, until nobody of the project gets an email any more. Or they request
    // emails first, so that nobody learns of the guessing.
    const p = await emailing();
    await setShares(p, { emails: 8 });
    await Promise.all(times(4, () => requestEmail(p)));
    const emailed: number[] = [];
    for (const _ of times(3, () => null)) {
      const email = freshAddress();
      const account = {
        primary_email: email,
        primary_email_verified: true,
        primary_email_auth_enabled: true,
        password,
      };
      const { body: user } = await p.server("POST /users", { body: account });
      await failBefore(p, "password", user.id, 99);
      const { settings, headers } = limited();
      await sendAndSettle(signIn, {
        body: { email, password: "a wrong password" },
        settings,
        headers: { ...tierHeaders(p.id, "client", p.keys.client), ...headers },
      });
      emailed.push((await mailbox({ to: email, atLeast: 0 })).length);
    }
    expect(emailed).toEqual([1, 1, 0]);
    expect(await shareOf(p, "emails")).toMatchObject({ used: 6, limit: 8 });
  });

  // Evidence: strangers-use-up-half-of-the-mails
  it("429 for strangers beyond a half, for users beyond three quarters, which the log of emails says of a reset", async () => {
    // Attack: the same by somebody with as many networks as they like, who then has an account's password reset from them.
    const p = await emailing();
    const { email, ...user } = await signUp(p);
    const home = limited();
    expect((await p.client(signIn, { body: { email, password }, ...home })).status).toBe(200);
    await setShares(p, { emails: 40 });
    const strangers = await Promise.all(times(30, () => requestEmail(p)));
    expect(refused(strangers)).toHaveLength(5);
    // With an account or without one: what a stranger is refused shows none.
    await p.server("PATCH /users/{user_id}", {
      params: { user_id: user.user_id },
      body: { primary_email_verified: true, otp_auth_enabled: true },
    });
    for (const address of [email, freshAddress()]) expectTooMany(await requestEmail(p, address), 3600);
    expect((await p.client(sendCode, { body: { email, callback_url: callbackUrl }, ...home })).status).toBe(200);
    for (let number = 0; number < 8; number += 1) await askReset(p, email);
    expect(await mailbox({ to: email, atLeast: 10 })).toHaveLength(10);
    expect((await verify(p, user)).status).toBe(200);
    expectTooMany(await verify(p, user), 3600);
    await askReset(p, email);
    const [log] = await db.batch([db.select().from(sentEmails).where(eq(sentEmails.projectId, p.id))]);
    const resets = log.filter(({ kind, error }) => kind === "password_reset" && error);
    expect(resets.map(({ error }) => error?.rawError)).toEqual([expect.stringContaining("emails of this hour")]);
    for (let number = 0; number < 5; number += 1) expect((await invite(p, freshAddress())).status).toBe(200);
    expectTooMany(await invite(p, freshAddress()), 3600);
    expect(await shareOf(p, "emails")).toMatchObject({ used: 40, limit: 40 });
  });

  // Evidence: latecomers-get-one-mail-each
  it("leaves one reset to a site and mailbox that have had none, when many sites have used up what clients may request", async () => {
    // Attack: a stranger with fifteen sites and an account has emails sent from each. Nobody else resets a password until the hour is over.
    const p = await emailing();
    const [own, victim] = [await signUp(p), await signUp(p)];
    await setShares(p, { emails: 16 });
    const emailsTo = async ({ email }: { email: string }, atLeast: number) =>
      (await mailbox({ to: email, atLeast })).filter(({ subject }) => subject.startsWith("Reset")).length;
    for (const _ of times(12, () => null)) expect((await verify(p, own)).status).toBe(200);
    for (const user of [own, victim]) {
      for (const _ of times(2, () => null)) await askReset(p, user.email);
      expect(await emailsTo(user, 2)).toBe(1);
    }
    await askReset(p, (await signUp(p)).email);
    expect(await shareOf(p, "emails")).toMatchObject({ used: 14, refused: 3 });
    for (const _ of times(2, () => null)) expect((await invite(p, freshAddress())).status).toBe(200);
  });

  // Evidence: latecomers-mails-differ-by-kind
  it("leaves an address its reset when an email of another kind, and one to the mailbox's tagged address, have been sent", async () => {
    // Attack: others have used up what clients may request. A stranger in one more site signs up with the victim's address and a tag.
    // Another has the address itself verified as theirs. The victim's one email of the hour is gone.
    const p = await emailing();
    const [own, { email }] = [await signUp(p), await signUp(p)];
    await setShares(p, { emails: 32 });
    for (const _ of times(24, () => null)) expect((await verify(p, own)).status).toBe(200);
    const tagged = email.replace("@", "+tag@");
    const signedUp = await p.client("POST /auth/password/sign-up", {
      body: signUpBody({ email: tagged }),
      ...limited(),
    });
    expect(signedUp.status).toBe(200);
    expect(await mailbox({ to: tagged, atLeast: 1 })).toHaveLength(1);
    expect((await verify(p, own, email)).status).toBe(200);
    await askReset(p, email);
    const subjects = (await mailbox({ to: email, atLeast: 3 })).map(({ subject }) => subject.split(" ")[0]);
    expect(subjects).toEqual(["Verify", "Verify", "Reset"]);
    expect(await shareOf(p, "emails")).toMatchObject({ used: 27, refused: 0 });
  });

  it("is not that of a project with a server of its own", async () => {
    const p = await project({ "auth.otp.allowSignIn": true, ...ownServer() });
    await setShares(p, { emails: 1 });
    for (let number = 0; number < 3; number += 1) expect((await requestEmail(p)).status).not.toBe(429);
    expect(await shareOf(p, "emails")).toMatchObject({ used: 0, refused: 0 });
  });
});

/** A mail server that refuses connections. */
const ownServer = () => ({
  "emails.server": {
    isShared: false,
    host: "127.0.0.1",
    port: 9,
    username: "gatehouse",
    password: hex(),
    senderName: "Acme",
    senderEmail: "mail@acme.test",
  },
});

describe("the operator's command for shares", () => {
  it("gives a project shares of its own, and the instance's again", async () => {
    const p = await project();
    const none = { hash_seconds: null, renderings: null, emails: null };
    expect(await setShares(p, undefined)).toEqual(none);
    const own = { hash_seconds: 60, renderings: null, emails: 5000 };
    expect(await setShares(p, own)).toEqual(own);
    expect(await setShares(p, {})).toEqual(none);
  });
});
