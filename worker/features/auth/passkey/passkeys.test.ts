import { decodeBase64urlIgnorePadding, decodeHex, encodeBase64urlNoPadding } from "@oslojs/encoding";
import { beforeAll, describe, expect, it } from "vitest";
import { selectPasskeysOf } from "../../../db/users/passkeys";
import { freshAddress, mailbox } from "../../../testing/mailbox";
import { planOf } from "../../../testing/measured-databases";
import { db, type TestProject, tierHeaders } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { sendAndSettle } from "../../../testing/send-request";
import {
  hasPasskey,
  initiateRegistration,
  initiateSignIn,
  passkeyProject,
  person,
  register,
  signIn,
} from "./passkey.fixtures";
import { cbor, SoftwareAuthenticator } from "./software-authenticator.fixtures";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0";
const notFound = "Passkey not found.";
const renameOne = "PATCH /auth/passkeys/{passkey_id}";
const removeOne = "DELETE /auth/passkeys/{passkey_id}";

type Person = Awaited<ReturnType<typeof person>>;

async function passkeysOf(p: TestProject, user: Person) {
  const { body } = await p.as(user).client("GET /auth/passkeys", { query: { user_id: "me" } });
  return body.items;
}

function rename(p: TestProject, user: Person, id: string, name: unknown) {
  return p.as(user).client(renameOne, { params: { passkey_id: id }, body: { name } });
}

function remove(p: TestProject, user: Person, id: string) {
  return p.as(user).client(removeOne, { params: { passkey_id: id }, body: {} });
}

