import { encodeBase64urlNoPadding, encodeHexLowerCase } from "@oslojs/encoding";

/** Crockford's base-32 in lower case: no `i`, `l`, `o`, `u`, which are misread for digits or spell words. */
const CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz";

/** Prefix of a project key: publishable client key, secret server key, super-secret admin key. */
export type ProjectKeyPrefix = "pck" | "ssk" | "sak";

/** A fresh UUID of version 4 in lower case (RFC 9562 section 5.4). */
export function newId(): string {
  return crypto.randomUUID();
}

/** Matches what `newId` makes. */
export const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** A random secret: 45 characters of Crockford base-32 that carry 224 bits. Store its `hashSecret`, never itself. */
export function newSecret(): string {
  return crockford(crypto.getRandomValues(new Uint8Array(28)));
}

/** The id of a request in the log: 16 characters of Crockford base-32 that carry 80 bits. */
export function newRequestId(): string {
  return crockford(crypto.getRandomValues(new Uint8Array(10)));
}

/**
 * Makes a recovery code of a second factor, to be written down and typed. It has 16 characters of Crockford base-32 in groups of four.
 * They carry 80 bits, so that the code cannot be found from its `hashSecret`.
 */
export function newRecoveryCode(): string {
  const text = crockford(crypto.getRandomValues(new Uint8Array(10)));
  return text.match(/.{4}/g)?.join("-") ?? text;
}

/** A fresh project key, such as `pck_` followed by a secret of 45 characters. */
export function newProjectKey(prefix: ProjectKeyPrefix): `${ProjectKeyPrefix}_${string}` {
  return `${prefix}_${newSecret()}`;
}

/**
 * SHA-256 of a secret as base64url without padding (43 characters), the form in which secrets are stored and looked up.
 * A fast hash without salt is right only for secrets made here: 224 random bits cannot be guessed. Passwords need `hashPassword`.
 */
export async function hashSecret(secret: string): Promise<string> {
  return encodeBase64urlNoPadding(await sha256(secret));
}

/** The same in hexadecimal digits, as `sha256sum` prints it: the form in which an operator writes a hash. */
export async function sha256Hex(secret: string): Promise<string> {
  return encodeHexLowerCase(await sha256(secret));
}

async function sha256(secret: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret)));
}

/** Tells whether two secrets are equal, in a time that depends on their lengths at most. */
export function equalSecrets(a: string, b: string): boolean {
  const left = new TextEncoder().encode(a);
  const right = new TextEncoder().encode(b);
  return left.byteLength === right.byteLength && crypto.subtle.timingSafeEqual(left, right);
}

function crockford(bytes: Uint8Array): string {
  let text = "";
  let pending = 0;
  let pendingBits = 0;
  for (const byte of bytes) {
    pending = (pending << 8) | byte; // Bits that were written fall out on the left.
    pendingBits += 8;
    while (pendingBits >= 5) {
      pendingBits -= 5;
      text += CROCKFORD.charAt((pending >> pendingBits) & 31);
    }
  }
  return pendingBits === 0 ? text : text + CROCKFORD.charAt((pending << (5 - pendingBits)) & 31);
}
