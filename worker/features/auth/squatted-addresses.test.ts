import { describe, expect, it } from "vitest";
import { authenticator } from "../../testing/authenticator";
import { emailCode, redeemCode, sendCode, signInByCode } from "../../testing/code-sign-ins";
import { freshAddress, mailbox } from "../../testing/mailbox";
import { codeFor, signInWithProvider } from "../../testing/oauth-sign-ins";
import {
  anonymousUser,
  codeIn,
  noPasswords,
  readUser,
  resetCode,
  signIn,
  signUp,
  signUpBody,
} from "../../testing/password-sign-ins";
import type { TestProject, Tokens } from "../../testing/project";
import { expectError, expectPlainError } from "../../testing/refusals";
import type { TestResponse } from "../../testing/send-request";
import { exchange, isAlive } from "../../testing/sign-ins";
import { userKey } from "../api-keys/api-keys.fixtures";
import { add, callback_url, changeOne, paramsOf, sendOne } from "../users/contact-channels/contact-channels.fixtures";
import { create } from "../users/users/users.fixtures";
import { callbackFor, expectSignedIn, subjectOf } from "./oauth/oauth.fixtures";
import {
  addOwn,
  channelOf,
  expectProversAddress,
  expectTaken,
  openProject,
  proofs,
  squatPrimary,
  taken,
} from "./squatted-addresses.fixtures";

async function configure(p: TestProject, config: object): Promise<void> {
  expect((await p.admin("PATCH /internal/projects/current", { body: { config } })).status).toBe(200);
}

/** An address that an account which costs nothing signs in with, as it says, and that it has never proven. */
async function squat(p: TestProject) {
  const email = freshAddress();
  const { userId, tokens } = await anonymousUser(p);
  const { status, body } = await addOwn(p, tokens, email);
  expect([status, body]).toMatchObject([201, { used_for_auth: true, is_verified: false, is_primary: false }]);
  return { email, userId, tokens, channel: body as { id: string; user_id: string } };
}

describe("an address that a stranger has added for sign-in, without a proof", () => {
  // Evidence: squatted-address-is-its-owners
  // Attack: from anonymous accounts, a stranger adds the addresses of others for sign-in, 49 to each. The stranger can never
  // verify them. Nobody with these addresses can sign up any more, by any way, and no server can make them a user. They are shut
  // out of the project for good, and of the dashboard if the stranger does this in the internal project.
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

  // Attack: the owner of an address is emailed the link that verifies it. Before they follow it, a stranger adds the address. The
  // link is refused, time after time.
  it("200 is theirs who proves it, though the stranger has added it since the email was sent", async () => {
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

  // Attack: the stranger reads the mailbox for a moment. After the owner of the address has signed up with it, the stranger has
  // it verified, and takes it back.
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
    await expectTaken(p, { email, userId, channel }, owner.body.user_id);
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
    const { linked } = await emailCode(p, email);
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
  // Attack: a stranger adds the address of a user for sign-in, or signs up with it. The address then no longer signs the user in.
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
    if ("is_primary" in fields) expectError(await callbackFor(p, { email, emailVerified: false }), 409, taken);
    expect((await signIn(p, email)).body.user_id).toBe(owner.user_id);
    expect(await channelOf(p, owner.user_id, email)).toMatchObject({ used_for_auth: true });
  });
});

