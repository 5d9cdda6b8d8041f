import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { internalApiKeys } from "../../db/projects/internal-keys/schema";
import worker from "../../index";
import { newProjectKey } from "../../platform/secrets";
import { authenticator } from "../../testing/authenticator";
import { emailCode, otpProject } from "../../testing/code-sign-ins";
import { expectTooMany, failBefore, limited, refused, statuses, times } from "../../testing/limited";
import { freshAddress, mailbox } from "../../testing/mailbox";
import { codeFor, oauthProject } from "../../testing/oauth-sign-ins";
import {
  anonymousUser,
  callbackUrl,
  codeIn,
  password,
  resetCode,
  signIn,
  signUp,
  signUpBody,
} from "../../testing/password-sign-ins";
import { db, project, type TestProject, type Tokens, tierHeaders } from "../../testing/project";
import { expectError } from "../../testing/refusals";
import { primaryBinding } from "../../testing/replicated-database";
import { readResponse, requestOf, sendRequest, type TestResponse } from "../../testing/send-request";
import { projectsDb } from "../../testing/shards";
import { add } from "../users/contact-channels/contact-channels.fixtures";

/**
 * An isolate with rate limits on, which notes in which order its requests use the database and the counters. After `hold`, the
 * database holds its response back until an attempt is counted, or none will be.
 */
function watchedIsolate(p: TestProject) {
  const order: string[] = [];
  let count = () => {};
  let counted: Promise<void> | undefined;
  const DB = {
    prepare: (query: string) => projectsDb.prepare(query),
    async batch(statements: D1PreparedStatement[]) {
      order.push("look-up sent");
      const results = await projectsDb.batch(statements);
      if (counted) await Promise.race([counted, scheduler.wait(1_000)]);
      order.push("look-up answered");
      return results;
    },
  };
  const ATTEMPTS = {
    getByName(name: string) {
      const counter = env.ATTEMPTS.getByName(name);
      return {
        take(...given: Parameters<typeof counter.take>) {
          order.push("attempt counted");
          count();
          return counter.take(...given);
        },
        succeed: (...given: Parameters<typeof counter.succeed>) => counter.succeed(...given),
        giveBack: (...given: Parameters<typeof counter.giveBack>) => counter.giveBack(...given),
        sample: (...given: Parameters<typeof counter.sample>) => counter.sample(...given),
      };
    },
  };
  const bindings = { ...env, [primaryBinding]: DB, ATTEMPTS, RATE_LIMITS: "on" } as unknown as Env;
  return {
    order,
    hold() {
      order.length = 0;
      counted = new Promise<void>((resolve) => {
        count = resolve;
      });
    },
    async signIn(email: string, key = p.keys.client, fields: object = {}): Promise<TestResponse> {
      const headers = { ...tierHeaders(p.id, "client", key), ...limited().headers };
      const context = createExecutionContext();
      const request = requestOf("POST /auth/password/sign-in", { body: { email, password, ...fields }, headers });
      const response = await readResponse(await worker.fetch(request, bindings, context));
      await waitOnExecutionContext(context);
      return response;
    },
  };
}

