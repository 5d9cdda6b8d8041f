import { decodeBase64urlIgnorePadding } from "@oslojs/encoding";
import { deriveBytes, keyedHashes } from "./server-secret";

const IV_LENGTH = 12;

/**
 * Encrypts a text: AES-256-GCM (NIST SP 800-38D) with a random IV of 96 bits, as iv | ciphertext | tag. Encrypting the same
 * text twice gives two different values.
 *
 * @param secret random (256 bits), not a password
 * @param purpose what the value is and whose. The key derives from it and it is bound as additional data, so that a value
 *   moved to another place does not open there.
 */
export function encrypt(secret: string, purpose: string, plaintext: string): Promise<Uint8Array<ArrayBuffer>> {
  return encryptWith(crypto.getRandomValues(new Uint8Array(IV_LENGTH)), secret, purpose, plaintext);
}

/**
 * As `encrypt`, but the same text gives the same value each time, for what clients compare. The IV is a keyed hash of the
 * text, as in SIV (RFC 5297): it repeats with the same text alone.
 */
export async function encryptDeterministically(
  secret: string,
  purpose: string,
  plaintext: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const [hash] = await keyedHashes({ current: secret }, `iv/${purpose}`, plaintext);
  const iv = new Uint8Array(decodeBase64urlIgnorePadding(hash)).subarray(0, IV_LENGTH);
  return encryptWith(iv, secret, purpose, plaintext);
}

async function encryptWith(
  iv: Uint8Array<ArrayBuffer>,
  secret: string,
  purpose: string,
  plaintext: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await keyFor(secret, purpose, "encrypt");
  const ciphertext = await crypto.subtle.encrypt(cipher(iv, purpose), key, new TextEncoder().encode(plaintext));
  const encrypted = new Uint8Array(IV_LENGTH + ciphertext.byteLength);
  encrypted.set(iv);
  encrypted.set(new Uint8Array(ciphertext), IV_LENGTH);
  return encrypted;
}

/**
 * Returns the text that `encrypt` was given. It is undefined when the secret or the purpose was another one, or when the tag does not
 * fit or is not there. WebCrypto reports all of that as an `OperationError`.
 */
export async function decrypt(
  secret: string,
  purpose: string,
  encrypted: Uint8Array<ArrayBuffer>,
): Promise<string | undefined> {
  const key = await keyFor(secret, purpose, "decrypt");
  try {
    const algorithm = cipher(encrypted.subarray(0, IV_LENGTH), purpose);
    const plaintext = await crypto.subtle.decrypt(algorithm, key, encrypted.subarray(IV_LENGTH));
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(plaintext);
  } catch (error) {
    if (error instanceof DOMException && error.name === "OperationError") return undefined;
    throw error;
  }
}

async function keyFor(secret: string, purpose: string, usage: "encrypt" | "decrypt"): Promise<CryptoKey> {
  const bytes = await deriveBytes(secret, `gatehouse/sealing/${purpose}`, 32);
  return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, [usage]);
}

function cipher(iv: Uint8Array<ArrayBuffer>, purpose: string) {
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(purpose) };
}
