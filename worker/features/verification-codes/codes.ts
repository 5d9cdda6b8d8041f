import { ifChanged } from "../../db/audit/changes";
import {
  attemptLimit,
  claimSiblings,
  claimUsableCode,
  countAttempt,
  countMismatch,
  insertCode,
} from "../../db/verification-codes/changes";
import { selectCode, selectProjectOfCode } from "../../db/verification-codes/queries";
import { batchByName, type Database, refuseUnless, type Statement, unlessRefused } from "../../platform/database";
import { type Databases, findInShards } from "../../platform/databases";
import { hashSecret, newId, newSecret } from "../../platform/secrets";
import type { Failing } from "../../protocol/failing";
import type { Json } from "../../protocol/fields";
import type { TrustedUrl } from "../projects";
import type { CodeKind } from "./code-kind";
import type { VerificationCodeError } from "./contract";

const typedLength = 6;

/**
 * A new code of a kind, and the statement that stores it. Only its hash is stored, so the code can only be sent
 * now. Codes that were made before stay valid.
 *
 * @param fields.lifetimeMillis how long it can be used; `codeLifetime` has that of codes in emails
 * @param fields.subject what the code is listed by, where codes of this kind are
 * @param fields.user whose the code is; with the version of their credentials, as just read, it ends when one is replaced or removed
 */
export async function newCode<Payload extends Json>(
  db: Database,
  kind: CodeKind<Payload>,
  {
    projectId,
    lifetimeMillis,
    subject = null,
    user,
    payload,
  }: {
    projectId: string;
    lifetimeMillis: number;
    subject?: string | null;
    user?: { id: string; credentialVersion?: number } | undefined;
    payload: Payload;
  },
): Promise<{ id: string; code: string; statement: ReturnType<typeof insertCode> }> {
  const id = newId();
  const code = newSecret();
  const {
    codeHashes: [codeHash],
    ...key
  } = await codeKey(kind, { projectId, code });
  const createdAt = Date.now();
  const statement = insertCode(db, {
    ...key,
    id,
    codeHash,
    subject,
    userId: user?.id ?? null,
    credentialVersion: user?.credentialVersion ?? null,
    payload,
    createdAt,
    expiresAt: createdAt + lifetimeMillis,
  });
  return { id, code, statement };
}

/** A code in two: what is typed by hand where a code is typed, and the nonce that completes it. */
export function halvesOf(code: string): { typed: string; nonce: string } {
  return { typed: code.slice(0, typedLength), nonce: code.slice(typedLength) };
}

/** The address that an email links to: the callback with `code` in its query, in place of an earlier one. */
export function codeLink(callbackUrl: TrustedUrl, code: string): string {
  const link = new URL(callbackUrl);
  link.searchParams.set("code", code);
  return link.href;
}

/** A code that a client sent, in any case of letters. */
interface SentCode {
  projectId: string;
  code: string;
}

/** Returns what the statements of a code find it by, also in a batch of the caller's own. Those that only read it count no try. */
export async function codeKey<Payload extends Json>(kind: CodeKind<Payload>, { projectId, code }: SentCode) {
  return { projectId, kind: kind.name, ...(await hashesOf(kind, code)) };
}

/** `fail` ends the request where a code cannot be used, or makes what is returned in place of its payload. */
interface CodeTools<Refused> {
  db: Database;
  fail: (problem: VerificationCodeError) => Refused;
}

/**
 * Returns the payload of a code. It is not used up, but the check counts as a try.
 *
 * @param options.isPreview is for a page that may be opened often. The right code is no try then, nor is one of another kind, about which the
 *   error says nothing. Guesses of the part before the nonce count.
 */
export async function checkCode<Payload extends Json, Refused>(
  { db, fail }: CodeTools<Refused>,
  kind: CodeKind<Payload>,
  sent: SentCode,
  { isPreview = false }: { isPreview?: boolean } = {},
): Promise<Payload | Refused> {
  const outcome = await tryCode(db, kind, await codeKey(kind, sent), isPreview);
  return "problem" in outcome ? fail(outcome.problem) : outcome.payload;
}

