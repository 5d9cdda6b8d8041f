import { decodeHex, encodeHexLowerCase } from "@oslojs/encoding";
import { calculateJwkThumbprint, decodeJwt, errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { deriveBytes, rootSecrets, type ServerSecrets } from "./server-secret";

/** A public key as a JWKS lists it (RFC 7517, RFC 7518 section 6.2.1). */
export interface PublicJwk {
  kty: "EC";
  crv: "P-256";
  alg: "ES256";
  kid: string;
  x: string;
  y: string;
}

/** The key pair of one audience under one root secret. */
export interface SigningKey {
  kid: string;
  /** Cannot be exported. */
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  publicJwk: PublicJwk;
}

/** Says what checking a token found. `unparsable` does not include which check failed: only an attacker would use it. */
export type TokenVerdict =
  | { valid: true; audience: string; claims: JWTPayload }
  | { valid: false; reason: "expired"; expiredAtMillis: number }
  | { valid: false; reason: "unparsable" };

/** The order n of the P-256 group (SEC 2 section 2.4.2). */
const GROUP_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** A PKCS #8 P-256 private key up to its 32 bytes of scalar, without the optional public key (RFC 5208, RFC 5915). */
const PKCS8_P256_PREFIX = "3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420";

const ECDSA_P256 = { name: "ECDSA", namedCurve: "P-256" };

/** Derived keys of this isolate, least recently used first. Bounded, because an unverified token names its own audience. */
const derivedKeys = new Map<string, SigningKey>();
const DERIVED_KEYS_LIMIT = 500;

/**
 * The key that signs for an audience: `{projectId}`, or `{projectId}:anon` for anonymous users. It is derived from the
 * current root secret, so every isolate has the same key and none is stored. Keys differ per audience, because third
 * parties check nothing but the signature against one project's JWKS.
 */
export function signingKey(secrets: ServerSecrets, audience: string): Promise<SigningKey> {
  return derivedKey(secrets.current, audience);
}

/** The keys that verify tokens of an audience: the current one, then those of the previous and the next root secret. */
export async function verificationKeys(secrets: ServerSecrets, audience: string): Promise<SigningKey[]> {
  return Promise.all(rootSecrets(secrets).map((secret) => derivedKey(secret, audience)));
}

/** The JSON Web Key Set (RFC 7517 section 5) with all verification keys of some audiences. */
export async function publicJwks(secrets: ServerSecrets, audiences: string[]): Promise<{ keys: PublicJwk[] }> {
  const keys = await Promise.all(audiences.map((audience) => verificationKeys(secrets, audience)));
  return { keys: keys.flat().map((key) => key.publicJwk) };
}

/**
 * Signs an access token for an audience, a JWT (RFC 7519) with ES256. Its `iss`, `aud`, `iat` and `exp` are set here and override such
 * claims.
 *
 * @param options.nowMillis the time of issue; times in the token are whole seconds, rounded down
 */
export async function signAccessToken(
  secrets: ServerSecrets,
  audience: string,
  claims: JWTPayload,
  options: { issuer: string; lifetimeSeconds: number; nowMillis?: number },
): Promise<string> {
  const key = await signingKey(secrets, audience);
  const issuedAtSeconds = Math.floor((options.nowMillis ?? Date.now()) / 1000);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "ES256", kid: key.kid })
    .setIssuer(options.issuer)
    .setAudience(audience)
    .setIssuedAt(issuedAtSeconds)
    .setExpirationTime(issuedAtSeconds + options.lifetimeSeconds)
    .sign(key.privateKey);
}

/** A token that was found valid. */
type VerifiedToken = Extract<TokenVerdict, { valid: true }>;

/** Valid tokens of this isolate by their text, the one that was verified longest ago first. Bounded as derived keys are. */
const verifiedTokens = new WeakMap<ServerSecrets, Map<string, VerifiedToken>>();
const VERIFIED_TOKENS_LIMIT = 500;

/** Limits by how much the clocks of two machines of the edge may differ. */
const clockSkewMillis = 60_000;

/**
 * Checks an access token (RFC 8725 sections 3.1 and 3.8 to 3.10). It must have one string `aud`, a signature with ES256 by a key of
 * exactly that audience, and the issuer that belongs to it. Its time of issue must have come, and it must not have expired. A token is
 * reported as expired only when all else is right. Whether the caller may use a token of this audience is the caller's question.
 * Compare `audience` before anything else.
 *
 * @param options.issuerOf the issuer that signs for an audience; undefined when there is no such audience
 */