describe("wrong passwords", () => {
  const guess = (p: TestProject, email: string, typed: string, from = limited()) =>
    p.client("POST /auth/password/sign-in", { body: { email, password: typed }, ...from });

  // Evidence: beyond-10-address-network-right-too
  // Attack: brute force of a password, in parallel.
  it("429 beyond 10 for one address from one network, for the right one too; other addresses are not limited", async () => {
    const p = await project();
    const [{ email }, other] = [await signUp(p), await signUp(p)];
    const from = limited();
    const responses = await Promise.all(times(12, (index) => guess(p, email, `guess number ${index}`, from)));
    expect(responses.filter(({ status }) => status === 400)).toHaveLength(10);
    expect(refused(responses)).toHaveLength(2);
    const locked = await guess(p, email.toUpperCase(), password, from);
    expectTooMany(locked, 600);
    expect(locked.cost.hashes).toBe(0);
    expect((await guess(p, other.email, password, from)).status).toBe(200);
  });

  // Evidence: do-lock-owner-out-signs-another
  // Attack: locking owners out of their accounts by guessing wrong on purpose, from a network or from many.
  it("do not lock the owner out who signs in from another network, whose success ends the row", async () => {
    const p = await project();
    const { email, user_id } = await signUp(p);
    const stranger = limited();
    await Promise.all(times(11, (index) => guess(p, email, `guess number ${index}`, stranger)));
    expect((await guess(p, email, password)).status).toBe(200);
    for (const _ of [1, 2]) {
      await failBefore(p, "password", user_id, 99);
      expect((await guess(p, email, password)).status).toBe(200);
    }
  });

  // Evidence: strangers-do-not-lock-known-networks
  // Attack: keeping users out for good, by wrong passwords and by reset emails from so many networks that both are used up.
  it("400 for the right one from networks that the user has not signed in from, 200 from one they have, and a reset", async () => {
    const p = await project();
    const { email, user_id } = await signUp(p);
    const home = limited();
    expect((await guess(p, email, password, home)).status).toBe(200);
    const strangers = times(16, () => limited());
    await failBefore(p, "password", user_id, 95);
    const guesses = strangers.slice(0, 6).map((from) => guess(p, email, "a wrong password", from));
    expect(statuses(await Promise.all(guesses))).toEqual(new Set([400]));
    const askReset = (from: object) =>
      p.client("POST /auth/password/send-reset-code", { body: { email, callback_url: callbackUrl }, ...from });
    const askers = [...times(4, () => strangers[0] as object), ...strangers];
    const resets = await Promise.all(askers.map(askReset));
    expect(refused(resets)).toHaveLength(5);
    const emailed = new Set(askers.filter((_, index) => resets[index]?.status === 200)).add(home);
    expectError(await guess(p, email, password), 400, "EMAIL_PASSWORD_MISMATCH");
    expectTooMany(await askReset(limited()), 600);
    for (const _ of times(2, () => null)) expect((await askReset(home)).status).toBe(200);
    expectTooMany(await askReset(home), 600);
    // The verification, and one of each site: a second one of a site waits for those of the others.
    await mailbox({ to: email, atLeast: 1 + emailed.size });
    expect((await guess(p, email, password, home)).status).toBe(200);
  });

  // Evidence: guessing-is-seen-once-a-day
  // Attack: guessing at a password unseen; and filling the mailbox and the audit log of whom it concerns by guessing on.
  it("tell the user and the audit log once a day that the password is locked in new networks", async () => {
    const p = await project();
    const unproven = await signUp(p);
    await failBefore(p, "password", unproven.user_id, 99);
    await guess(p, unproven.email, "a wrong password");
    const email = freshAddress();
    const account = { primary_email: email, primary_email_verified: true, primary_email_auth_enabled: true, password };
    const { body: user } = await p.server("POST /users", { body: account });
    const home = limited();
    for (const _ of times(2, () => null)) {
      expect((await guess(p, email, password, home)).status).toBe(200);
      await failBefore(p, "password", user.id, 99);
      const stranger = limited("203.0.113.66", { "user-agent": "Mozilla/5.0" });
      expectError(await guess(p, email, "a wrong password", stranger), 400, "EMAIL_PASSWORD_MISMATCH");
      expectError(await guess(p, email, "a wrong password", stranger), 400, "EMAIL_PASSWORD_MISMATCH");
    }
    const notices = await mailbox({ to: email });
    expect(notices.map(({ subject }) => subject)).toEqual(["Somebody is guessing your password at Test project"]);
    expect(notices[0]?.text).toMatch(/UTC, from 203\.0\.113\.66/);
    expect(notices[0]?.links).toEqual([]);
    // Another person may have typed the address of who has not proven it.
    const toUnproven = await mailbox({ to: unproven.email });
    expect(toUnproven.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Verify/)]);
    const { body } = await p.admin("GET /internal/audit-events", { query: { type: "password.locked" } });
    expect(body.items).toMatchObject([
      { type: "password.locked", target: { id: user.id }, ip_address: "203.0.113.66" },
      { type: "password.locked", target: { id: unproven.user_id } },
    ]);
  });

  // Evidence: known-networks-of-sign-up-reset-and-code
  // Attack: locking a user out before they have signed in from a network by their password.
  it("200 from the network where the user signed up, reset the password or signed in by a code", async () => {
    const p = await otpProject();
    const [upFrom, resetFrom, codeFrom] = [limited(), limited(), limited()];
    const email = freshAddress();
    const { body } = await p.client("POST /auth/password/sign-up", { body: signUpBody({ email }), ...upFrom });
    await mailbox({ to: email });
    await failBefore(p, "password", body.user_id, 100);
    expect((await guess(p, email, password, upFrom)).status).toBe(200);
    const reset = { code: await resetCode(p, email), password: "another password" };
    expect((await p.client("POST /auth/password/reset", { body: reset, ...resetFrom })).status).toBe(200);
    await p.server("PATCH /users/{user_id}", { params: { user_id: body.user_id }, body: { otp_auth_enabled: true } });
    const { linked } = await emailCode(p, email);
    expect((await p.client("POST /auth/otp/sign-in", { body: { code: linked }, ...codeFrom })).status).toBe(200);
    for (const from of [resetFrom, codeFrom]) {
      await failBefore(p, "password", body.user_id, 100);
      expectError(await guess(p, email, "another password"), 400, "EMAIL_PASSWORD_MISMATCH");
      expect((await guess(p, email, "another password", from)).status).toBe(200);
    }
  });

  // Evidence: half-a-sign-in-makes-no-network-known
  it("400 from the network of who has the password and not the second factor, 200 from the user's own eight", async () => {
    // Attack: a thief of the password signs in halfway from nine networks, so that the user's networks are no longer known. Then
    // the thief locks the password for all other networks.
    const p = await project();
    const { email, user_id } = await signUp(p);
    const app = authenticator();
    const set = { totp_secret_base64: app.secretBase64, primary_email_verified: true };
    await p.server("PATCH /users/{user_id}", { params: { user_id }, body: set });
    const home = limited();
    const { body } = await guess(p, email, password, home);
    const complete = { type: "totp", totp: await app.shows(), code: body.details.attempt_code };
    expect((await p.client("POST /auth/mfa/sign-in", { body: complete, ...home })).status).toBe(200);
    const thief = times(9, () => limited());
    for (const from of thief) {
      expectError(await guess(p, email, password, from), 400, "MULTI_FACTOR_AUTHENTICATION_REQUIRED");
    }
    await failBefore(p, "password", user_id, 100);
    for (const from of thief) expectError(await guess(p, email, password, from), 400, "EMAIL_PASSWORD_MISMATCH");
    expectError(await guess(p, email, password, home), 400, "MULTI_FACTOR_AUTHENTICATION_REQUIRED");
  });

  // Evidence: known-networks-end-with-the-account
  it("400 from a network known to who had the address before: a deleted user, or who planted the account", async () => {
    // Attack: signing up with the address of somebody else from eight networks, to have a hundred guesses in each once the account is theirs.
    const p = await project();
    const email = freshAddress();
    const planter = limited();
    const signUpFrom = (from: ReturnType<typeof limited>) =>
      p.client("POST /auth/password/sign-up", { body: signUpBody({ email }), ...from });
    const { body: planted } = await signUpFrom(planter);
    expect((await guess(p, email, password, planter)).status).toBe(200);
    await mailbox({ to: email });
    const reset = { code: await resetCode(p, email), password: "the owner's password" };
    const owner = limited();
    expect((await p.client("POST /auth/password/reset", { body: reset, ...owner })).status).toBe(200);
    await failBefore(p, "password", planted.user_id, 100);
    expectError(await guess(p, email, "the owner's password", planter), 400, "EMAIL_PASSWORD_MISMATCH");
    expect((await guess(p, email, "the owner's password", owner)).status).toBe(200);
    await p.server("DELETE /users/{user_id}", { params: { user_id: planted.user_id } });
    const next = limited();
    const { body: user } = await signUpFrom(next);
    await failBefore(p, "password", user.user_id, 100);
    expectError(await guess(p, email, password, owner), 400, "EMAIL_PASSWORD_MISMATCH");
    expect((await guess(p, email, password, next)).status).toBe(200);
  });

  // Evidence: known-networks-end-with-a-late-proof
  it("400 from the network of who planted an account whose address its email alone has proven, once its owner resets the password", async () => {
    // Attack: the attacker signs up with somebody else's address. Its owner follows the link of the email without a session, and
    // resets the password later. The attacker's network stays known, and has a hundred guesses of its own at the owner's
    // password.
    const p = await project();
    const { email, user_id } = await signUp(p);
    const planter = limited();
    expect((await guess(p, email, password, planter)).status).toBe(200);
    const link = { code: codeIn((await mailbox({ to: email }))[0]) };
    expect((await p.client("POST /contact-channels/verify", { body: link, ...limited() })).status).toBe(200);
    const reset = async (typed: string, from: object) => {
      const body = { code: await resetCode(p, email), password: typed };
      expect((await p.client("POST /auth/password/reset", { body, ...from })).status).toBe(200);
    };
    const home = limited();
    await reset("the owner's password", home);
    await failBefore(p, "password", user_id, 100);
    expectError(await guess(p, email, "the owner's password", planter), 400, "EMAIL_PASSWORD_MISMATCH");
    expect((await guess(p, email, "the owner's password", home)).status).toBe(200);
    // The reset has settled whose account it is: the next one keeps what the owner knows.
    await reset("their next password", limited());
    await failBefore(p, "password", user_id, 100);
    expect((await guess(p, email, "their next password", home)).status).toBe(200);
  });

  // Evidence: anonymous-users-hand-no-networks-on
  it.each<[string, (p: TestProject, tokens: Tokens, email: string) => Promise<TestResponse>]>([
    [
      "a password",
      (p, tokens, email) =>
        p.as(tokens).client("POST /auth/password/sign-up", { body: signUpBody({ email }), ...limited() }),
    ],
    [
      "a code",
      async (p, tokens, email) => {
        const body = { code: (await emailCode(p, email)).linked };
        return p.as(tokens).client("POST /auth/otp/sign-in", { body, ...limited() });
      },
    ],
    [
      "a provider",
      async (p, tokens, email) => {
        const body = await codeFor(p, { email }, { query: { token: tokens.access_token } });
        return sendRequest("POST /auth/oauth/token", { body, ...limited() });
      },
    ],
  ])("400 from a network known to who had the anonymous user before they signed up by %s", async (_, upgrade) => {
    // Attack: an anonymous user has signed in by a password from the attacker's network. The user's tokens are planted with a
    // victim, who signs up. The attacker then has a hundred guesses of their own at the victim's password.
    const p = await oauthProject({ "auth.otp.allowSignIn": true });
    const { userId, tokens } = await anonymousUser(p);
    const [email, planted] = [freshAddress(), freshAddress()];
    const asOwn = { user_id: "me", type: "email", used_for_auth: true, value: planted };
    expect((await p.as(tokens).client("POST /contact-channels", { body: asOwn })).status).toBe(201);
    expect((await p.as(tokens).client("POST /auth/password/set", { body: { password } })).status).toBe(200);
    const attacker = limited();
    const { body: session } = await guess(p, planted, password, attacker);
    expect((await upgrade(p, session, email)).status).toBe(200);
    const theirs = { password: "the victim's password" };
    expect((await p.server("PATCH /users/{user_id}", { params: { user_id: userId }, body: theirs })).status).toBe(200);
    await failBefore(p, "password", userId, 100);
    expectError(await guess(p, email, theirs.password, attacker), 400, "EMAIL_PASSWORD_MISMATCH");
  });

  /** Gives a user a further address to sign in with. */
  const addAddress = async (p: TestProject, user_id: string, value = freshAddress()) => {
    await add(p, user_id, { value, is_verified: true, used_for_auth: true });
    return value;
  };

  // Evidence: guesses-are-the-users
  it("400 after 100 in a row at all addresses of a user together, 200 by each of them from where they signed in by one", async () => {
    // Attack: three hundred guesses at the password of a user with three addresses, a hundred at each.
    const p = await project();
    const { email, user_id } = await signUp(p);
    const others = [await addAddress(p, user_id), await addAddress(p, user_id)];
    const home = limited();
    expect((await guess(p, email, password, home)).status).toBe(200);
    await failBefore(p, "password", user_id, 94);
    for (const address of [email, ...others, ...others, email]) {
      expectError(await guess(p, address, "a wrong password"), 400, "EMAIL_PASSWORD_MISMATCH");
    }
    for (const address of [email, ...others]) {
      expectError(await guess(p, address, password), 400, "EMAIL_PASSWORD_MISMATCH");
    }
    for (const address of others) {
      await failBefore(p, "password", user_id, 100);
      expect((await guess(p, address, password, home)).status).toBe(200);
    }
  });

  // Evidence: known-networks-do-not-move-with-addresses
  it("400 from the network of who had the address before it moved, 200 from that of who has it", async () => {
    // Attack: a person who leaves an organisation has signed in by its address, and their successor gets that address. The person
    // who left guesses on as if they were known. The successor is locked out in their own network.
    const p = await project();
    const [before, after] = [await signUp(p), await signUp(p)];
    const [theirs, home] = [limited(), limited()];
    expect((await guess(p, before.email, password, theirs)).status).toBe(200);
    expect((await guess(p, after.email, password, home)).status).toBe(200);
    const change = { params: { user_id: before.user_id }, body: { primary_email: freshAddress() } };
    expect((await p.server("PATCH /users/{user_id}", change)).status).toBe(200);
    await addAddress(p, after.user_id, before.email);
    await failBefore(p, "password", after.user_id, 100);
    expectError(await guess(p, before.email, password, theirs), 400, "EMAIL_PASSWORD_MISMATCH");
    expect((await guess(p, before.email, password, home)).body.user_id).toBe(after.user_id);
  });

  // Evidence: limits-tell-no-accounts-apart
  it("400 alike at another address of a locked user and at one of nobody; 429 at one address, before and after it has an account", async () => {
    // Attack: somebody finds out which addresses have accounts, since when, and which belong to the same person. They compare how
    // soon and how fast guesses at each address are refused.
    const p = await project();
    const { email, user_id } = await signUp(p);
    const other = await addAddress(p, user_id);
    const nobody = freshAddress();
    const from = limited();
    const exhaust = (address: string) => Promise.all(times(10, () => guess(p, address, "a wrong password", from)));
    await exhaust(email);
    expectTooMany(await guess(p, email, "a wrong password", from), 600);
    await failBefore(p, "password", user_id, 100);
    const responses = [await guess(p, other, password, from), await guess(p, nobody, password, from)];
    for (const response of responses) {
      expectError(response, 400, "EMAIL_PASSWORD_MISMATCH");
      expect(response.cost).toMatchObject({ d1: 1, rowsWritten: 0, hashes: 1 });
    }
    const names = responses.map(({ headers }) => [...headers.keys()]);
    expect(names[0]).toEqual(names[1]);
    await exhaust(nobody);
    const { user_id: made } = await signUp(p, { email: nobody });
    expectTooMany(await guess(p, nobody, password, from), 600);
    await p.server("DELETE /users/{user_id}", { params: { user_id: made } });
    expectTooMany(await guess(p, nobody, password, from), 600);
  });

  it("400 with as many counts and look-ups for an address without an account, and as many tokens checked", async () => {
    // Attack: finding out which addresses have accounts by how long a wrong password takes.
    const p = await project();
    const { email } = await signUp(p);
    const isolate = watchedIsolate(p);
    const workOf = async (address: string) => {
      const signatures = vi.spyOn(crypto.subtle, "sign");
      isolate.order.length = 0;
      const device_tokens = times(4, (index) => `${index}.${"A".repeat(43)}`);
      const body = { password: "a wrong password", device_tokens };
      expectError(await isolate.signIn(address, p.keys.client, body), 400, "EMAIL_PASSWORD_MISMATCH");
      const { length } = signatures.mock.calls;
      signatures.mockRestore();
      return { order: isolate.order.slice(0, 4), signatures: length };
    };
    await isolate.signIn(email);
    const [known, unknown] = [await workOf(email), await workOf(freshAddress())];
    expect(known.order.filter((each) => each === "attempt counted")).toHaveLength(2);
    expect([unknown.order.toSorted(), unknown.signatures]).toEqual([known.order.toSorted(), known.signatures]);
  });

  // Evidence: after-row-right-too-until-reset
  // Attack: brute force of a password from everywhere, slowly enough for every window.
  it("400 EMAIL_PASSWORD_MISMATCH after 100 in a row for the right one too, until a reset by email", async () => {
    const p = await project();
    const { email, user_id } = await signUp(p);
    await failBefore(p, "password", user_id, 90);
    const responses = await Promise.all(times(10, (index) => guess(p, email, `guess number ${index}`)));
    expect(statuses(responses)).toEqual(new Set([400]));
    const locked = await guess(p, email, password);
    expectError(locked, 400, "EMAIL_PASSWORD_MISMATCH");
    expect(locked.cost).toMatchObject({ d1: 1, hashes: 1 });
    const body = { code: await resetCode(p, email), password: "another password" };
    expect((await p.client("POST /auth/password/reset", { body, ...limited() })).status).toBe(200);
    expect((await guess(p, email, "another password")).status).toBe(200);
  });

  it("200: the attempt is counted while the look-up is under way, and not after it", async () => {
    const p = await project();
    const { email } = await signUp(p);
    const isolate = watchedIsolate(p);
    await isolate.signIn(email);
    isolate.hold();
    const response = await isolate.signIn(email);
    expect(response.status).toBe(200);
    expect(response.cost).toMatchObject({ d1: 2, hashes: 1 });
    expect(isolate.order.slice(0, 3).toSorted()).toEqual(["attempt counted", "look-up answered", "look-up sent"]);
    expect(isolate.order[2]).toBe("look-up answered");
  });

  // Attack: locking addresses out, or filling storage with counters, by requests that prove nothing.
  it("401 INVALID_PUBLISHABLE_CLIENT_KEY with a wrong key, which counts nothing, whatever the isolate has seen", async () => {
    const p = await project();
    const { email } = await signUp(p);
    const isolate = watchedIsolate(p);
    await isolate.signIn(email);
    isolate.hold();
    expectError(await isolate.signIn(email, newProjectKey("pck")), 401, "INVALID_PUBLISHABLE_CLIENT_KEY");
    expect(isolate.order).toEqual(["look-up sent", "look-up answered"]);
  });

  // Attack: guessing on with a key that was revoked a moment ago, which the isolate still takes for proven.
  it("401 INVALID_PUBLISHABLE_CLIENT_KEY with a key that was just revoked, before any hash", async () => {
    const p = await project();
    const { email } = await signUp(p);
    const isolate = watchedIsolate(p);
    expect((await isolate.signIn(email)).status).toBe(200);
    await db.batch([db.delete(internalApiKeys).where(eq(internalApiKeys.projectId, p.id))]);
    const response = await isolate.signIn(email);
    expectError(response, 401, "INVALID_PUBLISHABLE_CLIENT_KEY");
    expect(response.cost.hashes).toBe(0);
  });

  // Evidence: lock-alike-address-without-account
  // Attack: user enumeration by which addresses can be locked.
  it("429 and the lock alike for an address without an account", async () => {
    const p = await project();
    const { email, user_id } = await signUp(p);
    const nobody = freshAddress();
    const lock = async (address: string, whose: string) => {
      const from = limited();
      const guesses = times(10, (index) => guess(p, address, `guess number ${index}`, from));
      for (const each of await Promise.all(guesses)) expectError(each, 400, "EMAIL_PASSWORD_MISMATCH");
      const slowed = await guess(p, address, password, from);
      await failBefore(p, "password", whose, 90);
      return { slowed, locked: await guess(p, address, password) };
    };
    const [existing, unknown] = [await lock(email, user_id), await lock(nobody, nobody)];
    for (const { slowed, locked } of [existing, unknown]) {
      expectTooMany(slowed, 600);
      expectError(locked, 400, "EMAIL_PASSWORD_MISMATCH");
      expect(slowed.cost).toMatchObject({ d1: 1, rowsWritten: 0, hashes: 0 });
      expect(locked.cost).toMatchObject({ d1: 1, rowsWritten: 0, hashes: 1 });
    }
    expect([...existing.slowed.headers.keys()]).toEqual([...unknown.slowed.headers.keys()]);
    expect([...existing.locked.headers.keys()]).toEqual([...unknown.locked.headers.keys()]);
  });

  it("do not include right ones: 11 sign-ins in a row pass", async () => {
    const p = await project();
    const { email } = await signUp(p);
    const from = limited();
    for (const _ of times(11, () => null)) expect((await guess(p, email, password, from)).status).toBe(200);
  });

  // Attack: locking a user out of one project by an account of the same address in another.
  it("are counted for each project", async () => {
    const [p, other] = [await project(), await project()];
    const { email } = await signUp(p);
    const from = limited();
    await Promise.all(times(10, () => guess(other, email, "wrong password", from)));
    expect((await guess(p, email, password, from)).status).toBe(200);
  });

  // Attack: finding out the password of a session that was left open, to change it.
  it("429 beyond 10 old passwords when changing the password, and 400 after 100 in a row", async () => {
    const p = await project();
    const tokens = await signUp(p);
    const from = limited();
    const change = (old: string, network = from) =>
      p.as(tokens).client("POST /auth/password/update", {
        body: { old_password: old, new_password: "another password" },
        ...network,
      });
    const responses = await Promise.all(times(12, (index) => change(`guess number ${index}`)));
    expect(refused(responses)).toHaveLength(2);
    expectTooMany(await change(password), 600);
    await failBefore(p, "confirmation", tokens.user_id, 90);
    expectError(await change(password, limited()), 400, "PASSWORD_CONFIRMATION_MISMATCH");
  });
});

