import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from "@oslojs/encoding";
import { beforeAll, describe, expect, it } from "vitest";
import type { TestProject } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";
import { initiateRegistration, initiateSignIn, passkeyProject, person, register } from "./passkey.fixtures";
import { cbor, SoftwareAuthenticator } from "./software-authenticator.fixtures";

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
