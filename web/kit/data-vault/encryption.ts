/*
 * The encryption of the data vault, byte for byte that of the official clients, so that each reads what another stored. The
 * secret never leaves the server: it is in every derivation, and neither it nor the key can be found from what is sent.
 */

/** The most that PBKDF2 may take in Cloudflare Workers, and what the format has. */
const ITERATIONS = 100_000;

const VERSION = [1, 0];
const SALT_LENGTH = 16;
const NONCE_LENGTH = 12;

const PURPOSE = "stack-data-vault-client-side-encryption";

/** A vault key that was made hard to guess. */
export interface DerivedKey {
  /** The key as the API sees it. */
  readonly hashedKey: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export async function deriveKey(secret: string, key: string): Promise<DerivedKey> {
  const bytes = await iteratedHash(`${PURPOSE}-value-encryption-key-hash`, secret, utf8(key), ITERATIONS);
  const hashed = await iteratedHash(`${PURPOSE}-key-hash`, secret, bytes, 1);
  return { hashedKey: toBase64(hashed), bytes };
}

export async function encryptValue({ bytes }: DerivedKey, value: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_LENGTH));
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_LENGTH));
  const encrypted = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await cipherKey(bytes, salt), utf8(value));
  return toBase64(new Uint8Array([...VERSION, ...salt, ...iv, ...new Uint8Array(encrypted)]));
}

/** @throws Error when the value is of another secret or format, or was changed */
export async function decryptValue({ bytes }: DerivedKey, encrypted: string): Promise<string> {
  const whole = fromBase64(encrypted);
  if (!whole || whole[0] !== VERSION[0] || whole[1] !== VERSION[1]) {
    throw new Error("The value of the data vault has a format that this version of the kit does not read.");
  }
  const [salt, iv, content] = [
    whole.subarray(2, 2 + SALT_LENGTH),
    whole.subarray(2 + SALT_LENGTH, 2 + SALT_LENGTH + NONCE_LENGTH),
    whole.subarray(2 + SALT_LENGTH + NONCE_LENGTH),
  ];
  try {
    const value = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, await cipherKey(bytes, salt), content);
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(value);
  } catch (cause) {
    const message = "Data vault client-side decryption failed. Are you sure you're using the correct secret?";
    throw new Error(message, { cause });
  }
}

async function iteratedHash(purpose: string, extra: string, value: Uint8Array<ArrayBuffer>, iterations: number) {
  const salt = utf8(JSON.stringify(["stack-crypto-helper-iterated-hash", purpose, "", toBase64(utf8(extra))]));
  const input = await crypto.subtle.importKey("raw", value, "PBKDF2", false, ["deriveBits"]);
  const algorithm = { name: "PBKDF2", hash: "SHA-256", salt, iterations };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, input, 256));
}

async function cipherKey(bytes: Uint8Array<ArrayBuffer>, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const purpose = `${PURPOSE}-value-encryption-value-encryption`;
  const info = utf8(
    JSON.stringify(["stack-crypto-helper-derived-symmetric-key", purpose, "binary-key", toBase64(salt)]),
  );
  const input = await crypto.subtle.importKey("raw", bytes, "HKDF", false, ["deriveKey"]);
  const algorithm = { name: "HKDF", hash: "SHA-256", salt, info };
  return await crypto.subtle.deriveKey(algorithm, input, { name: "AES-GCM", length: 256 }, false, [
    "encrypt",
    "decrypt",
  ]);
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
}

/** In pieces, because a function takes so many arguments only. */
function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

/** The bytes of a base-64 text, or undefined where it is none. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
