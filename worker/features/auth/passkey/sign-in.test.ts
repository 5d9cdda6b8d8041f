import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { passkeys } from "../../../db/users/schema";
import { db, type TestProject } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";
import { deletedWhileSigningIn, exchange, expectRefreshed, isAlive, refreshForm } from "../../../testing/sign-ins";
import { refusesSuspended } from "../../../testing/suspensions";
import {
  initiateRegistration,
  initiateSignIn,
  passkeyProject,
  person,
  register,
  signIn,
  untrustedOrigins,
} from "./passkey.fixtures";
import type { Bent, SoftwareAuthenticator } from "./software-authenticator.fixtures";

const invalid = { message: "Passkey authentication failed because the response of the authenticator is not valid" };
const wrongOrigin = { message: "Passkey authentication failed because the origin is not allowed" };
const notVerified = { message: "Passkey authentication failed because the authenticator has not verified its user" };
const notFound = { message: "Passkey not found" };

/** A user with a passkey. */
async function keyHolder(p: TestProject, bent?: Bent) {
  const user = await person(p);
  const { authenticator } = await register(p, user, { ...(bent && { bent }) });
  return { user, authenticator };
}

async function requireTotp(p: TestProject, userId: string): Promise<void> {
  const body = { totp_secret_base64: "c2VjcmV0" };
  await p.server("PATCH /users/{user_id}", { params: { user_id: userId }, body });
}

async function storedCount(authenticator: SoftwareAuthenticator): Promise<number | undefined> {
  const isIt = eq(passkeys.credentialId, authenticator.id);
  const [[row]] = await db.batch([db.select({ signCount: passkeys.signCount }).from(passkeys).where(isIt)]);
  return row?.signCount;
}

describe("POST /auth/passkey/initiate-passkey-authentication", () => {
  const key = "POST /auth/passkey/initiate-passkey-authentication";
  it("200 options that name no credential, and a code", async () => {
    const p = await passkeyProject();
    const { status, body } = await p.client(key, { body: {} });
    expect(status).toBe(200);
    expect(body).toEqual({
      options_json: {
        rpId: "THIS_VALUE_WILL_BE_REPLACED.example.com",
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        allowCredentials: [],
        timeout: 60_000,
        userVerification: "preferred",
      },
      code: expect.stringMatching(/^[0-9abcdefghjkmnpqrstvwxyz]{45}$/),
    });
  });

  it("400 PASSKEY_AUTHENTICATION_NOT_ENABLED when the project has no passkeys", async () => {
    const p = await passkeyProject({ "auth.passkey.allowSignIn": false });
    expectError(await p.client(key, { body: {} }), 400, "PASSKEY_AUTHENTICATION_NOT_ENABLED");
  });
});

