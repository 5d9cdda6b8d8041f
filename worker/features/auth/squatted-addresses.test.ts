import { describe, expect, it } from "vitest";
import { mailCode, redeemCode, signInByCode } from "../../testing/code-sign-ins";
import { freshAddress, mailbox } from "../../testing/mailbox";
import { oauthProject, signInWithProvider } from "../../testing/oauth-sign-ins";
import { anonymousUser, codeIn, resetCode, signIn, signUp, signUpBody } from "../../testing/password-sign-ins";
import type { TestProject, Tokens } from "../../testing/project";
import { expectError, expectPlainError } from "../../testing/refusals";
import { add, callback_url, changeOne, paramsOf, sendOne } from "../users/contact-channels/contact-channels.fixtures";
import { create } from "../users/users/users.fixtures";
import { callbackFor, subjectOf } from "./oauth/oauth.fixtures";

const createOne = "POST /contact-channels";
const taken = "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE";
const openProject = (more: object = {}) => oauthProject({ "auth.otp.allowSignIn": true, ...more });

/** Adds an address to the user of a token, as a website does. */
async function addOwn(p: TestProject, tokens: Tokens, value: string, fields: object = {}) {
  const body = { user_id: "me", type: "email", value, used_for_auth: true, ...fields };
  return p.as(tokens).client(createOne, { body });
}

/** An address that an account which costs nothing signs in with, as it says, and that it has never proven. */
async function squat(p: TestProject) {
  const email = freshAddress();
  const { userId, tokens } = await anonymousUser(p);
  const { status, body } = await addOwn(p, tokens, email);
  expect([status, body]).toMatchObject([201, { used_for_auth: true, is_verified: false, is_primary: false }]);
  return { email, userId, tokens, channel: body as { id: string; user_id: string } };
}

async function channelOf(p: TestProject, userId: string, value: string) {
  const { body } = await p.server("GET /contact-channels", { query: { user_id: userId } });
  return body.items.find((each: { value: string }) => each.value === value);
}

/** Asserts that an address signs one user in, and that the other one has it as a plain address. */
async function expectTaken(p: TestProject, squatted: Awaited<ReturnType<typeof squat>>, by: string) {
  expect(by).not.toBe(squatted.userId);
  expect(await channelOf(p, by, squatted.email)).toMatchObject({ used_for_auth: true });
  expect(await channelOf(p, squatted.userId, squatted.email)).toMatchObject({
    id: squatted.channel.id,
    used_for_auth: false,
    is_verified: false,
    is_primary: false,
  });
}

