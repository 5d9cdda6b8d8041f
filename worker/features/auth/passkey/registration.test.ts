import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { passkeys } from "../../../db/users/schema";
import { verificationCodes } from "../../../db/verification-codes/schema";
import { anonymousUser } from "../../../testing/password-sign-ins";
import { db, type TestProject } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";
import { deletingUsersBefore } from "../../../testing/sign-ins";
import {
  hasPasskey,
  initiateRegistration,
  initiateSignIn,
  passkeyProject,
  person,
  register,
  signIn,
  untrustedOrigins,
} from "./passkey.fixtures";
import { type Bent, type Cbor, SoftwareAuthenticator } from "./software-authenticator.fixtures";

const invalid = { message: "Passkey registration failed because the response of the authenticator is not valid" };
const wrongOrigin = { message: "Passkey registration failed because the origin is not allowed" };

async function storedPasskeys(p: TestProject, userId: string) {
  const areTheirs = and(eq(passkeys.projectId, p.id), eq(passkeys.userId, userId));
  const [rows] = await db.batch([db.select().from(passkeys).where(areTheirs)]);
  return rows;
}

describe("POST /auth/passkey/register", () => {
  const key = "POST /auth/passkey/register";
  const wellFormed = {
    credential: {
      id: "aa",
      rawId: "aa",
      type: "public-key",
      response: { clientDataJSON: "aa", attestationObject: "aa" },
    },
    code: "0".repeat(45),
  };
  it("200 stores the public key, and the user has passkeys from then on", async () => {
    const p = await passkeyProject();
    const user = await person(p);
    const { response, authenticator } = await register(p, user);
    expect({ status: response.status, body: response.body }).toEqual({
      status: 200,
      body: { user_handle: authenticator.id },
    });
    expect(await storedPasskeys(p, user.id)).toEqual([
      {
        projectId: p.id,
        userId: user.id,
        credentialId: authenticator.id,
        rpId: "localhost",
        publicKey: expect.stringMatching(/^[\w-]{103}$/),
        signCount: 0,
        transports: ["internal"],
        isBackupEligible: false,
        hasVerifiedUser: true,
        name: "Passkey",
        createdAt: expect.any(Number),
        lastUsedAt: null,
      },
    ]);
    expect(await hasPasskey(p, user.id)).toBe(true);
  });

  it("200 adds to the passkeys that the user has, each of which signs in", async () => {
    const p = await passkeyProject();
    const user = await person(p);
    const [phone, laptop] = [await register(p, user), await register(p, user)];
    for (const { authenticator } of [phone, laptop]) {
      expect((await signIn(p, authenticator)).body.user_id).toBe(user.id);
    }
  });

  it.each<[string, Bent]>([
    ["without user verification, which is preferred only", { isUserVerified: false }],
    ["with an attestation by the key itself, which browsers let through", { isSelfAttested: true }],
  ])("200 %s", async (_, bent) => {
    const p = await passkeyProject();
    const { response } = await register(p, await person(p), { bent });
    expect(response.status).toBe(200);
  });

  it("200 on a trusted domain, whose host is the relying party", async () => {
    const p = await passkeyProject();
    const user = await person(p);
    const { response } = await register(p, user, { bent: { origin: "https://app.example.com" } });
    expect(response.status).toBe(200);
    expect((await storedPasskeys(p, user.id))[0]?.rpId).toBe("app.example.com");
  });

  it.each(untrustedOrigins)("400 PASSKEY_REGISTRATION_FAILED from %s", async (_, origin) => {
    // The attack: a phishing page passes on what the real one's browser would have signed.
    const p = await passkeyProject();
    const user = await person(p);
    const bent = { origin, rpId: "app.example.com" };
    expectError((await register(p, user, { bent })).response, 400, "PASSKEY_REGISTRATION_FAILED", wrongOrigin);
    expect(await storedPasskeys(p, user.id)).toEqual([]);
  });

  // The attack: a trusted page in a frame of another site, placed so that a click there consents here.
  it("400 PASSKEY_REGISTRATION_FAILED from a page in another site's frame", async () => {
    const p = await passkeyProject();
    const { response } = await register(p, await person(p), { bent: { crossOrigin: true } });
    expectError(response, 400, "PASSKEY_REGISTRATION_FAILED", wrongOrigin);
  });

  it.each<[string, Bent]>([
    ["a relying party that is not the page's host", { rpId: "app.example.com" }],
    ["an unknown challenge", { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }],
    ["a response to a sign-in", { type: "webauthn.get" }],
    ["an authenticator that the user did not touch", { isUserPresent: false }],
    ["an empty credential id", { credentialId: new Uint8Array() }],
  ])("400 PASSKEY_REGISTRATION_FAILED for %s", async (_, bent) => {
    const p = await passkeyProject();
    const user = await person(p);
    expectError((await register(p, user, { bent })).response, 400, "PASSKEY_REGISTRATION_FAILED", invalid);
    expect(await storedPasskeys(p, user.id)).toEqual([]);
    expect(await hasPasskey(p, user.id)).toBe(false);
  });

  // The attack: an attestation whose certificate names an address, so that verifying it makes the server fetch it.
  it.each<[string, Map<string, Cbor>]>([
    [
      "packed",
      new Map<string, Cbor>([
        ["alg", -7],
        ["sig", new Uint8Array(70)],
        ["x5c", [new Uint8Array(300)]],
      ]),
    ],
    ["apple", new Map<string, Cbor>([["x5c", [new Uint8Array(300)]]])],
    ["none", new Map<string, Cbor>([["x5c", [new Uint8Array(300)]]])],
    ["unheard-of", new Map()],
  ])(
    "400 PASSKEY_REGISTRATION_FAILED for an attestation of the format %s that was not requested",
    async (format, statement) => {
      const p = await passkeyProject();
      const { response } = await register(p, await person(p), { bent: { attestation: { format, statement } } });
      expectError(response, 400, "PASSKEY_REGISTRATION_FAILED", invalid);
    },
  );

  // The attack: replay of a response that was overheard.
  it("409 VERIFICATION_CODE_ALREADY_USED for the same response again", async () => {
    const p = await passkeyProject();
    const user = await person(p);
    const { options_json, code } = await initiateRegistration(p, user);
    const body = { credential: await new SoftwareAuthenticator().register(options_json), code };
    expect((await p.as(user).client(key, { body })).status).toBe(200);
    expectError(await p.as(user).client(key, { body }), 409, "VERIFICATION_CODE_ALREADY_USED");
  });

  it("200 once, however many send the same response at once", async () => {
    const p = await passkeyProject();
    const user = await person(p);
    const { options_json, code } = await initiateRegistration(p, user);
    const body = { credential: await new SoftwareAuthenticator().register(options_json), code };
    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => p.as(user).client(key, { body })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    expect(await storedPasskeys(p, user.id)).toHaveLength(1);
  });

  // The attack: have a victim's signed-in browser send a response to the attacker's own challenge.
  it("400 PASSKEY_REGISTRATION_FAILED for another user's challenge", async () => {
    const p = await passkeyProject();
    const [mallory, victim] = [await person(p), await person(p)];
    const { options_json, code } = await initiateRegistration(p, mallory);
    const body = { credential: await new SoftwareAuthenticator().register(options_json), code };
    expectError(await p.as(victim).client(key, { body }), 400, "PASSKEY_REGISTRATION_FAILED", {
      message: "Passkey registration failed because another user has asked for it",
    });
    expect(await hasPasskey(p, victim.id)).toBe(false);
  });

  it("404 VERIFICATION_CODE_NOT_FOUND for a challenge of another project, or of a sign-in", async () => {
    const [mine, other] = [await passkeyProject(), await passkeyProject()];
    const user = await person(mine);
    const foreign = await initiateRegistration(other, await person(other));
    const ofSignIn = await initiateSignIn(mine);
    for (const code of [foreign.code, ofSignIn.code]) {
      const credential = await new SoftwareAuthenticator().register(foreign.options_json);
      const response = await mine.as(user).client(key, { body: { credential, code } });
      expectError(response, 404, "VERIFICATION_CODE_NOT_FOUND");
    }
  });

  it("400 VERIFICATION_CODE_EXPIRED after its time", async () => {
    const p = await passkeyProject();
    const user = await person(p);
    const { options_json, code } = await initiateRegistration(p, user);
    await db.batch([
      db.update(verificationCodes).set({ expiresAt: Date.now() }).where(eq(verificationCodes.projectId, p.id)),
    ]);
    const credential = await new SoftwareAuthenticator().register(options_json);
    expectError(await p.as(user).client(key, { body: { credential, code } }), 400, "VERIFICATION_CODE_EXPIRED");
  });

  // The attack: register a victim's credential, so that the victim signs in to the attacker's account.
  it("400 PASSKEY_REGISTRATION_FAILED for a credential that another user has", async () => {
    const p = await passkeyProject();
    const [victim, mallory] = [await person(p), await person(p)];
    const { authenticator } = await register(p, victim);
    const { credentialId } = authenticator;
    const { response } = await register(p, mallory, { bent: { credentialId } });
    expectError(response, 400, "PASSKEY_REGISTRATION_FAILED", {
      message: "Passkey registration failed because the passkey is registered already",
    });
    expect((await signIn(p, authenticator)).body.user_id).toBe(victim.id);
    expect(await hasPasskey(p, mallory.id)).toBe(false);
  });

  it("400 PASSKEY_REGISTRATION_FAILED when the user is deleted in the meantime, not a failure", async () => {
    const p = await passkeyProject();
    const user = await person(p);
    const response = await deletingUsersBefore("passkeys", p.id, async () => (await register(p, user)).response);
    expectError(response, 400, "PASSKEY_REGISTRATION_FAILED", {
      message: "Passkey registration failed because the user does not exist any more",
    });
  });

  it("400 PASSKEY_AUTHENTICATION_NOT_ENABLED when passkeys were switched off meanwhile", async () => {
    const p = await passkeyProject();
    const user = await person(p);
    const { options_json, code } = await initiateRegistration(p, user);
    await p.admin("PATCH /internal/projects/current", { body: { config: { passkey_enabled: false } } });
    const credential = await new SoftwareAuthenticator().register(options_json);
    const response = await p.as(user).client(key, { body: { credential, code } });
    expectError(response, 400, "PASSKEY_AUTHENTICATION_NOT_ENABLED");
  });

  it("400 SCHEMA_ERROR without a user, for another type and for a part that is missing", async () => {
    const p = await passkeyProject();
    const user = await person(p);
    const { credential, code } = wellFormed;
    expectError(await p.client(key, { body: wellFormed }), 400, "SCHEMA_ERROR");
    for (const bad of [{ ...credential, type: "password" }, { ...credential, response: {} }, null, "credential"]) {
      expectError(await p.as(user).client(key, { body: { credential: bad, code } }), 400, "SCHEMA_ERROR");
    }
  });
});

