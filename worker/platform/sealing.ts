import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding, encodeHexLowerCase } from "@oslojs/encoding";
import { decrypt, encrypt } from "./encryption";
import { deriveBytes, rootSecrets, type ServerSecrets } from "./server-secret";

/** Begins a text of the form that does not name its key. Nothing is sealed so any more. */
export const unnamedSeal = "sealed:v1:";

/** Begins a text of the form that names its key, up to the key's id. */
export const namedSeal = "sealed:v2:";

const KEY_ID_LENGTH = 12;

/** The length of a seal: what a sealed text begins with up to its key's id, by which stored texts are indexed. */
export const sealLength = namedSeal.length + KEY_ID_LENGTH;

/** The id in place of a key's where no configured root secret opens a text. */
const UNKNOWN_KEY = "0".repeat(KEY_ID_LENGTH);

const FORM = /^sealed:(?:v1|v2:([0-9a-f]{12})):/;
const IV_CHARACTERS = 16;

/** A sealed value could not be opened: changed, made for another purpose, or under a secret that is gone. It carries no detail. */
export class UnsealError extends Error {
  override readonly name = "UnsealError";

  constructor() {
    super("The sealed value could not be opened");
  }
}

/**
 * Encrypts a text for storage, as `sealed:v2:{key id}:{base64url(iv | ciphertext | tag)}`. Sealing the same text twice gives
 * two different values.
 *
 * @param purpose what the value is and whose, such as `smtp-password/{projectId}`: a value moved to another place does not
 *   open there.
 */
export async function seal(secrets: ServerSecrets, purpose: string, plaintext: string): Promise<string> {
  const sealed = await encrypt(secrets.current, purpose, plaintext);
  return `${await sealOf(secrets.current)}:${encodeBase64urlNoPadding(sealed)}`;
}

/**
 * Opens what `seal` made for the same purpose, under any configured root secret.
 *
 * @throws {UnsealError} in every case of failure
 */
export async function unseal(secrets: ServerSecrets, purpose: string, sealedText: string): Promise<string> {
  const { keyId, payload } = parseSealed(sealedText);
  const sealed = decodePayload(payload);
  const namesItsKey = keyId !== undefined && keyId !== UNKNOWN_KEY;
  for (const secret of rootSecrets(secrets)) {
    if (namesItsKey && keyId !== (await keyIdOf(secret))) continue;
    const plaintext = await decrypt(secret, purpose, sealed);
    if (plaintext !== undefined) return plaintext;
  }
  throw new UnsealError();
}

/**
 * Returns what is to be stored in place of a sealed text: the same text sealed under the current root secret. It is undefined where the
 * text may stay. Such a text is under the current secret or, while a rotation is deployed, the next one. A text that no secret opens is
 * marked so, lest a sweep find it again. It still opens when its secret comes back.
 */
export async function reseal(secrets: ServerSecrets, purpose: string, sealedText: string): Promise<string | undefined> {
  const { keyId, payload } = parseSealed(sealedText);
  const { current, previous, next } = secrets;
  if (keyId === (await keyIdOf(current))) return undefined;
  // After a step back the next secret is the previous one as well.
  if (next !== undefined && next !== previous && keyId === (await keyIdOf(next))) return undefined;
  try {
    return await seal(secrets, purpose, await unseal(secrets, purpose, sealedText));
  } catch (error) {
    if (!(error instanceof UnsealError)) throw error;
    return keyId === UNKNOWN_KEY ? undefined : `${namedSeal}${UNKNOWN_KEY}:${payload}`;
  }
}

/** Tells whether a seal is that of the previous root secret, or one that names no key. What stands under it is to be sealed anew. */
export async function isSealedBefore({ current, previous }: ServerSecrets, seal: string | null): Promise<boolean> {
  if (seal === null || seal === (await sealOf(current))) return false;
  return seal.startsWith(unnamedSeal) || (previous !== undefined && seal === (await sealOf(previous)));
}

/** Tells whether a stored text is a sealed one. Only for what was stored here, never for input: any client can write the prefix. */
export function isSealed(text: string): boolean {
  return FORM.test(text);
}

/** The IV of a sealed text, which identifies it whichever key it is said to stand under. */
export function ivOf(sealedText: string): string {
  return parseSealed(sealedText).payload.slice(0, IV_CHARACTERS);
}

/** Returns what is shown of a sealed text that cannot be opened: it up to its IV, short enough for every setting. */
export function withoutContent(sealedText: string): string {
  const { payload } = parseSealed(sealedText);
  return sealedText.slice(0, sealedText.length - payload.length + IV_CHARACTERS);
}

/** Returns what a text that is sealed under a root secret begins with. The key's id is derived, so it reveals nothing of the secret. */
export async function sealOf(secret: string): Promise<string> {
  return namedSeal + (await keyIdOf(secret));
}

/** The seal of texts that no configured root secret opens. */
export const unknownSeal = namedSeal + UNKNOWN_KEY;

/** The ids of the configured root secrets' keys, of which there are three at most. */
const keyIds = new Map<string, string>();

async function keyIdOf(secret: string): Promise<string> {
  const known = keyIds.get(secret);
  if (known !== undefined) return known;
  const id = encodeHexLowerCase(await deriveBytes(secret, "gatehouse/sealing-key-id", KEY_ID_LENGTH / 2));
  keyIds.set(secret, id);
  return id;
}

function parseSealed(sealedText: string): { keyId: string | undefined; payload: string } {
  const form = FORM.exec(sealedText);
  if (!form) throw new UnsealError();
  return { keyId: form[1], payload: sealedText.slice(form[0].length) };
}

function decodePayload(payload: string): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(decodeBase64urlIgnorePadding(payload));
  } catch {
    throw new UnsealError();
  }
}
