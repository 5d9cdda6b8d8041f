import { scryptSync } from "node:crypto";
import { decodeSaltAndHash, passwordBytes, type StoredHash } from "./stored-hash";

/** The platform computes no scrypt beyond N·r·p = 2^20 (which is 128 MiB of memory and 400 ms at p = 1). */
const COST_LIMIT = 2 ** 20;
const MILLIS_AT_LIMIT = 400;

const PHC = /^\$scrypt\$ln=([1-9]\d?),r=([1-9]\d{0,6}),p=([1-9]\d{0,6})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Reads `$scrypt$ln=…,r=…,p=…$salt$hash` (RFC 7914, N = 2^ln) within the limit of the platform. */
export function parseScrypt(text: string): StoredHash | undefined {
  const [match, logN, blockSize, parallelism, saltText, hashText] = PHC.exec(text) ?? [];
  const decoded = decodeSaltAndHash(saltText, hashText);
  if (match === undefined || decoded === undefined) return undefined;
  const N = 2 ** Number(logN);
  const r = Number(blockSize);
  const p = Number(parallelism);
  // RFC 7914 section 2: N must be less than 2^(128 * r / 8).
  if (N * r * p > COST_LIMIT || Number(logN) >= 16 * r) return undefined;
  const { salt, hash } = decoded;
  return {
    costMillis: ((N * r * p) / COST_LIMIT) * MILLIS_AT_LIMIT,
    matches: (password) =>
      crypto.subtle.timingSafeEqual(
        scryptSync(passwordBytes(password), salt, hash.length, { N, r, p, maxmem: 128 * r * (N + p + 2) }),
        hash,
      ),
    isCurrent: () => false,
  };
}
