import { tooManyRequests } from "../protocol/error-definitions";
import type { Failing } from "../protocol/failing";
import { normalizePassword } from "../protocol/fields";
import { hashArgon2id } from "./password-hash/argon2id";
import { parseStoredHash } from "./password-hash/parse-stored-hash";
import type { StoredHash } from "./password-hash/stored-hash";
import { type ShareHolder, type ShareParts, takeShare } from "./shares";
import type { PlatformTools } from "./tools";

/*
 * Every algorithm that needs memory runs synchronously, so an isolate, which has 128 MB, never computes two at once. A queue
 * of promises would do the same until a caller hangs up: what waits on a cancelled request's promise waits for ever.
 *
 * A new hash is of the normal form of a password, since keyboards compose letters in different ways (NIST SP 800-63B
 * section 3.1.1.2). Older hashes and imported ones may be of any form, which is compared first.
 */

/** Holds what hashing needs: the trace that counts it, its turn, and the setting of its cost. */
type HashingTools = Pick<PlatformTools, "trace" | "hashTurn"> &
  Failing<typeof tooManyRequests> & { settings: Pick<PlatformTools["settings"], "passwordHashCost"> };

/** Holds what verifying needs beside: the objects for costly hashes, and what counts the share of them that a project has. */
type VerifyingTools = HashingTools & Pick<PlatformTools, "costlyHashes" | "attempts">;

/** What is more costly never runs in an isolate that serves other projects. */
const costlyMillis = 250;

/**
 * Hashes a new password: Argon2id, 19 MiB, two passes, one lane (OWASP Password Storage Cheat Sheet), as a PHC string,
 * unless `PASSWORD_HASH_COST` says otherwise. Counts one hash in the trace. It waits while the project has had more than its part of
 * the isolate, and fails with 429 where that is too long.
 */
export async function hashPassword(tools: HashingTools, password: string): Promise<string> {
  await waitForTurn(tools);
  tools.trace.hashes += 1;
  return hashArgon2id(normalizePassword(password), tools.settings.passwordHashCost);
}

async function waitForTurn({ hashTurn, fail }: Pick<HashingTools, "hashTurn" | "fail">): Promise<void> {
  const refusal = await hashTurn();
  if (refusal) fail(tooManyRequests, refusal);
}

/**
 * Checks a password against a stored hash of any supported kind. It takes the password as it was typed and then, where that is another
 * text, in its normal form. It computes one hash, or two. When `needsRehash` is true (only with `valid`), the hash is an imported one,
 * or of another form. Then store `hashPassword` of the same password instead. A hash that takes more than 250 ms of processor time is
 * computed in an object of the project. The check fails with 429 when the project's share of the minute is used up.
 *
 * @param parts of the project's share that the hash counts for too
 * @throws {Error} when the stored text is no supported hash, which `isSupportedPasswordHash` checks before it is stored
 */
export async function verifyPassword(
  tools: VerifyingTools,
  project: ShareHolder,
  stored: string,
  password: string,
  parts: ShareParts = {},
): Promise<{ valid: boolean; needsRehash: boolean }> {
  const hash = await parseStoredHash(stored);
  if (!hash) throw new Error("A stored password hash is of no supported kind");
  for (const form of formsOf(password)) {
    if (!(await matches(tools, { project, stored, hash, parts }, form))) continue;
    const isNormal = form === normalizePassword(password);
    return { valid: true, needsRehash: !isNormal || !hash.isCurrent(tools.settings.passwordHashCost) };
  }
  return { valid: false, needsRehash: false };
}

/** The texts that a typed password is compared as. */
function formsOf(password: string): Set<string> {
  return new Set([password, normalizePassword(password)]);
}

async function matches(
  tools: VerifyingTools,
  { project, stored, hash, parts }: { project: ShareHolder; stored: string; hash: StoredHash; parts: ShareParts },
  password: string,
): Promise<boolean> {
  const { trace, costlyHashes, fail } = tools;
  if (hash.costMillis <= costlyMillis) {
    await waitForTurn(tools);
    trace.hashes += 1;
    return hash.matches(password);
  }
  const refusal = await takeShare(tools, "hash_seconds", project, { amount: hash.costMillis / 1000, parts });
  if (refusal) fail(tooManyRequests, refusal);
  trace.hashes += 1;
  return costlyHashes.getByName(project.id).matches(stored, password);
}

/**
 * Does the work of a sign-in for an account that does not exist. Neither the time nor the count of hashes then reveals whether it does
 * (OWASP Authentication Cheat Sheet, Authentication Responses). An imported hash that was not replaced yet costs what its own algorithm
 * costs.
 */
export async function burnPasswordHash(tools: HashingTools, password: string): Promise<void> {
  for (const form of formsOf(password)) await hashPassword(tools, form);
}

/**
 * Says whether a hash made elsewhere can be imported, in Modular Crypt Format or as a PHC string. It can be bcrypt
 * (cost up to 16), Argon2id (up to 64 MiB) or scrypt (N·r·p up to 2^20). PBKDF2 can have SHA-256 or SHA-512, and up to
 * 100,000 iterations.
 */
export async function isSupportedPasswordHash(text: string): Promise<boolean> {
  return (await parseStoredHash(text)) !== undefined;
}
