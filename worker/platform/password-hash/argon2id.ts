import Argon2, { type Argon2HashOptions, Argon2Type, Argon2Version } from "@phi-ag/argon2";
import argon2Module from "@phi-ag/argon2/argon2.wasm";
import type { PasswordHashCost } from "../env";
import { decodeSaltAndHash, passwordBytes, type StoredHash } from "./stored-hash";

/** Sets what a new hash costs, by the name that `PASSWORD_HASH_COST` gives it. */
const COSTS: Record<PasswordHashCost, Pick<Argon2HashOptions, "memoryCost" | "timeCost" | "parallelism">> = {
  /** OWASP Password Storage Cheat Sheet: Argon2id with 19 MiB, two passes, one lane. 43 ms in workerd. */
  standard: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  /** Holds what the binding takes at least, for tests of anything else: `readSettings` refuses it in a deployed Worker. */
  minimal: { memoryCost: 32, timeCost: 1, parallelism: 1 },
};

const SALT_LENGTH = 16;
const HASH_LENGTH = 32;

/**
 * These limit what an imported hash may cost. A limit of 64 MiB (libsodium, PHP, RFC 9106 section 4) fits beside us in an isolate of
 * 128 MB. KiB times passes bound the time to a quarter of a second. The memory of the `argon2` instance grows to the largest hash and
 * stays.
 */
const MEMORY_KIB_LIMIT = 65_536;
const KIB_PASSES_LIMIT = 2 ** 18;
const LANES_LIMIT = 16;
const MILLIS_AT_LIMIT = 250;

/** Sets what the binding takes at least; RFC 9106 section 3.1 requires 8 KiB per lane as well. */
const MEMORY_KIB_MINIMUM = 32;
const SALT_LENGTH_MINIMUM = 8;

const PHC = /^\$argon2id\$v=19\$m=([1-9]\d{0,5}),t=([1-9]\d{0,5}),p=([1-9]\d?)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** One instance per isolate, because each holds the memory of its largest hash. */
let argon2: Argon2 | undefined;

/** Hashes a password with fresh salt at the given cost, as a PHC string. */
export function hashArgon2id(password: string, cost: PasswordHashCost): string {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_LENGTH));
  return compute(password, { ...COSTS[cost], salt, hashLength: HASH_LENGTH }).encoded;
}

/** Reads `$argon2id$v=19$m=…,t=…,p=…$salt$hash` of any parameters within the limits. */
export function parseArgon2id(text: string): StoredHash | undefined {
  const [match, memory, time, lanes, saltText, hashText] = PHC.exec(text) ?? [];
  const decoded = decodeSaltAndHash(saltText, hashText);
  if (match === undefined || decoded === undefined) return undefined;
  const cost = { memoryCost: Number(memory), timeCost: Number(time), parallelism: Number(lanes) };
  const isPayable =
    cost.memoryCost <= MEMORY_KIB_LIMIT &&
    cost.memoryCost * cost.timeCost <= KIB_PASSES_LIMIT &&
    cost.parallelism <= LANES_LIMIT &&
    cost.memoryCost >= Math.max(MEMORY_KIB_MINIMUM, 8 * cost.parallelism) &&
    decoded.salt.length >= SALT_LENGTH_MINIMUM;
  if (!isPayable) return undefined;
  const { salt, hash } = decoded;
  return {
    costMillis: ((cost.memoryCost * cost.timeCost) / KIB_PASSES_LIMIT) * MILLIS_AT_LIMIT,
    matches: (password) =>
      crypto.subtle.timingSafeEqual(compute(password, { ...cost, salt, hashLength: hash.length }).hash, hash),
    isCurrent: (current) =>
      cost.memoryCost === COSTS[current].memoryCost &&
      cost.timeCost === COSTS[current].timeCost &&
      cost.parallelism === COSTS[current].parallelism &&
      salt.length === SALT_LENGTH &&
      hash.length === HASH_LENGTH,
  };
}

/**
 * The binding encodes the password as UTF-8 but passes its length in UTF-16 units to the algorithm, which cuts everything beyond
 * ASCII: `日本語` and `日本x` would have the same hash. So the text is padded until both lengths agree; the padding lies
 * behind the bytes that are read.
 */
function compute(password: string, options: Omit<Argon2HashOptions, "type" | "version">) {
  argon2 ??= new Argon2(new WebAssembly.Instance(argon2Module));
  const padding = "\0".repeat(passwordBytes(password).length - password.length);
  return argon2.hash(password + padding, { ...options, type: Argon2Type.Argon2id, version: Argon2Version.Version13 });
}