async function tryCode<Payload extends Json>(
  db: Database,
  kind: CodeKind<Payload>,
  key: Awaited<ReturnType<typeof codeKey>>,
  isPreview = false,
): Promise<CodeOutcome<Payload>> {
  const counting = isPreview ? countMismatch(db, key) : countAttempt(db, key);
  const [, found] = await db.batch([counting, selectCode(db, key)]);
  return readCode(kind, found, isPreview ? 1 : 0);
}

/**
 * Uses a code up, for some kinds with the others of its subject, and returns its payload, to one caller of many. One round
 * trip, two with `validate`.
 *
 * @param sent.validate checks the payload before the code is used up; what it throws leaves the code unused
 */
export async function claimCode<Payload extends Json, Refused>(
  { db, fail }: CodeTools<Refused>,
  kind: CodeKind<Payload>,
  { validate, ...sent }: SentCode & { validate?: (payload: Payload) => Promise<void> | void },
): Promise<Payload | Refused> {
  const key = await codeKey(kind, sent);
  if (validate) {
    const outcome = await tryCode(db, kind, key);
    if ("problem" in outcome) return fail(outcome.problem);
    await validate(outcome.payload);
  }
  const now = Date.now();
  const [siblings] = siblingsOf(db, kind, { ...key, now });
  const { found, claimed } = await batchByName(db, {
    ...(!validate && { attempt: countAttempt(db, key) }),
    found: selectCode(db, key),
    claimed: claimUsableCode(db, { ...key, now }),
    siblings,
  });
  const [won] = claimed;
  if (won) return kind.payload.parse(won.payload);
  // The reason: the code as it was before the claim.
  const outcome = readCode(kind, found, 0, now);
  return fail("problem" in outcome ? outcome.problem : "VERIFICATION_CODE_ALREADY_USED");
}

/**
 * As `claimCode` with `validate`, for a code that `selectCode` read with the caller. One round trip: the try is counted as the code
 * is used up, and only what is found then is told.
 *
 * @param sent.follow checks the payload and changes nothing, since no try is counted yet; what it throws leaves the code unused and
 *   counts the try. The statements that it returns follow in the same transaction. The first one fails unless `ifChanged`: it comes
 *   right after the one that uses the code up, which of many at once only one does. Where they fail, the code is used up all the
 *   same, and the failure is thrown
 */
export async function claimFoundCode<Payload extends Json>(
  tools: { db: Database } & Failing<VerificationCodeError>,
  kind: CodeKind<Payload>,
  {
    found,
    follow,
    ...sent
  }: SentCode & { found: readonly FoundCode[]; follow(payload: Payload): readonly Statement[] },
): Promise<Payload> {
  const { db, fail } = tools;
  let payload: Payload;
  let following: readonly Statement[];
  try {
    const outcome = readCode(kind, found, 1);
    payload = "problem" in outcome ? fail(outcome.problem) : outcome.payload;
    following = follow(payload);
  } catch (refusal) {
    await checkCode(tools, kind, sent);
    throw refusal;
  }
  if (following.length === 0) return await claimCode(tools, kind, sent);
  const key = await codeKey(kind, sent);
  const claimed = { ...key, now: Date.now() };
  const siblings = siblingsOf(db, kind, claimed);
  try {
    await db.batch([countAttempt(db, key), claimUsableCode(db, claimed), ...following, ...siblings]);
    return payload;
  } catch (error) {
    await claimCode(tools, kind, sent);
    throw error;
  }
}

/**
 * Uses up a code by its hash, and does what follows from it in the same transaction. The first of that fails unless `ifChanged`. Where it
 * fails, the code is used up all the same, and the failure is thrown.
 */
export async function claimReadCode(
  { db, fail }: { db: Database } & Failing<"VERIFICATION_CODE_NOT_FOUND">,
  kind: CodeKind<Json>,
  { projectId, codeHash, following }: { projectId: string; codeHash: string; following: readonly Statement[] },
): Promise<void> {
  const claimed = { projectId, kind: kind.name, codeHashes: [codeHash], now: Date.now() };
  const siblings = siblingsOf(db, kind, claimed);
  try {
    await db.batch([claimUsableCode(db, claimed), ...following, ...siblings]);
  } catch (error) {
    const [used] = await db.batch([claimUsableCode(db, claimed), ...siblings]);
    if (used.length === 0) fail("VERIFICATION_CODE_NOT_FOUND", undefined, { cause: error });
    throw error;
  }
}

