import { hashArgon2id, parseArgon2id } from "./password-hash/argon2id";
import { parseBcrypt } from "./password-hash/bcrypt";
import { parsePbkdf2 } from "./password-hash/pbkdf2";
import { parseScrypt } from "./password-hash/scrypt";
import type { StoredHash } from "./password-hash/stored-hash";
import type { PlatformTools } from "./tools";

/*
 * Every algorithm that needs memory runs synchronously, so an isolate, which has 128 MB, never computes two at once. A queue
 * of promises would do the same until a caller hangs up: what waits on a cancelled request's promise waits for ever.
 *
 * Passwords are hashed as the UTF-8 that the client sent. They are not normalised, because a hash imported from elsewhere
 * was not, and one password must not be two.
 */

/** What hashing needs: the trace that counts it, and the setting of its cost. */
type HashingTools = Pick<PlatformTools, "trace"> & { settings: Pick<PlatformTools["settings"], "passwordHashCost"> };

/**
 * Hashes a new password: Argon2id, 19 MiB, two passes, one lane (OWASP Password Storage Cheat Sheet), as a PHC string,
 * unless `PASSWORD_HASH_COST` says otherwise. Counts one hash in the trace.
 */
export async function hashPassword({ trace, settings }: HashingTools, password: string): Promise<string> {
  trace.hashes += 1;
  return hashArgon2id(password, settings.passwordHashCost);
}

/**
 * Checks a password against a stored hash of any supported kind, in one hash. When `needsRehash` is true (only with
 * `valid`), the hash is an imported one: store `hashPassword` of the same password instead.
 *
 * @throws {Error} when the stored text is no supported hash, which `isSupportedPasswordHash` checks before it is stored
 */
export async function verifyPassword(
  { trace, settings }: HashingTools,
  stored: string,
  password: string,
): Promise<{ valid: boolean; needsRehash: boolean }> {
  const hash = parseStoredHash(stored);
  if (!hash) throw new Error("A stored password hash is of no supported kind");
  trace.hashes += 1;
  const valid = await hash.matches(password);
  return { valid, needsRehash: valid && !hash.isCurrent(settings.passwordHashCost) };
}

/**
 * Does the work of a sign-in for an account that does not exist, so that neither the time nor the count of hashes reveals
 * whether it does (OWASP Authentication Cheat Sheet, Authentication Responses). An imported hash that was not replaced
 * yet costs what its own algorithm costs.
 */
export async function burnPasswordHash(tools: HashingTools, password: string): Promise<void> {
  await hashPassword(tools, password);
}

/**
 * Whether a hash made elsewhere can be imported: bcrypt (cost up to 16), Argon2id (up to 64 MiB), scrypt (N·r·p up to 2^20)
 * or PBKDF2 with SHA-256 or SHA-512 (up to 100,000 iterations), in Modular Crypt Format or as a PHC string.
 */
export function isSupportedPasswordHash(text: string): boolean {
  return parseStoredHash(text) !== undefined;
}

function parseStoredHash(text: string): StoredHash | undefined {
  return parseArgon2id(text) ?? parseBcrypt(text) ?? parseScrypt(text) ?? parsePbkdf2(text);
}