describe("GET /auth/passkeys", () => {
  it("200 the user's passkeys in one round trip, newest first, and no one else's", async () => {
    const p = await passkeyProject();
    const [user, other] = [await person(p), await person(p)];
    const first = await register(p, user, { userAgent: firefox });
    const second = await register(p, user);
    await register(p, other);
    const response = await p.as(user).client("GET /auth/passkeys", { query: { user_id: "me" } });
    const common = { user_id: user.id, created_at_millis: expect.any(Number), last_used_at_millis: null };
    expect({ status: response.status, d1: response.cost.d1, body: response.body }).toEqual({
      status: 200,
      d1: 1,
      body: {
        items: [
          { ...common, id: second.authenticator.id, name: "Passkey" },
          { ...common, id: first.authenticator.id, name: "Firefox on Linux" },
        ],
        is_paginated: false,
      },
    });
    const seenByServer = await p.server("GET /auth/passkeys", { query: { user_id: user.id } });
    expect(seenByServer.body).toEqual(response.body);
  });

  it("200 an empty list, also where the project has no passkeys", async () => {
    const p = await passkeyProject({ "auth.passkey.allowSignIn": false });
    expect(await passkeysOf(p, await person(p))).toEqual([]);
  });

  it("names a passkey after its authenticator's model, which says more than the browser", async () => {
    const p = await passkeyProject();
    const user = await person(p);
    const aaguid = decodeHex("bada5566a7aa401fbd9645619a55120d");
    await register(p, user, { bent: { aaguid }, userAgent: firefox });
    expect(await passkeysOf(p, user)).toMatchObject([{ name: "1Password" }]);
  });

  it("shows when a passkey last signed in", async () => {
    const p = await passkeyProject();
    const user = await person(p);
    const { authenticator } = await register(p, user);
    const { options_json, code } = await initiateSignIn(p);
    const authentication_response = await authenticator.signIn(options_json);
    const before = Date.now();
    const headers = tierHeaders(p.id, "client", p.keys.client);
    await sendAndSettle("POST /auth/passkey/sign-in", { body: { authentication_response, code }, headers });
    const [passkey] = await passkeysOf(p, user);
    expect(passkey.last_used_at_millis).toBeGreaterThanOrEqual(before);
  });

  it("403 another user's, and 400 CANNOT_GET_OWN_USER_WITHOUT_USER without a user, at client tier", async () => {
    const p = await passkeyProject();
    const [user, other] = [await person(p), await person(p)];
    const query = { user_id: other.id };
    const response = await p.as(user).client("GET /auth/passkeys", { query });
    expectPlainError(response, 403, "Client can only list passkeys for their own user.");
    expectError(await p.client("GET /auth/passkeys", { query }), 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
  });

  it("is served by an index", async () => {
    const plan = await planOf(selectPasskeysOf(db, { projectId: "p", userId: "u" }));
    expect(plan).toContain("USING INDEX passkeys_by_user");
  });
});

describe(renameOne, () => {
  it("200 the passkey with its new name, in two round trips", async () => {
    const p = await passkeyProject();
    const user = await person(p);
    const { authenticator } = await register(p, user);
    const response = await rename(p, user, authenticator.id, "Work laptop");
    expect({ status: response.status, name: response.body.name, d1: response.cost.d1 }).toEqual({
      status: 200,
      name: "Work laptop",
      d1: 2,
    });
    expect(await passkeysOf(p, user)).toEqual([response.body]);
  });

  // The attack: a name that runs over lines, or that turns the text after it around.
  it.each([
    ["  My \t\n phone ", "My phone"],
    ["abc\u202edcb\u2066", "abcdcb"],
    ["\u0000Tab\u200blet\ufeff", "Tablet"],
    ["Zo\u00eb \u{1f468}\u200d\u{1f469}", "Zo\u00eb \u{1f468}\u200d\u{1f469}"],
  ])("200 %j is kept as %j", async (name, kept) => {
    const p = await passkeyProject();
    const user = await person(p);
    const { authenticator } = await register(p, user);
    expect((await rename(p, user, authenticator.id, name)).body.name).toBe(kept);
  });

  it("400 SCHEMA_ERROR for a name that is empty once cleaned, and for one over 64 characters", async () => {
    const p = await passkeyProject();
    const user = await person(p);
    const { authenticator } = await register(p, user);
    for (const name of ["", " \u202e ", "a".repeat(65), null]) {
      expectError(await rename(p, user, authenticator.id, name), 400, "SCHEMA_ERROR");
    }
    expect((await rename(p, user, authenticator.id, "a".repeat(64))).status).toBe(200);
  });

  it("404 for another user's passkey, another project's, and none", async () => {
    const [p, foreign] = [await passkeyProject(), await passkeyProject()];
    const [user, other] = [await person(p), await person(p)];
    const [others, foreigners] = [await register(p, other), await register(foreign, await person(foreign))];
    for (const id of [others.authenticator.id, foreigners.authenticator.id, "AQ"]) {
      expectPlainError(await rename(p, user, id, "Mine"), 404, notFound);
    }
    expect(await passkeysOf(p, other)).toMatchObject([{ name: "Passkey" }]);
  });
});

describe(removeOne, () => {
  it("200 one passkey, which then signs in no more; the flag follows with the last one", async () => {
    const p = await passkeyProject();
    const user = await person(p);
    const [phone, laptop] = [await register(p, user), await register(p, user)];
    const response = await remove(p, user, phone.authenticator.id);
    expect({ status: response.status, body: response.body, d1: response.cost.d1 }).toEqual({
      status: 200,
      body: { success: true },
      d1: 2,
    });
    expect(await passkeysOf(p, user)).toMatchObject([{ id: laptop.authenticator.id }]);
    const refused = await signIn(p, phone.authenticator);
    expectError(refused, 400, "PASSKEY_AUTHENTICATION_FAILED", { message: "Passkey not found" });
    expect((await signIn(p, laptop.authenticator)).status).toBe(200);
    expect(await hasPasskey(p, user.id)).toBe(true);
    await remove(p, user, laptop.authenticator.id);
    expect(await hasPasskey(p, user.id)).toBe(false);
  });

  it("404 for another user's passkey, another project's, and one that is removed", async () => {
    const [p, foreign] = [await passkeyProject(), await passkeyProject()];
    const [user, other] = [await person(p), await person(p)];
    const [mine, others] = [await register(p, user), await register(p, other)];
    const foreigners = await register(foreign, await person(foreign));
    await remove(p, user, mine.authenticator.id);
    for (const { authenticator } of [mine, others, foreigners]) {
      expectPlainError(await remove(p, user, authenticator.id), 404, notFound);
    }
    expect(await hasPasskey(p, other.id)).toBe(true);
  });

  it("emails the user a notice where the project has switched those on", async () => {
    const p = await passkeyProject({ "auth.securityNotices": true });
    const user = await person(p);
    const email = freshAddress();
    const body = { primary_email: email, primary_email_verified: true };
    await p.server("PATCH /users/{user_id}", { params: { user_id: user.id }, body });
    const { authenticator } = await register(p, user);
    await remove(p, user, authenticator.id);
    const subjects = (await mailbox({ to: email, atLeast: 2 })).map(({ subject }) => subject);
    expect(subjects).toContain("A passkey was removed from your account at Test project");
  });

  it("ends a sign-in that the passkey began and that waits for its second factor", async () => {
    // Attack: a stolen security key has passed, and its owner removes it while the thief looks for the second factor.
    const p = await passkeyProject();
    const user = await person(p);
    const unverified = { isUserVerified: false };
    const { authenticator } = await register(p, user, { bent: unverified });
    await p.server("PATCH /users/{user_id}", {
      params: { user_id: user.id },
      body: { totp_secret_base64: "MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=" },
    });
    const waiting = await signIn(p, authenticator, unverified);
    await remove(p, user, authenticator.id);
    const attempt = { type: "totp", totp: "000000", code: waiting.body.details.attempt_code };
    const finish = await p.client("POST /auth/mfa/sign-in", { body: attempt });
    expectError(finish, 404, "VERIFICATION_CODE_NOT_FOUND");
  });
});

describe("PATCH /users/{user_id} with passkey_auth_enabled: false", () => {
  it("200 removes all passkeys of the user, and of no other user", async () => {
    const p = await passkeyProject();
    const [user, other] = [await person(p), await person(p)];
    const [phone, laptop, others] = [await register(p, user), await register(p, user), await register(p, other)];
    const { status, body } = await p.as(user).client("PATCH /users/me", { body: { passkey_auth_enabled: false } });
    expect({ status, enabled: body.passkey_auth_enabled }).toEqual({ status: 200, enabled: false });
    for (const { authenticator } of [phone, laptop]) {
      const response = await signIn(p, authenticator);
      expectError(response, 400, "PASSKEY_AUTHENTICATION_FAILED", { message: "Passkey not found" });
    }
    expect((await signIn(p, others.authenticator)).body.user_id).toBe(other.id);
  });

  it("200 and a passkey that is registered afterwards signs in", async () => {
    const p = await passkeyProject();
    const user = await person(p);
    await register(p, user);
    await p.as(user).client("PATCH /users/me", { body: { passkey_auth_enabled: false } });
    const { authenticator } = await register(p, user);
    expect((await signIn(p, authenticator)).status).toBe(200);
    expect(await hasPasskey(p, user.id)).toBe(true);
  });
});

// The attack: malformed bytes in place of an authenticator's, to make a parser throw or run without end.

let p: TestProject;
let user: Awaited<ReturnType<typeof person>>;
let authenticator: SoftwareAuthenticator;

beforeAll(async () => {
  p = await passkeyProject({ "limits.passkeyChallengesPerUser": 1000 });
  user = await person(p);
  authenticator = (await register(p, user)).authenticator;
});

const text = (value: string) => encodeBase64urlNoPadding(new TextEncoder().encode(value));
const hostile: [string, string][] = [
  ["nothing", ""],
  ["no base64url", "%%% +/= \u0000 ü"],
  ["one character", "A"],
  ["padding", "AA=="],
  ["zeros", "A".repeat(400)],
  ["JSON that is no object", text("null")],
  ["JSON that is cut off", text('{"type":"webauthn.get"')],
  ["a polluted prototype", text('{"__proto__":{"origin":"http://localhost:3000"}}')],
  ["an origin that is no text", text('{"type":"webauthn.get","origin":{"toString":1}}')],
  ["CBOR of a number", encodeBase64urlNoPadding(cbor(1))],
  ["CBOR of other keys", encodeBase64urlNoPadding(cbor(new Map([["fmt", 1]])))],
  ["CBOR without authenticator data", encodeBase64urlNoPadding(cbor(new Map([["fmt", "none"]])))],
  ["CBOR that promises 2^53 items", encodeBase64urlNoPadding(Uint8Array.of(0x9b, 0, 32, 0, 0, 0, 0, 0, 0))],
  ["CBOR that promises 2^32 bytes", encodeBase64urlNoPadding(Uint8Array.of(0x5a, 255, 255, 255, 255))],
  ["CBOR nested thousands deep", encodeBase64urlNoPadding(new Uint8Array(10_000).fill(0x81))],
];

async function sendRegistration(change: (credential: Credential) => void) {
  const { options_json, code } = await initiateRegistration(p, user);
  const credential: Credential = await new SoftwareAuthenticator().register(options_json);
  change(credential);
  return p.as(user).client("POST /auth/passkey/register", { body: { credential, code } });
}

async function sendSignIn(change: (credential: Credential) => void) {
  const { options_json, code } = await initiateSignIn(p);
  const authentication_response: Credential = await authenticator.signIn(options_json);
  change(authentication_response);
  return p.client("POST /auth/passkey/sign-in", { body: { authentication_response, code } });
}

type Credential = { id: string; rawId: string; response: Record<string, unknown> };

describe.each(["clientDataJSON", "attestationObject"])("POST /auth/passkey/register refuses as %s", (member) => {
  it.each(hostile)("400 PASSKEY_REGISTRATION_FAILED %s", async (_, value) => {
    const response = await sendRegistration(({ response }) => Object.assign(response, { [member]: value }));
    expectError(response, 400, "PASSKEY_REGISTRATION_FAILED");
  });
});

describe.each(["clientDataJSON", "authenticatorData", "signature"])(
  "POST /auth/passkey/sign-in refuses as %s",
  (member) => {
    it.each(hostile)("400 PASSKEY_AUTHENTICATION_FAILED %s", async (_, value) => {
      const response = await sendSignIn(({ response }) => Object.assign(response, { [member]: value }));
      expectError(response, 400, "PASSKEY_AUTHENTICATION_FAILED");
    });
  },
);

describe("a credential id", () => {
  it.each(hostile)("400 at both endpoints: %s", async (_, id) => {
    expectError(await sendSignIn((response) => Object.assign(response, { id })), 400, "PASSKEY_AUTHENTICATION_FAILED");
    expectError(
      await sendRegistration((credential) => Object.assign(credential, { id })),
      400,
      "PASSKEY_REGISTRATION_FAILED",
    );
  });

  it("400 SCHEMA_ERROR when it is longer than any member may be", async () => {
    const id = "A".repeat(16_385);
    expectError(await sendSignIn((response) => Object.assign(response, { id })), 400, "SCHEMA_ERROR");
  });
});

describe("one byte changed", () => {
  /** Bytes that begin other CBOR types, lengths and flags than the ones they replace. */
  const bytes = [0x00, 0x1b, 0x5b, 0x7f, 0x9f, 0xbf, 0xf9, 0xff];

  it("200 or 400, never a 5xx, anywhere in an attestation", async () => {
    const statuses = new Set<number>();
    for (let position = 0; position < 200; position += 7) {
      const response = await sendRegistration(({ response }) => {
        const attestation = decodeBase64urlIgnorePadding(String(response.attestationObject));
        attestation[position] = bytes[position % bytes.length] ?? 0;
        response.attestationObject = encodeBase64urlNoPadding(attestation);
      });
      statuses.add(response.status);
    }
    // Some bytes do not matter, such as those of the credential's id.
    expect([...statuses].toSorted()).toEqual([200, 400]);
  });

  it("400 PASSKEY_AUTHENTICATION_FAILED anywhere in the signed data of a sign-in", async () => {
    for (let position = 0; position < 37; position += 3) {
      const response = await sendSignIn(({ response }) => {
        const data = decodeBase64urlIgnorePadding(String(response.authenticatorData));
        data[position] = (data[position] ?? 0) ^ 0x80;
        response.authenticatorData = encodeBase64urlNoPadding(data);
      });
      expectError(response, 400, "PASSKEY_AUTHENTICATION_FAILED");
    }
  });
});