/**
 * Uses up a code that `checkCode` has read, and does what follows from it in the same transaction. Where that fails, the code can be used
 * again, and the failure is thrown.
 *
 * @returns the results of what follows; undefined where a condition of it does not hold
 */
export async function claimCodeWith<Payload extends Json, Following extends readonly [Statement, ...Statement[]]>(
  tools: { db: Database } & Failing<VerificationCodeError>,
  kind: CodeKind<Payload>,
  sent: SentCode,
  following: Following,
): Promise<ResultsOf<Following> | undefined> {
  const { db } = tools;
  const statements = claimStatements(db, kind, await codeKey(kind, sent));
  const batch = [...statements, ...following] as unknown as [Statement, ...Statement[]];
  const results: unknown[] | undefined = await unlessRefused(db.batch(batch));
  if (!results) await checkCode(tools, kind, sent, { isPreview: true });
  return results?.slice(statements.length) as ResultsOf<Following> | undefined;
}

/** The statements that use up the code of a `codeKey`. They fail, as `isConditionRefused` recognises, unless it still can be used. */
export function claimStatements(
  db: Database,
  kind: Pick<CodeKind<Json>, "isUsedOncePerSubject" | "isUsedOncePerEmail">,
  key: Awaited<ReturnType<typeof codeKey>>,
): [Statement, ...Statement[]] {
  const claimed = { ...key, now: Date.now() };
  return [claimUsableCode(db, claimed), refuseUnless(db, ifChanged), ...siblingsOf(db, kind, claimed)];
}

type ResultsOf<Statements extends readonly Statement[]> = {
  [Index in keyof Statements]: Awaited<Statements[Index]>;
};

/** The statement that uses up what a code takes with it that has just been claimed; none for most kinds. */
function siblingsOf(
  db: Database,
  { isUsedOncePerSubject, isUsedOncePerEmail }: Pick<CodeKind<Json>, "isUsedOncePerSubject" | "isUsedOncePerEmail">,
  claimed: Parameters<typeof claimUsableCode>[1],
): ReturnType<typeof claimSiblings>[] {
  if (!isUsedOncePerSubject && !isUsedOncePerEmail) return [];
  return [claimSiblings(db, { ...claimed, areOfEmail: !isUsedOncePerSubject })];
}

/** The project that a code was made in, for links that carry the code alone. Whether it can be used is not checked. */
export async function projectOfCode<Payload extends Json>(
  databases: Pick<Databases, "shards">,
  kind: CodeKind<Payload>,
  code: string,
): Promise<{ projectId: string; projectName: string } | undefined> {
  const {
    codeHashes: [codeHash],
  } = await hashesOf(kind, code);
  const [found] = await findInShards(databases, (db) => selectProjectOfCode(db, { kind: kind.name, codeHash }));
  return found;
}

type CodeOutcome<Payload extends Json> = { payload: Payload } | { problem: VerificationCodeError };

type FoundCode = {
  payload: Json;
  attempts: number;
  expiresAt: number;
  usedAt: number | null;
  isOfCurrentCredentials: boolean;
};

/**
 * The payload of a code as it was found, or why it cannot be used.
 *
 * @param uncounted how many tries are not in what was found
 */
function readCode<Payload extends Json>(
  kind: CodeKind<Payload>,
  [code]: readonly FoundCode[],
  uncounted: 0 | 1,
  now = Date.now(),
): CodeOutcome<Payload> {
  if (!code) return { problem: "VERIFICATION_CODE_NOT_FOUND" };
  if (code.expiresAt <= now) return { problem: "VERIFICATION_CODE_EXPIRED" };
  if (code.usedAt !== null) return { problem: "VERIFICATION_CODE_ALREADY_USED" };
  if (!code.isOfCurrentCredentials) return { problem: "VERIFICATION_CODE_NOT_FOUND" };
  if (code.attempts + uncounted > attemptLimit) return { problem: "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED" };
  return { payload: kind.payload.parse(code.payload) };
}

async function hashesOf(kind: Pick<CodeKind<Json>, "hashes">, code: string) {
  const text = code.toLowerCase();
  const codeHashes: readonly [string, ...string[]] = kind.hashes ? await kind.hashes(text) : [await hashSecret(text)];
  return { codeHashes, nonceHash: await hashSecret(halvesOf(text).nonce) };
}