export async function verifyAccessToken(
  secrets: ServerSecrets,
  token: string,
  options: { issuerOf: (audience: string) => string | undefined; nowMillis?: number },
): Promise<TokenVerdict> {
  const nowMillis = options.nowMillis ?? Date.now();
  const known = verifiedTokens.get(secrets) ?? new Map<string, VerifiedToken>();
  verifiedTokens.set(secrets, known);
  // Browsers send one token with every request of ten minutes. Of what was checked, time changes the expiry alone.
  const verified = known.get(token);
  if (verified && Number(verified.claims.exp) * 1000 > nowMillis) return verified;
  const verdict = await verifyAnew(secrets, token, { ...options, nowMillis });
  known.delete(token);
  if (verdict.valid) known.set(token, verdict);
  if (known.size > VERIFIED_TOKENS_LIMIT) {
    const [longestAgo] = known.keys();
    if (longestAgo !== undefined) known.delete(longestAgo);
  }
  return verdict;
}

async function verifyAnew(
  secrets: ServerSecrets,
  token: string,
  options: { issuerOf: (audience: string) => string | undefined; nowMillis: number },
): Promise<TokenVerdict> {
  const { nowMillis } = options;
  try {
    const audience = decodeJwt(token).aud;
    if (typeof audience !== "string") return { valid: false, reason: "unparsable" };
    const issuer = options.issuerOf(audience);
    if (issuer === undefined) return { valid: false, reason: "unparsable" };
    const keys = await verificationKeys(secrets, audience);
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => {
        const key = keys.find((candidate) => candidate.kid === kid);
        if (!key) throw new errors.JWKSNoMatchingKey();
        return key.publicKey;
      },
      {
        algorithms: ["ES256"],
        audience,
        issuer,
        requiredClaims: ["exp", "iat"],
        currentDate: new Date(nowMillis),
      },
    );
    if (Number(payload.iat) * 1000 > nowMillis + clockSkewMillis) return { valid: false, reason: "unparsable" };
    return { valid: true, audience, claims: payload };
  } catch (error) {
    if (error instanceof errors.JWTExpired && error.payload.exp !== undefined) {
      return { valid: false, reason: "expired", expiredAtMillis: error.payload.exp * 1000 };
    }
    if (error instanceof errors.JOSEError) return { valid: false, reason: "unparsable" };
    throw error;
  }
}

async function derivedKey(secret: string, audience: string): Promise<SigningKey> {
  const cacheKey = `${secret}\n${audience}`;
  const key = derivedKeys.get(cacheKey) ?? (await deriveKey(secret, audience));
  derivedKeys.delete(cacheKey);
  derivedKeys.set(cacheKey, key);
  if (derivedKeys.size > DERIVED_KEYS_LIMIT) {
    const [leastRecentlyUsed] = derivedKeys.keys();
    if (leastRecentlyUsed !== undefined) derivedKeys.delete(leastRecentlyUsed);
  }
  return key;
}

/**
 * 48 bytes of HKDF become the private scalar by FIPS 186-5 A.2.1 (extra random bits: mod n-1, plus 1). The platform
 * computes the point that belongs to it when it imports a PKCS #8 key without one. It does so natively and in constant
 * time; JavaScript would do neither, and take 23 ms at the first use of an isolate.
 */
async function deriveKey(secret: string, audience: string): Promise<SigningKey> {
  const seed = await deriveBytes(secret, `gatehouse/signing-key/${audience}`, 48);
  const scalar = (BigInt(`0x${encodeHexLowerCase(seed)}`) % (GROUP_ORDER - 1n)) + 1n;
  const pkcs8 = decodeHex(PKCS8_P256_PREFIX + scalar.toString(16).padStart(64, "0"));
  const exportable = await crypto.subtle.importKey("pkcs8", pkcs8, ECDSA_P256, true, ["sign"]);
  const jwk = (await crypto.subtle.exportKey("jwk", exportable)) as JsonWebKey;
  const { x, y } = jwk;
  if (x === undefined || y === undefined) throw new Error("The platform exported a P-256 key without its point");
  const point = { kty: "EC", crv: "P-256", x, y } as const;
  const kid = (await calculateJwkThumbprint(point)).slice(0, 12);
  return {
    kid,
    privateKey: await crypto.subtle.importKey("pkcs8", pkcs8, ECDSA_P256, false, ["sign"]),
    publicKey: await crypto.subtle.importKey("jwk", point, ECDSA_P256, true, ["verify"]),
    publicJwk: { ...point, alg: "ES256", kid },
  };
}
