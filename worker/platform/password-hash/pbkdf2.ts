import { decodeSaltAndHash, passwordBytes, type StoredHash } from "./stored-hash";

/** The deployed platform refuses more, though the local one does not. So the limit is checked when a hash is imported. */
const ITERATIONS_LIMIT = 100_000;
const MILLIS_AT_LIMIT = 100;

const PHC = /^\$pbkdf2-sha(256|512)\$(?:i=)?([1-9]\d{0,5})(?:,l=\d{1,3})?\$([A-Za-z0-9+/.]+)\$([A-Za-z0-9+/.]+)$/;

/**
 * Reads PBKDF2 (RFC 8018 section 5.2) with SHA-256 or SHA-512, of at most 100,000 iterations. The text is a PHC string
 * (`$pbkdf2-sha256$i=…$salt$hash`) or what passlib writes (`$pbkdf2-sha256$…$salt$hash`).
 */
export function parsePbkdf2(text: string): StoredHash | undefined {
  const [match, digest, iterationsText, saltText, hashText] = PHC.exec(text) ?? [];
  const decoded = decodeSaltAndHash(saltText, hashText);
  const iterations = Number(iterationsText);
  if (match === undefined || decoded === undefined || iterations > ITERATIONS_LIMIT) return undefined;
  const { salt, hash } = decoded;
  return {
    costMillis: (iterations / ITERATIONS_LIMIT) * MILLIS_AT_LIMIT,
    async matches(password) {
      const key = await crypto.subtle.importKey("raw", passwordBytes(password), "PBKDF2", false, ["deriveBits"]);
      const algorithm = { name: "PBKDF2", hash: `SHA-${digest}`, salt, iterations };
      return crypto.subtle.timingSafeEqual(await crypto.subtle.deriveBits(algorithm, key, hash.length * 8), hash);
    },
    isCurrent: () => false,
  };
}