describe("POST /auth/passkey/sign-in", () => {
  const key = "POST /auth/passkey/sign-in";
  const wellFormed = {
    authentication_response: {
      id: "aa",
      rawId: "aa",
      type: "public-key",
      response: { clientDataJSON: "aa", authenticatorData: "aa", signature: "aa" },
    },
    code: "0".repeat(45),
  };
  it("200 signs in the passkey's user, and stores the new signature counter", async () => {
    const p = await passkeyProject();
    const { user, authenticator } = await keyHolder(p);
    const response = await signIn(p, authenticator);
    expect({ status: response.status, body: response.body }).toEqual({
      status: 200,
      body: {
        access_token: expect.any(String),
        refresh_token: expect.any(String),
        user_id: user.id,
        is_new_user: false,
      },
    });
    expectRefreshed(await exchange(refreshForm(p, response.body.refresh_token)), user.id);
    expect(await isAlive(p, user)).toBe(true);
    expect(await storedCount(authenticator)).toBe(1);
    expect((await signIn(p, authenticator)).status).toBe(200);
    expect(await storedCount(authenticator)).toBe(2);
  });

  it("200 in 3 round trips, with a counter and without", async () => {
    const p = await passkeyProject();
    const { authenticator } = await keyHolder(p);
    expect((await signIn(p, authenticator)).cost).toMatchObject({ d1: 3, hashes: 0 });
    authenticator.signCount = 0;
    const without = await keyHolder(p);
    without.authenticator.countsSignatures = false;
    expect((await signIn(p, without.authenticator)).cost).toMatchObject({ d1: 3, hashes: 0 });
  });

  it("200 again and again with an authenticator that keeps no counter", async () => {
    const p = await passkeyProject();
    const { authenticator } = await keyHolder(p);
    authenticator.countsSignatures = false;
    expect((await signIn(p, authenticator)).status).toBe(200);
    expect((await signIn(p, authenticator)).status).toBe(200);
    expect(await storedCount(authenticator)).toBe(0);
  });

  it("200 without a user handle", async () => {
    const p = await passkeyProject();
    const { user, authenticator } = await keyHolder(p);
    expect((await signIn(p, authenticator, { userHandle: null })).body.user_id).toBe(user.id);
  });

  it("200 from an authenticator that cannot verify its user, until it has done so once", async () => {
    const p = await passkeyProject();
    const { user, authenticator } = await keyHolder(p, { isUserVerified: false });
    expect((await signIn(p, authenticator, { isUserVerified: false })).body.user_id).toBe(user.id);
    expect((await signIn(p, authenticator)).body.user_id).toBe(user.id);
    const response = await signIn(p, authenticator, { isUserVerified: false });
    expectError(response, 400, "PASSKEY_AUTHENTICATION_FAILED", notVerified);
  });

  // Evidence: without-verification-authenticator-capable
  it("400 PASSKEY_AUTHENTICATION_FAILED without the verification that the authenticator is capable of", async () => {
    // Attack: a stolen security key, whose PIN the thief does not have: their program asks it for no verification.
    const p = await passkeyProject();
    const { authenticator } = await keyHolder(p);
    const response = await signIn(p, authenticator, { isUserVerified: false });
    expectError(response, 400, "PASSKEY_AUTHENTICATION_FAILED", notVerified);
    expect(await storedCount(authenticator)).toBe(0);
  });

  it("200 on the trusted domain that it was registered on", async () => {
    const p = await passkeyProject();
    const onDomain = { origin: "https://app.example.com" };
    const { user, authenticator } = await keyHolder(p, onDomain);
    expect((await signIn(p, authenticator, onDomain)).body.user_id).toBe(user.id);
  });

  it("200 with a second factor switched on, since a verified user has shown two", async () => {
    const p = await passkeyProject();
    const { user, authenticator } = await keyHolder(p);
    await requireTotp(p, user.id);
    expect((await signIn(p, authenticator)).body.user_id).toBe(user.id);
  });

  // Evidence: without-user-verification-counter-kept
  it("400 MULTI_FACTOR_AUTHENTICATION_REQUIRED without user verification, and the counter is kept", async () => {
    const p = await passkeyProject();
    const { user, authenticator } = await keyHolder(p);
    await requireTotp(p, user.id);
    const response = await signIn(p, authenticator, { isUserVerified: false });
    expectError(response, 400, "MULTI_FACTOR_AUTHENTICATION_REQUIRED", {
      attempt_code: expect.stringMatching(/^[0-9abcdefghjkmnpqrstvwxyz]{45}$/),
    });
    expect(await storedCount(authenticator)).toBe(1);
  });

  it.each(untrustedOrigins)("400 PASSKEY_AUTHENTICATION_FAILED from %s", async (_, origin) => {
    // The attack: a phishing page passes on what it was signed.
    const p = await passkeyProject();
    const { authenticator } = await keyHolder(p, { origin: "https://app.example.com" });
    const response = await signIn(p, authenticator, { origin, rpId: "app.example.com" });
    expectError(response, 400, "PASSKEY_AUTHENTICATION_FAILED", wrongOrigin);
  });

  // The attack: a trusted page in a frame of another site, placed so that a click there consents here.
  it("400 PASSKEY_AUTHENTICATION_FAILED from a page in another site's frame", async () => {
    const p = await passkeyProject();
    const { authenticator } = await keyHolder(p);
    const response = await signIn(p, authenticator, { crossOrigin: true });
    expectError(response, 400, "PASSKEY_AUTHENTICATION_FAILED", wrongOrigin);
  });

  it.each<[string, Bent]>([
    ["a relying party that is not the page's host", { rpId: "app.example.com" }],
    ["another trusted host than it was registered on", { origin: "https://app.example.com" }],
    ["another trusted host, that of the passkey signed", { origin: "https://app.example.com", rpId: "localhost" }],
    ["an unknown challenge", { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }],
    ["a response to a registration", { type: "webauthn.create" }],
    ["an authenticator that the user did not touch", { isUserPresent: false }],
  ])("400 PASSKEY_AUTHENTICATION_FAILED for %s", async (_, bent) => {
    const p = await passkeyProject();
    const { authenticator } = await keyHolder(p);
    expectError(await signIn(p, authenticator, bent), 400, "PASSKEY_AUTHENTICATION_FAILED", invalid);
    expect(await storedCount(authenticator)).toBe(0);
  });

  // The attack: a copy of an authenticator, which the counter reveals (WebAuthn section 6.1.1).
  it.each([
    ["the same as", 7],
    ["lower than", 3],
    ["0 after", 0],
  ])("400 PASSKEY_AUTHENTICATION_FAILED for a counter %s the one before", async (_, signCount) => {
    const p = await passkeyProject();
    const { authenticator } = await keyHolder(p);
    authenticator.signCount = 6;
    await signIn(p, authenticator);
    expect(await storedCount(authenticator)).toBe(7);
    authenticator.countsSignatures = false;
    authenticator.signCount = signCount;
    expectError(await signIn(p, authenticator), 400, "PASSKEY_AUTHENTICATION_FAILED", invalid);
    expect(await storedCount(authenticator)).toBe(7);
  });

  // The attack: an authenticator and its copy at the same moment.
  it("200 once for one value of the counter, however many sign in with it at once", async () => {
    const p = await passkeyProject();
    const { authenticator } = await keyHolder(p);
    authenticator.countsSignatures = false;
    authenticator.signCount = 5;
    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => signIn(p, authenticator)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const response of responses.filter(({ status }) => status !== 200)) {
      expectError(response, 400, "PASSKEY_AUTHENTICATION_FAILED");
    }
  });

  // The attack: sign with the attacker's own key under the id of the victim's credential.
  it("400 PASSKEY_AUTHENTICATION_FAILED for a signature of another key", async () => {
    const p = await passkeyProject();
    const [victim, mallory] = [await keyHolder(p), await keyHolder(p)];
    mallory.authenticator.credentialId = victim.authenticator.credentialId;
    const response = await signIn(p, mallory.authenticator, { userHandle: null });
    expectError(response, 400, "PASSKEY_AUTHENTICATION_FAILED", {
      message:
        "The signature of the authentication response could not be verified with the stored public key tied to this credential ID",
    });
  });

  // The attack: sign in with the attacker's own passkey as another user.
  it("400 PASSKEY_AUTHENTICATION_FAILED for the user handle of another user", async () => {
    const p = await passkeyProject();
    const [victim, mallory] = [await keyHolder(p), await keyHolder(p)];
    const { options_json } = await initiateRegistration(p, victim.user);
    const response = await signIn(p, mallory.authenticator, { userHandle: options_json.user.id });
    expectError(response, 400, "PASSKEY_AUTHENTICATION_FAILED", {
      message: "Passkey authentication failed because the passkey belongs to another user",
    });
  });

  it("400 PASSKEY_AUTHENTICATION_FAILED for a passkey of another project, or of a deleted user", async () => {
    const [mine, other] = [await passkeyProject(), await passkeyProject()];
    const { user, authenticator } = await keyHolder(other);
    expectError(await signIn(mine, authenticator), 400, "PASSKEY_AUTHENTICATION_FAILED", notFound);
    await other.server("DELETE /users/{user_id}", { params: { user_id: user.id } });
    expectError(await signIn(other, authenticator), 400, "PASSKEY_AUTHENTICATION_FAILED", notFound);
  });

  // The attack: replay of a response that was overheard.
  it("409 VERIFICATION_CODE_ALREADY_USED for the same response again, and 200 once for many at once", async () => {
    const p = await passkeyProject();
    const { authenticator } = await keyHolder(p);
    authenticator.countsSignatures = false;
    const { options_json, code } = await initiateSignIn(p);
    const body = { authentication_response: await authenticator.signIn(options_json), code };
    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => p.client(key, { body })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    expectError(await p.client(key, { body }), 409, "VERIFICATION_CODE_ALREADY_USED");
  });

  // The attack: the overheard response with a fresh code, since the code is what is used up.
  it("400 PASSKEY_AUTHENTICATION_FAILED for the same response with the code of another challenge", async () => {
    const p = await passkeyProject();
    const { authenticator } = await keyHolder(p);
    authenticator.countsSignatures = false;
    const first = await initiateSignIn(p);
    const authentication_response = await authenticator.signIn(first.options_json);
    await p.client(key, { body: { authentication_response, code: first.code } });
    const { code } = await initiateSignIn(p);
    const response = await p.client(key, { body: { authentication_response, code } });
    expectError(response, 400, "PASSKEY_AUTHENTICATION_FAILED", invalid);
  });

  it("404 VERIFICATION_CODE_NOT_FOUND for a challenge of another project, or of a registration", async () => {
    const [mine, other] = [await passkeyProject(), await passkeyProject()];
    const { user, authenticator } = await keyHolder(mine);
    const foreign = await initiateSignIn(other);
    const ofRegistration = await initiateRegistration(mine, user);
    for (const { options_json, code } of [foreign, ofRegistration]) {
      const authentication_response = await authenticator.signIn(options_json);
      const response = await mine.client(key, { body: { authentication_response, code } });
      expectError(response, 404, "VERIFICATION_CODE_NOT_FOUND");
    }
  });

  // The attack: guess the rest of a code from its known part.
  it("400 VERIFICATION_CODE_MAX_ATTEMPTS_REACHED after 20 guesses, for the right code too", async () => {
    const p = await passkeyProject();
    const { authenticator } = await keyHolder(p);
    const { options_json, code } = await initiateSignIn(p);
    const authentication_response = await authenticator.signIn(options_json);
    const send = (typed: string) => p.client(key, { body: { authentication_response, code: typed + code.slice(6) } });
    const guesses = await Promise.all(Array.from({ length: 20 }, (_, guess) => send(String(100_000 + guess))));
    for (const guess of guesses) expectError(guess, 404, "VERIFICATION_CODE_NOT_FOUND");
    expectError(await send(code.slice(0, 6)), 400, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED");
  });

  describe.each([true, false])("with its user verified: %s", (isUserVerified) => {
    refusesSuspended(async () => {
      const p = await passkeyProject();
      const bent = { isUserVerified };
      const { user, authenticator } = await keyHolder(p, bent);
      return { p, userId: user.id, send: () => signIn(p, authenticator, bent) };
    });
  });

  deletedWhileSigningIn(async () => {
    const p = await passkeyProject();
    const { authenticator } = await keyHolder(p);
    const { options_json, code } = await initiateSignIn(p);
    const authentication_response = await authenticator.signIn(options_json);
    const body = { authentication_response, code };
    return { projectId: p.id, send: () => p.client(key, { body }) };
  });

  it("400 PASSKEY_AUTHENTICATION_NOT_ENABLED when passkeys were switched off meanwhile", async () => {
    const p = await passkeyProject();
    const { authenticator } = await keyHolder(p);
    const { options_json, code } = await initiateSignIn(p);
    await p.admin("PATCH /internal/projects/current", { body: { config: { passkey_enabled: false } } });
    const authentication_response = await authenticator.signIn(options_json);
    const response = await p.client(key, { body: { authentication_response, code } });
    expectError(response, 400, "PASSKEY_AUTHENTICATION_NOT_ENABLED");
  });

  it("400 SCHEMA_ERROR for another type and for a part that is missing", async () => {
    const p = await passkeyProject();
    const { authentication_response: response, code } = wellFormed;
    for (const bad of [{ ...response, type: "password" }, { ...response, response: {} }, null, "response"]) {
      expectError(await p.client(key, { body: { authentication_response: bad, code } }), 400, "SCHEMA_ERROR");
    }
  });
});
