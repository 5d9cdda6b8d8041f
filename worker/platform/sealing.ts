import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from "@oslojs/encoding";
import { deriveBytes, type ServerSecrets } from "./server-secret";

const PREFIX = "sealed:v1:";
const IV_LENGTH = 12;

/** A sealed value could not be opened: changed, made for another purpose, or under a secret that is gone. It carries no detail. */
export class UnsealError extends Error {
  override readonly name = "UnsealError";

  constructor() {
    super("The sealed value could not be opened");
  }
}

/**
 * Encrypts a text for storage: AES-256-GCM (NIST SP 800-38D) with a random IV of 96 bits, as
 * `sealed:v1:{base64url(iv | ciphertext | tag)}`. Sealing the same text twice gives two different values.
 *
 * @param purpose what the value is and whose, such as `smtp-password/{projectId}`. The key derives from it and it is bound
 *   as additional data, so that a value moved to another place does not open there.
 */
export async function seal(secrets: ServerSecrets, purpose: string, plaintext: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_LENGTH));
  const key = await sealingKey(secrets.current, purpose, "encrypt");
  const ciphertext = await crypto.subtle.encrypt(cipher(iv, purpose), key, new TextEncoder().encode(plaintext));
  const sealed = new Uint8Array(IV_LENGTH + ciphertext.byteLength);
  sealed.set(iv);
  sealed.set(new Uint8Array(ciphertext), IV_LENGTH);
  return PREFIX + encodeBase64urlNoPadding(sealed);
}

/**
 * Opens what `seal` made for the same purpose, under the current root secret or the previous one.
 *
 * @throws {UnsealError} in every case of failure
 */
export async function unseal(secrets: ServerSecrets, purpose: string, sealedText: string): Promise<string> {
  const sealed = parseSealed(sealedText);
  const roots = secrets.previous === undefined ? [secrets.current] : [secrets.current, secrets.previous];
  for (const secret of roots) {
    const key = await sealingKey(secret, purpose, "decrypt");
    const plaintext = await decrypt(key, purpose, sealed);
    if (plaintext !== undefined) return plaintext;
  }
  throw new UnsealError();
}

/** Whether a stored text is a sealed one. Only for what was stored here, never for input: any client can write the prefix. */
export function isSealed(text: string): boolean {
  return text.startsWith(PREFIX);
}

function parseSealed(sealedText: string): Uint8Array<ArrayBuffer> {
  if (!isSealed(sealedText)) throw new UnsealError();
  try {
    return new Uint8Array(decodeBase64urlIgnorePadding(sealedText.slice(PREFIX.length)));
  } catch {
    throw new UnsealError();
  }
}

/** The plaintext, or undefined when the tag does not fit or is not there, which WebCrypto reports as an `OperationError`. */
async function decrypt(key: CryptoKey, purpose: string, sealed: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  try {
    const algorithm = cipher(sealed.subarray(0, IV_LENGTH), purpose);
    const plaintext = await crypto.subtle.decrypt(algorithm, key, sealed.subarray(IV_LENGTH));
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(plaintext);
  } catch (error) {
    if (error instanceof DOMException && error.name === "OperationError") return undefined;
    throw error;
  }
}

async function sealingKey(secret: string, purpose: string, usage: "encrypt" | "decrypt"): Promise<CryptoKey> {
  const bytes = await deriveBytes(secret, `gatehouse/sealing/${purpose}`, 32);
  return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, [usage]);
}

function cipher(iv: Uint8Array<ArrayBuffer>, purpose: string) {
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(purpose) };
}