describe("a primary address that its user has not proven", () => {
  // Evidence: unproven-primary-address-is-its-provers
  // Attack: a stranger signs in by a code of their own mailbox. They make the address of a victim their primary one, to sign in
  // with, and never verify it. The victim can sign up neither by a code nor by a provider, and there is no password to reset.
  it.each(proofs)(
    "200 is theirs who proves it by %s, where passwords are off; the other one keeps the rest",
    (_, proof) => expectProversAddress({ ...proof, settings: { ...proof.settings, ...noPasswords } }),
  );

  // Attack: the same where passwords are on, which decide whether an account may be claimed by a reset instead.
  it.each(proofs)(
    "200 is theirs who proves it by %s, where passwords are on; the other one keeps the rest",
    (_, proof) => expectProversAddress(proof),
  );

  // Attack: the same by accounts that cost nothing: an anonymous one, and one of a provider that verifies no addresses.
  it("200 is theirs who proves it, where the other account is anonymous, or a provider's", async () => {
    const p = await openProject(noPasswords);
    const email = freshAddress();
    const { userId, tokens } = await anonymousUser(p);
    const { body: channel } = await addOwn(p, tokens, email, { is_primary: true });
    await expectTaken(p, { email, userId, channel }, (await signInByCode(p, { email })).body.user_id);

    const other = freshAddress();
    const holder = subjectOf(await signInWithProvider(p, { email: other, emailVerified: false }));
    expect(await channelOf(p, holder, other)).toMatchObject({ used_for_auth: true, is_primary: true });
    const prover = subjectOf(await signInWithProvider(p, { email: other }, { provider: "github" }));
    expect(prover).not.toBe(holder);
    expect(await channelOf(p, holder, other)).toMatchObject({ used_for_auth: false, is_primary: false });
    expectSignedIn(await signInWithProvider(p, { email: other }), holder, false);
  });

  // Attack: the stranger makes the address their primary one before the link of its owner is followed. They do so again before
  // the owner signs in with it.
  it("200 is that of another user who follows the emailed link, though the stranger has added it since", async () => {
    const p = await openProject(noPasswords);
    const email = freshAddress();
    const { body: owner } = await signInByCode(p);
    const { body: channel } = await addOwn(p, owner, email, { used_for_auth: false });
    await p.as(owner).client(sendOne, { params: paramsOf(channel), body: { callback_url } });
    const code = codeIn((await mailbox({ to: email })).at(-1));
    const { body: stranger } = await signInByCode(p);
    const { body: squatted } = await addOwn(p, stranger, email, { is_primary: true });
    expect((await p.as(owner).client("POST /contact-channels/verify", { body: { code } })).status).toBe(200);
    expect(await channelOf(p, stranger.user_id, email)).toMatchObject({ used_for_auth: false, is_primary: false });
    const again = { params: paramsOf(squatted), body: { used_for_auth: true, is_primary: true } };
    expect((await p.as(stranger).client(changeOne, again)).status).toBe(200);
    const signsIn = { params: paramsOf(channel), body: { used_for_auth: true } };
    expect((await p.as(owner).client(changeOne, signsIn)).body).toMatchObject({ used_for_auth: true });
    expect((await signInByCode(p, { email })).body.user_id).toBe(owner.user_id);
  });

  it("409 CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE for who has not proven it either, 400 where sign-up is off", async () => {
    const p = await openProject();
    const { email, userId } = await squatPrimary(p);
    expectError(await callbackFor(p, { email, emailVerified: false }), 409, taken);
    expectError(await addOwn(p, (await anonymousUser(p)).tokens, email), 409, taken);
    const signingUp = await p.client("POST /auth/password/sign-up", { body: signUpBody({ email }) });
    expectError(signingUp, 409, "USER_EMAIL_ALREADY_EXISTS");
    await configure(p, { sign_up_enabled: false });
    expectError(await sendCode(p, email), 400, "SIGN_UP_NOT_ENABLED");
    expect(await channelOf(p, userId, email)).toMatchObject({ used_for_auth: true, is_primary: true });
  });

  // Attack: the stranger makes the address the only one of a password account, as if they had signed up with it.
  it("409, and a reset makes the account its owner's, where it may have been made with the address by a password", async () => {
    const p = await openProject();
    const stranger = await signUp(p);
    const { body } = await p.as(stranger).client("GET /contact-channels", { query: { user_id: "me" } });
    const email = freshAddress();
    await p.as(stranger).client(changeOne, { params: paramsOf(body.items[0]), body: { value: email } });
    expectError(await sendCode(p, email), 409, "USER_EMAIL_ALREADY_EXISTS", {
      email,
      would_work_if_email_was_verified: true,
    });
    expectError(await callbackFor(p, { email }), 409, taken);
    const reset = { code: await resetCode(p, email), password: "the owner's own" };
    expect((await p.client("POST /auth/password/reset", { body: reset })).status).toBe(200);
    expect((await signIn(p, email, "the owner's own")).body.user_id).toBe(stranger.user_id);
    expect(await isAlive(p, stranger)).toBe(false);
  });

  // Evidence: account-without-reset-is-its-provers
  // Attack: the stranger signs up with the address and a password, and sets up an authenticator app; then the project switches passwords off.
  it.each<[string, (p: TestProject, email: string) => Promise<TestResponse>]>([
    ["code", (p, email) => signInByCode(p, { email })],
    ["provider", (p, email) => signInWithProvider(p, { email })],
  ])("200 claims the account that was made with it, where no reset does: by %s", async (_, prove) => {
    const p = await openProject();
    const stranger = await signUp(p);
    const apiKey = await userKey(p, stranger.user_id);
    const app = authenticator();
    await p.as(stranger).client("PATCH /users/me", { body: { totp_secret_base64: app.secretBase64 } });
    await configure(p, { credential_enabled: false });
    expectSignedIn(await prove(p, stranger.email), stranger.user_id, false);
    expect(await isAlive(p, stranger)).toBe(false);
    expect(await readUser(p, stranger.user_id)).toMatchObject({
      primary_email: stranger.email,
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      has_password: false,
      requires_totp_mfa: false,
    });
    const check = await p.server("POST /user-api-keys/check", { body: { api_key: apiKey.value } });
    expectError(check, 404, "API_KEY_NOT_FOUND");
    const { items } = (await p.admin("GET /internal/audit-events", { query: { type: "user.claimed" } })).body;
    expect(items).toMatchObject([{ target: { id: stranger.user_id } }]);
    expectSignedIn(await prove(p, stranger.email), stranger.user_id, false);
  });

  it("200 claims the account that a server made with it, where there are no passwords", async () => {
    const p = await openProject(noPasswords);
    const email = freshAddress();
    const { id } = await create(p, { primary_email: email, primary_email_auth_enabled: true, display_name: "Ada" });
    expectSignedIn(await signInByCode(p, { email }), id, false);
    expect(await readUser(p, id)).toMatchObject({ display_name: "Ada", primary_email_verified: true });
    expectSignedIn(await signInByCode(p, { email }), id, false);
  });

  // Attack: many prove the address at once, by codes and providers, each to have an account that signs in with it.
  it("200 is that of one user of six who prove it at once", async () => {
    const p = await openProject(noPasswords);
    const { email, userId, channel } = await squatPrimary(p);
    const code = (await emailCode(p, email)).linked;
    const visits = await Promise.all(
      ["google", "github", "google", "github", "google"].map((provider) => codeFor(p, { email }, { provider })),
    );
    const responses = await Promise.all([redeemCode(p, code), ...visits.map((each) => exchange(each))]);
    const [byCode, ...byProvider] = responses;
    const subjects = new Set(byProvider.map(subjectOf));
    expect(subjects.size).toBe(1);
    const [prover = ""] = subjects;
    if (byCode?.status === 200) expect(byCode.body.user_id).toBe(prover);
    else expect(["USER_EMAIL_ALREADY_EXISTS", "VERIFICATION_CODE_NOT_FOUND"]).toContain(byCode?.body.code);
    await expectTaken(p, { email, userId, channel }, prover);
  });

  it("200 is that of one of two who claim an account at once", async () => {
    const p = await openProject(noPasswords);
    const email = freshAddress();
    const { id } = await create(p, { primary_email: email, primary_email_auth_enabled: true });
    const codes = [await codeFor(p, { email }), await codeFor(p, { email }, { provider: "github" })];
    const responses = await Promise.all(codes.map((each) => exchange(each)));
    const signedIn = responses.filter(({ status }) => status === 200);
    expect(signedIn.length).toBeGreaterThan(0);
    for (const each of signedIn) expect(subjectOf(each)).toBe(id);
    expect((await p.server("GET /users")).body.items).toHaveLength(1);
  });

  // Attack: the stranger, who reads the mailbox for a moment, verifies the address in the moment in which its owner signs in.
  it("200 is that of one of both where the stranger verifies it in that moment", async () => {
    const p = await openProject(noPasswords);
    const squatted = await squatPrimary(p);
    const { email, userId, tokens, channel } = squatted;
    await p.as(tokens).client(sendOne, { params: paramsOf(channel), body: { callback_url } });
    const code = codeIn((await mailbox({ to: email })).at(-1));
    const visit = await codeFor(p, { email });
    const [verified, prover] = await Promise.all([
      p.as(tokens).client("POST /contact-channels/verify", { body: { code } }),
      exchange(visit),
    ]);
    expect(prover.status).toBe(200);
    if (verified.status === 200 && subjectOf(prover) === userId) {
      expect(await channelOf(p, userId, email)).toMatchObject({ is_verified: true, used_for_auth: true });
      return;
    }
    expectPlainError(verified, 400, "Contact channel not found. Was your contact channel deleted?");
    await expectTaken(p, squatted, subjectOf(prover));
  });
});
