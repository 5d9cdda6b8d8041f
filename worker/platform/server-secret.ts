import { encodeBase64urlNoPadding } from "@oslojs/encoding";

/**
 * The instance has these root secrets (`SERVER_SECRET`, `SERVER_SECRET_PREVIOUS`, `SERVER_SECRET_NEXT`). The current one signs and
 * seals. The others, while they are set, verify and open. The previous one is for what is stored still. The next one lets key sets have
 * its keys before it signs. The secret is thus rotated without ending sessions.
 */
export interface ServerSecrets {
  current: string;
  previous?: string | undefined;
  next?: string | undefined;
}

/** Every root secret that verifies and opens, each of them once, the current one first. */
export function rootSecrets({ current, previous, next }: ServerSecrets): string[] {
  return [...new Set([current, previous, next])].filter((secret) => secret !== undefined);
}

/**
 * Derives bytes for one use from a root secret: HKDF-SHA-256 (RFC 5869) without salt. `info` names the use and must be
 * unique to it. HKDF stretches nothing, so the secret itself must be random (256 bits), not a password.
 */
export async function deriveBytes(secret: string, info: string, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const root = await crypto.subtle.importKey("raw", utf8(secret), "HKDF", false, ["deriveBits"]);
  const algorithm = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(0), info: utf8(info) };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, root, length * 8));
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(text));
}

/**
 * Computes the HMAC-SHA-256 of a secret that a reader of the database could find by trying all possible ones. Without the root secret
 * they have nothing to compare the tries with. The hashes are in base64url without padding, under the current root secret first, then
 * under the others. A stored hash may come from an isolate that has other settings still or already.
 *
 * @param purpose what the secret is, such as `sign-in-code`: the key derives from it
 */
export async function keyedHashes(
  secrets: ServerSecrets,
  purpose: string,
  secret: string,
): Promise<[string, ...string[]]> {
  const [, ...others] = rootSecrets(secrets);
  return [
    await keyedHash(secrets.current, purpose, secret),
    ...(await Promise.all(others.map((root) => keyedHash(root, purpose, secret)))),
  ];
}

async function keyedHash(root: string, purpose: string, secret: string): Promise<string> {
  const bytes = await deriveBytes(root, `gatehouse/hashing/${purpose}`, 32);
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return encodeBase64urlNoPadding(
    new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(secret))),
  );
}