it("400 SIGN_UP_NOT_ENABLED for an anonymous user once sign-up is off, also with options from before", async () => {
  // Attack: a passkey that is begun in time makes the account one for good in a project that takes no new ones.
  const p = await passkeyProject();
  const { tokens } = await anonymousUser(p);
  const { options_json, code } = await initiateRegistration(p, tokens);
  const config_override_string = JSON.stringify({ "auth.allowSignUp": false });
  await p.admin("PATCH /internal/config/override", { body: { config_override_string } });
  const credential = await new SoftwareAuthenticator().register(options_json);
  const response = await p.as(tokens).client("POST /auth/passkey/register", { body: { credential, code } });
  expectError(response, 400, "SIGN_UP_NOT_ENABLED");
});

describe("POST /auth/passkey/initiate-passkey-registration", () => {
  const key = "POST /auth/passkey/initiate-passkey-registration";
  it("200 options for a discoverable credential of the user, and a code", async () => {
    const p = await passkeyProject();
    const user = await person(p, { displayName: "Ada" });
    const { status, body } = await p.as(user).client(key, { body: {} });
    expect(status).toBe(200);
    expect(body).toEqual({
      options_json: {
        rp: { id: "THIS_VALUE_WILL_BE_REPLACED.example.com", name: "Test project" },
        user: { id: btoa(user.id).replace(/=+$/, ""), name: "Ada", displayName: "Ada" },
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        pubKeyCredParams: [
          { type: "public-key", alg: -8 },
          { type: "public-key", alg: -7 },
          { type: "public-key", alg: -257 },
        ],
        timeout: 60_000,
        attestation: "none",
        excludeCredentials: [],
        authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "preferred" },
        extensions: { credProps: true },
      },
      code: expect.stringMatching(/^[0-9abcdefghjkmnpqrstvwxyz]{45}$/),
    });
  });

  it.each([
    [{ primaryEmail: "ada@example.com" }, "ada@example.com", "ada@example.com"],
    [{ primaryEmail: "ada@example.com", displayName: "Ada" }, "ada@example.com", "Ada"],
    [{}, "Gatehouse User", "Gatehouse User"],
  ])("200 %j is listed as %s, of %s", async (fields, name, displayName) => {
    const p = await passkeyProject();
    const { options_json } = await initiateRegistration(p, await person(p, fields));
    expect(options_json.user).toMatchObject({ name, displayName });
  });

  it("200 excludes the authenticators that hold a passkey of the user already, and no others", async () => {
    const p = await passkeyProject();
    const [user, other] = [await person(p), await person(p)];
    const { authenticator } = await register(p, user);
    await register(p, other);
    const { options_json } = await initiateRegistration(p, user);
    expect(options_json.excludeCredentials).toEqual([
      { id: authenticator.id, type: "public-key", transports: ["internal"] },
    ]);
  });

  it("200 a new challenge each time, whose code is valid for 65 seconds", async () => {
    const p = await passkeyProject();
    const user = await person(p);
    const [first, second] = [await initiateRegistration(p, user), await initiateRegistration(p, user)];
    expect(first.options_json.challenge).not.toBe(second.options_json.challenge);
    const [rows] = await db.batch([db.select().from(verificationCodes).where(eq(verificationCodes.projectId, p.id))]);
    expect(rows.map(({ createdAt, expiresAt }) => expiresAt - createdAt)).toEqual([65_000, 65_000]);
  });

  it("400 PASSKEY_AUTHENTICATION_NOT_ENABLED when the project has no passkeys", async () => {
    const p = await passkeyProject({ "auth.passkey.allowSignIn": false });
    const user = await person(p);
    expectError(await p.as(user).client(key, { body: {} }), 400, "PASSKEY_AUTHENTICATION_NOT_ENABLED");
  });

  it("400 SCHEMA_ERROR without a user", async () => {
    const p = await passkeyProject();
    expectError(await p.client(key, { body: {} }), 400, "SCHEMA_ERROR");
  });
});