describe("wrong values of an authenticator app", () => {
  async function userWithApp(p: TestProject) {
    const user = await signUp(p);
    const app = authenticator();
    const body = { totp_secret_base64: app.secretBase64, primary_email_verified: true };
    await p.server("PATCH /users/{user_id}", { params: { user_id: user.user_id }, body });
    return { ...user, app };
  }

  const complete = async (p: TestProject, code: string, totp: string, from = limited()) =>
    p.client("POST /auth/mfa/sign-in", { body: { type: "totp", totp, code }, ...from });

  // Evidence: beyond-10-user-network-over-however
  // Attack: brute force of the six digits over many sign-ins, by an attacker who has the password.
  it("429 beyond 10 for one user from one network, over however many attempt codes, for the right value too", async () => {
    const p = await project();
    const { email, app } = await userWithApp(p);
    const from = limited();
    const wrong = await app.shows(1_000);
    const tryOnce = async (totp: string) => complete(p, (await signIn(p, email)).body.details.attempt_code, totp, from);
    const responses = await Promise.all(times(12, () => tryOnce(wrong)));
    expect(responses.filter(({ body }) => body.code === "INVALID_TOTP_CODE")).toHaveLength(10);
    expect(refused(responses)).toHaveLength(2);
    expectTooMany(await tryOnce(await app.shows()), 600);
  });

  // Attack: keeping users out who have an authenticator app, by wrong values from everywhere once their password is known.
  it("400 INVALID_TOTP_CODE after 100 in a row, not from a network where the user has shown the right one before", async () => {
    const p = await project();
    const { email, user_id, app } = await userWithApp(p);
    const home = limited();
    const tryOnce = async (totp: string, from = home) =>
      complete(p, (await signIn(p, email)).body.details.attempt_code, totp, from);
    expect((await tryOnce(await app.shows())).status).toBe(200);
    await failBefore(p, "totp", user_id, 100);
    const next = await app.shows(1);
    expectError(await tryOnce(next, limited()), 400, "INVALID_TOTP_CODE");
    expect((await tryOnce(next)).status).toBe(200);
  });

  // Attack: brute force from everywhere; and by somebody who reads the user's email, which starts the count anew.
  it("400 INVALID_TOTP_CODE after 100 in a row for the right one too, until an email, which counts once a day", async () => {
    const p = await project();
    const { email, user_id, app } = await userWithApp(p);
    let typed = password;
    const tryOnce = async () =>
      complete(p, (await signIn(p, email, typed)).body.details.attempt_code, await app.shows());
    const reset = async () => {
      typed = `password ${crypto.randomUUID()}`;
      const body = { code: await resetCode(p, email), password: typed };
      expect((await p.client("POST /auth/password/reset", { body, ...limited() })).status).toBe(200);
    };
    await failBefore(p, "totp", user_id, 100);
    expectError(await tryOnce(), 400, "INVALID_TOTP_CODE");
    await reset();
    expect((await tryOnce()).status).toBe(200);
    await failBefore(p, "totp", user_id, 100);
    await reset();
    expectError(await tryOnce(), 400, "INVALID_TOTP_CODE");
  });

  it("are forgotten after a sign-in code", async () => {
    const p = await otpProject();
    const { email, user_id, app } = await userWithApp(p);
    await p.server("PATCH /users/{user_id}", { params: { user_id }, body: { otp_auth_enabled: true } });
    await failBefore(p, "totp", user_id, 100);
    const { linked } = await emailCode(p, email);
    const first = await p.client("POST /auth/otp/sign-in", { body: { code: linked }, ...limited() });
    expect((await complete(p, first.body.details.attempt_code, await app.shows())).status).toBe(200);
  });
});
