import { ifChanged } from "../../db/audit/changes";
import {
  type Addresses,
  attemptLimit,
  claimSiblings,
  claimUsableCode,
  countAttempt,
  countMismatch,
  insertCode,
  removeOpenCode,
  removeOpenCodesOf,
  removeOpenCodesTo,
  reopenUsedCode,
  updatePayloads,
} from "../../db/verification-codes/changes";
import {
  selectCode,
  selectCodesSince,
  selectOpenCodes,
  selectProjectOfCode,
  selectUserOfNonce,
  textInPayload,
} from "../../db/verification-codes/queries";
import {
  batchByName,
  type Condition,
  type Database,
  type Id,
  ifFewer,
  isConditionRefused,
  refuseUnless,
  type Statement,
} from "../../platform/database";
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
 * @param fields.user ends the code when a credential of this user, as just read, is replaced or removed
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
    user?: { id: string; credentialVersion: number } | undefined;
    payload: Payload;
  },
): Promise<{ id: string; code: string; statement: ReturnType<typeof insertCode> }> {
  const id = newId();
  const code = newSecret();
  const createdAt = Date.now();
  const statement = insertCode(db, {
    projectId,
    id,
    kind: kind.name,
    subject,
    userId: user?.id ?? null,
    credentialVersion: user?.credentialVersion ?? null,
    ...(await hashesToStore(kind, code)),
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

/** The same with what `codeQuery` found. */
interface FoundAndSent extends SentCode {
  found: readonly FoundCode[];
}

/** The payload of a code, or why it cannot be used. */
type CodeOutcome<Payload extends Json> = { payload: Payload } | { problem: VerificationCodeError };

/** The payload of a code. It is not used up, but the check counts as a try. */
export async function checkCode<Payload extends Json>(
  { db, fail }: { db: Database } & Failing<VerificationCodeError>,
  kind: CodeKind<Payload>,
  sent: SentCode,
): Promise<Payload> {
  const outcome = await readOpenCode(db, kind, sent);
  return "problem" in outcome ? fail(outcome.problem) : outcome.payload;
}

/**
 * Works as `checkCode`, but the right code is no try, however often its page is opened. A code of another kind is no try either, and the
 * error says nothing about it. Guesses of the part before the nonce do count.
 */
export async function previewCode<Payload extends Json>(
  { db, fail }: { db: Database } & Failing<VerificationCodeError>,
  kind: CodeKind<Payload>,
  sent: SentCode,
): Promise<Payload> {
  const outcome = await tryPreviewCode(db, kind, sent);
  return "problem" in outcome ? fail(outcome.problem) : outcome.payload;
}

/** As `previewCode`, for callers with errors of their own. */
export async function tryPreviewCode<Payload extends Json>(
  db: Database,
  kind: CodeKind<Payload>,
  { projectId, code }: SentCode,
): Promise<CodeOutcome<Payload>> {
  const hashes = { projectId, kind: kind.name, ...(await hashesOf(kind, code)) };
  const [, [found]] = await db.batch([countMismatch(db, hashes), selectCode(db, hashes)]);
  // The next try is the one that uses the code.
  const outcome = readCode(found && { ...found, attempts: found.attempts + 1 }, Date.now());
  return "problem" in outcome ? outcome : { payload: kind.payload.parse(outcome.payload) };
}

/**
 * What a code was made for, usable or not: for a caller that checks more about its holder before the code is used up.
 * Nothing is counted.
 */
export async function readPayload<Payload extends Json>(
  db: Database,
  kind: CodeKind<Payload>,
  { projectId, code }: SentCode,
): Promise<Payload | undefined> {
  const [[found]] = await db.batch([selectCode(db, { projectId, kind: kind.name, ...(await hashesOf(kind, code)) })]);
  return found && kind.payload.parse(found.payload);
}

/** Whom the email was for whose code was mistyped; undefined where it was for nobody. */
export async function userIdOfNonce(db: Database, { projectId, code }: SentCode): Promise<string | undefined> {
  const nonceHash = await hashSecret(halvesOf(code.toLowerCase()).nonce);
  const [[found]] = await db.batch([selectUserOfNonce(db, { projectId, nonceHash })]);
  return found?.userId ?? undefined;
}

/** As `checkCode`, for pages that explain why a code cannot be used. */
export async function readOpenCode<Payload extends Json>(
  db: Database,
  kind: CodeKind<Payload>,
  { projectId, code }: SentCode,
): Promise<CodeOutcome<Payload>> {
  const hashes = { projectId, kind: kind.name, ...(await hashesOf(kind, code)) };
  const [, found] = await db.batch([countAttempt(db, hashes), selectCode(db, hashes)]);
  const outcome = readCode(found[0], Date.now());
  return "problem" in outcome ? outcome : { payload: kind.payload.parse(outcome.payload) };
}

/**
 * Uses a code up, for some kinds with the others of its subject, and returns its payload, to one caller of many. One round
 * trip, two with `validate`.
 *
 * @param sent.validate checks the payload before the code is used up; what it throws leaves the code unused
 */
export async function claimCode<Payload extends Json>(
  { db, fail }: { db: Database } & Failing<VerificationCodeError>,
  kind: CodeKind<Payload>,
  { validate, ...sent }: SentCode & { validate?: (payload: Payload) => Promise<void> | void },
): Promise<Payload> {
  if (validate) await validate(await checkCode({ db, fail }, kind, sent));
  const outcome = await claim(db, kind, { ...sent, isCounted: validate !== undefined });
  return "problem" in outcome ? fail(outcome.problem) : outcome.payload;
}

/**
 * What `claimFoundCode` needs to have found. It may travel with the caller's own look-up: it counts nothing, and a code that
 * was not sent finds nothing.
 *
 * @returns also `textOf`, a subselect of a text in the code's payload, for what else is read by it
 */
export async function codeQuery<Payload extends Json>(
  db: Database,
  kind: CodeKind<Payload>,
  { projectId, code }: SentCode,
): Promise<{
  statement: ReturnType<typeof selectCode>;
  textOf(name: keyof Payload & string): ReturnType<typeof textInPayload>;
}> {
  const one = { projectId, kind: kind.name, ...(await hashesOf(kind, code)) };
  return { statement: selectCode(db, one), textOf: (name) => textInPayload(one, name) };
}

/**
 * As `claimCode` with `validate`, for a code that was read with the caller. One round trip: the try is counted as the code is
 * used up, and only what is found then is told.
 *
 * @param sent.validate checks the payload and changes nothing, since no try is counted yet; what it throws leaves the code
 *   unused and counts the try
 */
export async function claimFoundCode<Payload extends Json>(
  tools: { db: Database } & Failing<VerificationCodeError>,
  kind: CodeKind<Payload>,
  { found, validate, ...sent }: FoundAndSent & { validate(payload: Payload): void },
): Promise<Payload> {
  try {
    validate(readFound(tools, kind, found));
  } catch (refusal) {
    await checkCode(tools, kind, sent);
    throw refusal;
  }
  return claimCode(tools, kind, sent);
}

/**
 * Uses up a code that was read with the caller, and does what follows from it in the same round trip and transaction. Where
 * that fails, the code is used up all the same, and the failure is thrown.
 *
 * @param sent.follow what follows from the payload. The first statement fails unless `ifChanged`: it comes right after the one
 *   that uses the code up, which of many at once only one does
 */
export async function claimFoundCodeThen<Payload extends Json>(
  tools: { db: Database } & Failing<VerificationCodeError>,
  kind: CodeKind<Payload>,
  { found, follow, ...sent }: FoundAndSent & { follow(payload: Payload): readonly [Statement, ...Statement[]] },
): Promise<void> {
  const { db } = tools;
  let following: readonly Statement[];
  try {
    following = follow(readFound(tools, kind, found));
  } catch (refusal) {
    await checkCode(tools, kind, sent);
    throw refusal;
  }
  const hashes = { projectId: sent.projectId, kind: kind.name, ...(await hashesOf(kind, sent.code)) };
  const claimed = { ...hashes, now: Date.now() };
  const siblings = siblingsOf(db, kind, claimed);
  try {
    await db.batch([countAttempt(db, hashes), claimUsableCode(db, claimed), ...following, ...siblings]);
  } catch (error) {
    await claimCode(tools, kind, sent);
    throw error;
  }
}

/**
 * Uses up a code that `checkCode` has read, and does what follows from it in the same transaction. Where that fails, the code can be used
 * again, and the failure is thrown.
 *
 * @returns the results of what follows
 */
export async function claimCodeWith<Payload extends Json, Following extends readonly [Statement, ...Statement[]]>(
  { db, fail }: { db: Database } & Failing<VerificationCodeError>,
  kind: CodeKind<Payload>,
  { projectId, code }: SentCode,
  following: Following,
): Promise<ResultsOf<Following>> {
  const { codeHashes } = await hashesOf(kind, code);
  const claimed = { projectId, kind: kind.name, codeHashes, now: Date.now() };
  try {
    const statements = [claimUsableCode(db, claimed), refuseUnless(db, ifChanged), ...siblingsOf(db, kind, claimed)];
    const results: unknown[] = await db.batch([...statements, ...following] as unknown as [Statement, ...Statement[]]);
    return results.slice(statements.length) as ResultsOf<Following>;
  } catch (error) {
    const outcome = isConditionRefused(error) && (await tryPreviewCode(db, kind, { projectId, code }));
    // Without the cause, by which a condition of what follows is told apart.
    if (outcome && "problem" in outcome) return fail(outcome.problem);
    throw error;
  }
}

type ResultsOf<Statements extends readonly Statement[]> = {
  [Index in keyof Statements]: Awaited<Statements[Index]>;
};

/** As `claimCode`, for pages that explain why a code cannot be used. One round trip. */
export function tryClaimCode<Payload extends Json>(
  db: Database,
  kind: CodeKind<Payload>,
  sent: SentCode,
): Promise<CodeOutcome<Payload>> {
  return claim(db, kind, { ...sent, isCounted: false });
}

/** @param sent.isCounted whether the try has been counted already */
async function claim<Payload extends Json>(
  db: Database,
  kind: CodeKind<Payload>,
  { projectId, code, isCounted }: SentCode & { isCounted: boolean },
): Promise<CodeOutcome<Payload>> {
  const hashes = { projectId, kind: kind.name, ...(await hashesOf(kind, code)) };
  const now = Date.now();
  const [siblings] = siblingsOf(db, kind, { ...hashes, now });
  const { found, claimed } = await batchByName(db, {
    ...(!isCounted && { attempt: countAttempt(db, hashes) }),
    found: selectCode(db, hashes),
    claimed: claimUsableCode(db, { ...hashes, now }),
    siblings,
  });
  const [won] = claimed;
  if (won) return { payload: kind.payload.parse(won.payload) };
  // The reason: the code as it was before the claim.
  const outcome = readCode(found[0], now);
  return "problem" in outcome ? outcome : { problem: "VERIFICATION_CODE_ALREADY_USED" };
}

/** The statement that uses up what a code takes with it that has just been claimed; none for most kinds. */
function siblingsOf(
  db: Database,
  { isUsedOncePerSubject, isUsedOncePerEmail }: Pick<CodeKind<Json>, "isUsedOncePerSubject" | "isUsedOncePerEmail">,
  claimed: Parameters<typeof claimUsableCode>[1],
): ReturnType<typeof claimSiblings>[] {
  if (!isUsedOncePerSubject && !isUsedOncePerEmail) return [];
  return [claimSiblings(db, { ...claimed, areOfEmail: !isUsedOncePerSubject })];
}

/**
 * The statement that uses a code up if it can be used, for a batch in which what follows depends on that.
 *
 * @param payload what `readUsedCode` returns afterwards, instead of what the code was made for
 */
export async function claimingCode<Payload extends Json>(
  db: Database,
  kind: CodeKind<Payload>,
  { projectId, code }: SentCode,
  payload?: Payload,
): Promise<{ statement: ReturnType<typeof claimUsableCode> }> {
  const { codeHashes } = await hashesOf(kind, code);
  const replaced = payload !== undefined && { payload };
  return { statement: claimUsableCode(db, { projectId, kind: kind.name, codeHashes, now: Date.now(), ...replaced }) };
}

/** The payload of a code that was used; undefined for any other. Nothing is counted: no part of the code is enough. */
export async function readUsedCode<Payload extends Json>(
  db: Database,
  kind: CodeKind<Payload>,
  { projectId, code }: SentCode,
): Promise<Payload | undefined> {
  const [[found]] = await db.batch([selectCode(db, { projectId, kind: kind.name, ...(await hashesOf(kind, code)) })]);
  return found && found.usedAt !== null ? kind.payload.parse(found.payload) : undefined;
}

/** Makes a code that this request has used up usable again. */
export async function reopenCode<Payload extends Json>(
  db: Database,
  kind: CodeKind<Payload>,
  { projectId, code }: SentCode,
): Promise<void> {
  const { codeHashes } = await hashesOf(kind, code);
  await db.batch([reopenUsedCode(db, { projectId, kind: kind.name, codeHashes })]);
}

/** The project that a code was made in, for links that carry the code alone. Whether it can be used is not checked. */
export async function projectOfCode<Payload extends Json>(
  databases: Pick<Databases, "shards">,
  kind: CodeKind<Payload>,
  code: string,
): Promise<{ projectId: string; projectName: string } | undefined> {
  const { codeHash } = await hashesToStore(kind, code);
  const [found] = await findInShards(databases, (db) => selectProjectOfCode(db, { kind: kind.name, codeHash }));
  return found;
}

/** Codes of one kind about one subject. */
interface Subject {
  projectId: string;
  subject: string;
}

/** The codes about a subject that are neither used nor expired, oldest first; their payloads unread. */
export function openCodes<Payload extends Json>(
  db: Database,
  kind: CodeKind<Payload>,
  subject: Omit<Subject, "projectId"> & { projectId: Id },
) {
  return selectOpenCodes(db, { ...subject, kind: kind.name, now: Date.now() });
}

/** That fewer codes about a subject than so many were made since some time, as a condition of the statement that makes one. */
export function fewerCodesSince<Payload extends Json>(
  db: Database,
  kind: CodeKind<Payload>,
  codes: Subject & { since: number },
  max: number,
): Condition {
  return ifFewer(selectCodesSince(db, { ...codes, kind: kind.name }), max);
}

/** Revokes a code about a subject that is not used yet; returns nothing where there is none. */
export function revokeCode<Payload extends Json>(
  db: Database,
  kind: CodeKind<Payload>,
  code: Subject & { id: string },
) {
  return removeOpenCode(db, { ...code, kind: kind.name, now: Date.now() });
}

/** Revokes all open codes about a subject. */
export function revokeCodesOf<Payload extends Json>(db: Database, kind: CodeKind<Payload>, subject: Subject) {
  return removeOpenCodesOf(db, { ...subject, kind: kind.name, now: Date.now() });
}

/** Revokes the open codes about a subject that were emailed to some addresses, which are in lower case. */
export function revokeCodesTo<Payload extends Json & { email: string }>(
  db: Database,
  kind: CodeKind<Payload>,
  codes: Subject & { addresses: Addresses; areMailboxes?: boolean },
) {
  return removeOpenCodesTo(db, { ...codes, kind: kind.name, now: Date.now() });
}

/** Replaces the payload of all codes about a subject. */
export function replacePayloads<Payload extends Json>(
  db: Database,
  kind: CodeKind<Payload>,
  { payload, ...subject }: Subject & { payload: Payload },
) {
  return updatePayloads(db, { ...subject, kind: kind.name, payload });
}

type FoundCode = {
  payload: Json;
  attempts: number;
  expiresAt: number;
  usedAt: number | null;
  isOfCurrentCredentials: boolean;
};

/** The payload of a code that was found and whose present try is not counted yet. */
function readFound<Payload extends Json>(
  { fail }: Failing<VerificationCodeError>,
  kind: CodeKind<Payload>,
  [found]: readonly FoundCode[],
): Payload {
  const outcome = readCode(found && { ...found, attempts: found.attempts + 1 }, Date.now());
  return "problem" in outcome ? fail(outcome.problem) : kind.payload.parse(outcome.payload);
}

/** `attempts` counts the present try too. */
function readCode(code: FoundCode | undefined, now: number): CodeOutcome<Json> {
  if (!code) return { problem: "VERIFICATION_CODE_NOT_FOUND" };
  if (code.expiresAt <= now) return { problem: "VERIFICATION_CODE_EXPIRED" };
  if (code.usedAt !== null) return { problem: "VERIFICATION_CODE_ALREADY_USED" };
  if (!code.isOfCurrentCredentials) return { problem: "VERIFICATION_CODE_NOT_FOUND" };
  if (code.attempts > attemptLimit) return { problem: "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED" };
  return { payload: code.payload };
}

async function hashesOf(kind: Pick<CodeKind<Json>, "hashes">, code: string) {
  const text = code.toLowerCase();
  const codeHashes: readonly [string, ...string[]] = kind.hashes ? await kind.hashes(text) : [await hashSecret(text)];
  return { codeHashes, nonceHash: await hashSecret(halvesOf(text).nonce) };
}

async function hashesToStore(kind: Pick<CodeKind<Json>, "hashes">, code: string) {
  const { codeHashes, nonceHash } = await hashesOf(kind, code);
  return { codeHash: codeHashes[0], nonceHash };
}
