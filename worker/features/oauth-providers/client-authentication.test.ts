import { decodeJwt, decodeProtectedHeader } from "jose";
import { describe, expect, it } from "vitest";
import { newPerson, visitVendor } from "../../testing/vendors";
import { failureAt, newFlow, opened, ownKeys, signInAt } from "./providers.fixtures";

async function newKey(algorithm: "ES256" | "RS256") {
  const parameters =
    algorithm === "ES256"
      ? { name: "ECDSA", namedCurve: "P-256" }
      : { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256", modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
  const pair = (await crypto.subtle.generateKey(parameters, true, ["sign", "verify"])) as CryptoKeyPair;
  const der = (await crypto.subtle.exportKey("pkcs8", pair.privateKey)) as ArrayBuffer;
  const base64 = btoa(String.fromCharCode(...new Uint8Array(der)));
  return {
    clientKey: (await crypto.subtle.exportKey("jwk", pair.publicKey)) as JsonWebKey,
    base64,
    pem: `-----BEGIN PRIVATE KEY-----\n${base64.replace(/(.{64})/g, "$1\n")}\n-----END PRIVATE KEY-----\n`,
  };
}

describe("a client proves itself", () => {
  it("with a secret of any characters, form-encoded in HTTP Basic", async () => {
    const clientSecret = "a:b c+d%é";
    const clientId = "spotify-client";
    const config = { clientId, clientSecret };
    const { profile } = await signInAt("spotify", { clientSecret }, { config });
    expect(profile.accountId).not.toBe("");
  });

  it.each(["ES256", "RS256"] as const)("with assertions that a private key signs by %s", async (algorithm) => {
    const { pem, clientKey } = await newKey(algorithm);
    const { profile } = await signInAt("google", { clientKey }, { config: { clientSecret: `key-1:${pem}` } });
    expect(profile.accountId).not.toBe("");
  });

  it("invalid_client with assertions of another key", async () => {
    const [{ pem }, { clientKey }] = [await newKey("ES256"), await newKey("ES256")];
    expect(await failureAt("google", { clientKey }, { config: { clientSecret: pem } })).toMatchObject({
      kind: "invalid_client",
    });
  });

  it("invalid_client with a private key that is none, without revealing it", async () => {
    const clientSecret = "-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----";
    expect(await failureAt("google", {}, { config: { clientSecret } })).toEqual({
      kind: "invalid_client",
      message: "The private key that is configured for Google cannot be used.",
    });
  });

  it("with nothing but PKCE when it has no secret", async () => {
    const { profile } = await signInAt("x", { isPublicClient: true }, { config: { clientSecret: "" } });
    expect(profile.accountId).not.toBe("");
  });
});

describe("Apple's client secret", () => {
  it("is used as it is when the owner has made it", async () => {
    const { profile } = await signInAt("apple");
    expect(profile.accountId).not.toBe("");
  });

  it.each<[string, (key: { pem: string; base64: string }) => string]>([
    ["as it is downloaded", ({ pem }) => pem],
    ["whose line breaks are lost", ({ pem }) => pem.replaceAll("\n", " ")],
    ["whose line breaks are written out", ({ pem }) => pem.replaceAll("\n", "\\n")],
    ["without its armour", ({ base64 }) => base64],
  ])("is made from teamId:keyId: and a key %s", async (_, form) => {
    const key = await newKey("ES256");
    const clientSecret = `TEAM123456:KEY1234567:${form(key)}`;
    const { profile } = await signInAt("apple", { clientKey: key.clientKey }, { config: { clientSecret } });
    expect(profile.accountId).not.toBe("");
  });

  it("names its issuer and its audience, and expires in minutes", async () => {
    const { pem, clientKey } = await newKey("ES256");
    const provider = await opened("apple", ownKeys("apple", { clientSecret: `TEAM123456:KEY1234567:${pem}` }));
    const flow = newFlow();
    const url = await provider.authorizationUrl({ ...flow, scopes: provider.scopes() });
    const { parameters } = await visitVendor(url, { person: newPerson(), clientKey, echoesProof: true });
    const { tokens } = await provider.finish(parameters, flow);
    const now = Math.floor(Date.now() / 1000);
    expect(decodeProtectedHeader(tokens.accessToken)).toEqual({ alg: "ES256", kid: "KEY1234567" });
    const claims = decodeJwt(tokens.accessToken);
    expect(claims).toMatchObject({ iss: "TEAM123456", sub: "apple-client", aud: "https://appleid.apple.com" });
    expect(claims.exp).toBeGreaterThan(now);
    expect(claims.exp).toBeLessThanOrEqual(now + 300);
  });
});