describe("an address that a stranger has added for sign-in, without a proof", () => {
  // Evidence: squatted-address-is-its-owners
  // Attack: from anonymous accounts, a stranger adds the addresses of others for sign-in, 49 to each, which they can never
  // verify. Nobody with these addresses can sign up any more, by any way, nor can a server make them a user: they are shut
  // out of the project for good, and of the dashboard by doing it in the internal project.
  it.each<[string, object, (p: TestProject, email: string) => Promise<string>]>([
    ["password", {}, async (p, email) => (await signUp(p, { email })).user_id],
    ["code", {}, async (p, email) => (await signInByCode(p, { email })).body.user_id],
    ["provider, with link_method", {}, async (p, email) => subjectOf(await signInWithProvider(p, { email }))],
    [
      "provider, with raise_error",
      { "auth.oauth.accountMergeStrategy": "raise_error" },
      async (p, email) => subjectOf(await signInWithProvider(p, { email })),
    ],
    [
      "provider, with allow_duplicates",
      { "auth.oauth.accountMergeStrategy": "allow_duplicates" },
      async (p, email) => subjectOf(await signInWithProvider(p, { email })),
    ],
    [
      "password, as an anonymous user",
      {},
      async (p, email) => (await signUp(p, { email, tokens: (await anonymousUser(p)).tokens })).user_id,
    ],
  ])("200 is theirs who signs up with it, by %s", async (_, settings, enter) => {
    const p = await openProject(settings);
    const squatted = await squat(p);
    await expectTaken(p, squatted, await enter(p, squatted.email));
    expectError(await addOwn(p, (await anonymousUser(p)).tokens, squatted.email), 409, taken);
  });

  it.each<[string, (p: TestProject, email: string) => Promise<string>]>([
    [
      "a user made with it, verified",
      async (p, primary_email) => {
        const verified = { primary_email_verified: true, primary_email_auth_enabled: true };
        return (await create(p, { primary_email, ...verified })).id;
      },
    ],
    [
      "a user made with it, unverified",
      async (p, primary_email) => (await create(p, { primary_email, primary_email_auth_enabled: true })).id,
    ],
    [
      "a user's new primary address",
      async (p, primary_email) => {
        const { id } = await create(p, { primary_email: freshAddress(), primary_email_auth_enabled: true });
        const change = { params: { user_id: id }, body: { primary_email } };
        expect((await p.server("PATCH /users/{user_id}", change)).status).toBe(200);
        return id;
      },
    ],
    [
      "a primary address that comes to sign in",
      async (p, primary_email) => {
        const { id } = await create(p, { primary_email });
        const change = { params: { user_id: id }, body: { primary_email_auth_enabled: true } };
        expect((await p.server("PATCH /users/{user_id}", change)).status).toBe(200);
        return id;
      },
    ],
  ])("200, 201 is the server's to give: %s", async (_, give) => {
    const p = await openProject();
    const squatted = await squat(p);
    await expectTaken(p, squatted, await give(p, squatted.email));
  });

  it.each<[string, (p: TestProject, tokens: Tokens, value: string) => Promise<{ status: number }>]>([
    ["adds it", (p, tokens, value) => addOwn(p, tokens, value)],
    [
      "has it, and comes to sign in with it",
      async (p, tokens, value) => {
        const { body } = await addOwn(p, tokens, value, { used_for_auth: false });
        return p.as(tokens).client(changeOne, { params: paramsOf(body), body: { used_for_auth: true } });
      },
    ],
    [
      "changes another address into it",
      async (p, tokens, value) => {
        const { body } = await addOwn(p, tokens, freshAddress());
        return p.as(tokens).client(changeOne, { params: paramsOf(body), body: { value } });
      },
    ],
  ])("200, 201 is another user's who %s", async (_, take) => {
    const p = await openProject();
    const squatted = await squat(p);
    const owner = await signUp(p);
    expect((await take(p, owner, squatted.email)).status).toBeLessThan(300);
    await expectTaken(p, squatted, owner.user_id);
  });

  // Attack: the owner of an address is mailed the link that verifies it, and before they follow it a stranger adds it: the
  // link is refused, time after time.
  it("200 is theirs who proves it, though the stranger has added it since the mail was sent", async () => {
    const p = await openProject();
    const email = freshAddress();
    const owner = await signUp(p);
    const { body: channel } = await addOwn(p, owner, email);
    await p.as(owner).client(sendOne, { params: paramsOf(channel), body: { callback_url } });
    const code = codeIn((await mailbox({ to: email })).at(-1));
    const { userId, tokens } = await anonymousUser(p);
    expect((await addOwn(p, tokens, email)).status).toBe(201);
    expect((await p.as(owner).client("POST /contact-channels/verify", { body: { code } })).status).toBe(200);
    expect(await channelOf(p, userId, email)).toMatchObject({ used_for_auth: false });
    const signsIn = { params: paramsOf(channel), body: { used_for_auth: true } };
    expect((await p.as(owner).client(changeOne, signsIn)).body).toMatchObject({ used_for_auth: true });
    expectError(await addOwn(p, (await anonymousUser(p)).tokens, email), 409, taken);
  });

  // Attack: the stranger, who reads the mailbox for a moment, has the address verified after its owner has signed up with it,
  // and takes it back.
  it("400, 409 is not the stranger's again once its owner has signed up with it", async () => {
    const p = await openProject();
    const { email, userId, tokens, channel } = await squat(p);
    await p.as(tokens).client(sendOne, { params: paramsOf(channel), body: { callback_url } });
    const code = codeIn((await mailbox({ to: email })).at(-1));
    const owner = await signInByCode(p, { email });
    const late = await p.as(tokens).client("POST /contact-channels/verify", { body: { code } });
    expectPlainError(late, 400, "Contact channel not found. Was your contact channel deleted?");
    const again = { params: paramsOf(channel), body: { used_for_auth: true } };
    expectError(await p.as(tokens).client(changeOne, again), 409, taken);
    await expectTaken(p, { email, userId, tokens, channel }, owner.body.user_id);
  });

  it("200 resets the password of its owner, who has signed up with it, and signs them in by it alone", async () => {
    const p = await openProject();
    const email = freshAddress();
    const stranger = await signUp(p);
    expect((await addOwn(p, stranger, email)).status).toBe(201);
    expect((await signIn(p, email)).body.user_id).toBe(stranger.user_id);
    const found = async () => (await p.server("GET /users", { query: { query: email } })).body.items;
    expect(await found()).toMatchObject([{ id: stranger.user_id }]);
    const { body: owner } = await signInByCode(p, { email });
    expectError(await signIn(p, email), 400, "EMAIL_PASSWORD_MISMATCH");
    expect(await found()).toMatchObject([{ id: owner.user_id }]);
    const byName = (await p.server("GET /users", { query: { query: stranger.email } })).body.items;
    expect(byName).toMatchObject([{ id: stranger.user_id }]);
    const reset = { code: await resetCode(p, email), password: "the owner's own" };
    expect((await p.client("POST /auth/password/reset", { body: reset })).status).toBe(200);
    expect((await signIn(p, email, "the owner's own")).body.user_id).toBe(owner.user_id);
  });

  it("201 stays theirs where another user lists it and does not sign in with it", async () => {
    const p = await openProject();
    const { email, userId } = await squat(p);
    const other = await signUp(p);
    const { body: listed } = await addOwn(p, other, email, { used_for_auth: false });
    const { body: unused } = await addOwn(p, await signUp(p), freshAddress(), { used_for_auth: false });
    expect(listed).toMatchObject({ used_for_auth: false });
    expect((await p.server(changeOne, { params: paramsOf(unused), body: { value: email } })).status).toBe(200);
    expect(await channelOf(p, userId, email)).toMatchObject({ used_for_auth: true });
  });

  // Attack: many sign up with one address at once, each to have an account that signs in with it.
  it("200 is that of one of ten who sign up with it at once, 409 for the others", async () => {
    const p = await openProject();
    const squatted = await squat(p);
    const { email } = squatted;
    const { linked } = await mailCode(p, email);
    const responses = await Promise.all([
      redeemCode(p, linked),
      ...Array.from({ length: 9 }, () => p.client("POST /auth/password/sign-up", { body: signUpBody({ email }) })),
    ]);
    const made = responses.filter(({ status }) => status === 200);
    expect(made).toHaveLength(1);
    for (const each of responses) if (each.status !== 200) expectError(each, 409, "USER_EMAIL_ALREADY_EXISTS");
    await expectTaken(p, squatted, made[0]?.body.user_id);
  });

  it("201 signs one of ten in who add it at once", async () => {
    const p = await openProject();
    const { email } = await squat(p);
    const rivals = await Promise.all(Array.from({ length: 10 }, () => anonymousUser(p)));
    const added = await Promise.all(rivals.map(({ tokens }) => addOwn(p, tokens, email)));
    expect(added.map(({ status }) => status)).toEqual(Array(10).fill(201));
    const { items } = (await p.server("GET /contact-channels")).body;
    const holders = items.filter((each: { value: string; used_for_auth: boolean }) => each.used_for_auth);
    expect(holders).toMatchObject([{ value: email }]);
  });
});

