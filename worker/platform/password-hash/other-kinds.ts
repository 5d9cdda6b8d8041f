import { scryptSync } from "node:crypto";
import { lazyModule } from "../lazy-module";
import { decodeSaltAndHash, passwordBytes, type StoredHash } from "./stored-hash";

/** Reads a hash of the kinds that only other systems make. */
export function parseOtherKind(text: string): StoredHash | undefined {
  return parseBcrypt(text) ?? parseScrypt(text) ?? parsePbkdf2(text);
}

/** bcrypt reads no more than 72 bytes of a password. */
const BCRYPT_PASSWORD_BYTES = 72;
const BCRYPT_COST_LIMIT = 16;
/** Of a hash of the highest cost; with each step below it is half. */
const BCRYPT_MILLIS = 10_000;

const MODULAR_CRYPT = /^\$2[aby]\$(0[4-9]|1\d)\$[./A-Za-z0-9]{53}$/;

const bcrypt = lazyModule(() => import("bcryptjs"));

/**
 * Reads `$2a$`, `$2b$` and `$2y$` hashes with a cost of up to 16. Longer passwords than 72 bytes never match. To cut them would accept
 * anyone who has the first 72 bytes (OWASP Password Storage Cheat Sheet, Input Limits of bcrypt).
 */
function parseBcrypt(text: string): StoredHash | undefined {
  const [match, cost] = MODULAR_CRYPT.exec(text) ?? [];
  if (match === undefined || Number(cost) > BCRYPT_COST_LIMIT) return undefined;
  return {
    costMillis: BCRYPT_MILLIS / 2 ** (BCRYPT_COST_LIMIT - Number(cost)),
    // The hash is computed for a password that is too long as well, so that a refusal takes no less work.
    matches: async (password) => {
      const { compare } = await bcrypt();
      // It yields to whatever else the thread has to do, several times a second.
      return (await compare(password, text)) && passwordBytes(password).length <= BCRYPT_PASSWORD_BYTES;
    },
    isCurrent: () => false,
  };
}

/** The platform computes no scrypt beyond N·r·p = 2^20 (which is 128 MiB of memory and 400 ms at p = 1). */
const SCRYPT_COST_LIMIT = 2 ** 20;
const SCRYPT_MILLIS = 400;

const SCRYPT_PHC = /^\$scrypt\$ln=([1-9]\d?),r=([1-9]\d{0,6}),p=([1-9]\d{0,6})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Reads `$scrypt$ln=…,r=…,p=…$salt$hash` (RFC 7914, N = 2^ln) within the limit of the platform. */
function parseScrypt(text: string): StoredHash | undefined {
  const [match, logN, blockSize, parallelism, saltText, hashText] = SCRYPT_PHC.exec(text) ?? [];
  const decoded = decodeSaltAndHash(saltText, hashText);
  if (match === undefined || decoded === undefined) return undefined;
  const N = 2 ** Number(logN);
  const r = Number(blockSize);
  const p = Number(parallelism);
  // RFC 7914 section 2: N must be less than 2^(128 * r / 8).
  if (N * r * p > SCRYPT_COST_LIMIT || Number(logN) >= 16 * r) return undefined;
  const { salt, hash } = decoded;
  return {
    costMillis: ((N * r * p) / SCRYPT_COST_LIMIT) * SCRYPT_MILLIS,
    matches: (password) =>
      crypto.subtle.timingSafeEqual(
        scryptSync(passwordBytes(password), salt, hash.length, { N, r, p, maxmem: 128 * r * (N + p + 2) }),
        hash,
      ),
    isCurrent: () => false,
  };
}

/** The deployed platform refuses more, though the local one does not. So the limit is checked when a hash is imported. */
const PBKDF2_ITERATIONS_LIMIT = 100_000;
const PBKDF2_MILLIS = 100;

const PBKDF2_PHC =
  /^\$pbkdf2-sha(256|512)\$(?:i=)?([1-9]\d{0,5})(?:,l=\d{1,3})?\$([A-Za-z0-9+/.]+)\$([A-Za-z0-9+/.]+)$/;

/**
 * Reads PBKDF2 (RFC 8018 section 5.2) with SHA-256 or SHA-512, of at most 100,000 iterations. The text is a PBKDF2_PHC string
 * (`$pbkdf2-sha256$i=…$salt$hash`) or what passlib writes (`$pbkdf2-sha256$…$salt$hash`).
 */
function parsePbkdf2(text: string): StoredHash | undefined {
  const [match, digest, iterationsText, saltText, hashText] = PBKDF2_PHC.exec(text) ?? [];
  const decoded = decodeSaltAndHash(saltText, hashText);
  const iterations = Number(iterationsText);
  if (match === undefined || decoded === undefined || iterations > PBKDF2_ITERATIONS_LIMIT) return undefined;
  const { salt, hash } = decoded;
  return {
    costMillis: (iterations / PBKDF2_ITERATIONS_LIMIT) * PBKDF2_MILLIS,
    async matches(password) {
      const key = await crypto.subtle.importKey("raw", passwordBytes(password), "PBKDF2", false, ["deriveBits"]);
      const algorithm = { name: "PBKDF2", hash: `SHA-${digest}`, salt, iterations };
      return crypto.subtle.timingSafeEqual(await crypto.subtle.deriveBits(algorithm, key, hash.length * 8), hash);
    },
    isCurrent: () => false,
  };
}