describe("an address that its user has proven, or goes by", () => {
  // Evidence: proven-address-stays-its-users
  // Attack: a stranger adds the address of a user for sign-in, or signs up with it, so that it signs the user in no more.
  it.each([
    ["verified", { is_verified: true }],
    ["primary", { is_primary: true }],
  ])("409 for all others, and it signs its user in: %s", async (_, fields) => {
    const p = await openProject();
    const owner = await signUp(p);
    const { value: email } = await add(p, owner.user_id, { value: freshAddress(), used_for_auth: true, ...fields });
    const { userId, tokens } = await anonymousUser(p);
    expectError(await addOwn(p, tokens, email), 409, taken);
    const { body: listed } = await addOwn(p, tokens, email, { used_for_auth: false });
    const signsIn = { params: paramsOf(listed), body: { used_for_auth: true } };
    expectError(await p.as(tokens).client(changeOne, signsIn), 409, taken);
    const signUps = [
      await p.client("POST /auth/password/sign-up", { body: signUpBody({ email }) }),
      await p.server("POST /users", { body: { primary_email: email, primary_email_auth_enabled: true } }),
      await p.server("PATCH /users/{user_id}", {
        params: { user_id: userId },
        body: { primary_email: email, primary_email_verified: true, primary_email_auth_enabled: true },
      }),
    ];
    for (const each of signUps) expectError(each, 409, "USER_EMAIL_ALREADY_EXISTS");
    if ("is_primary" in fields) expectError(await callbackFor(p, { email }), 409, taken);
    expect((await signIn(p, email)).body.user_id).toBe(owner.user_id);
    expect(await channelOf(p, owner.user_id, email)).toMatchObject({ used_for_auth: true });
  });
});
