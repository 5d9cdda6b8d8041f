import { and, eq, inArray, lte, notInArray, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "../../platform/database";
import type { Json } from "../../protocol/fields";
import { rowsPerStep } from "../expired-rows";
import { mailboxIn } from "../mailbox";
import {
  emailIn,
  isCode,
  isOf,
  isOfCurrentCredentials,
  isOpen,
  type OneCode,
  type Subject,
  type SubjectOfKinds,
} from "./conditions";
import { codesKeptUntil, verificationCodes } from "./schema";

/** Limits how often codes of one nonce may be tried, right or wrong. */
export const attemptLimit = 20;

export function insertCode(
  db: Database,
  code: Omit<OneCode, "codeHashes"> & {
    id: string;
    codeHash: string;
    subject: string | null;
    userId: string | null;
    credentialVersion: number | null;
    nonceHash: string;
    payload: Json;
    createdAt: number;
    expiresAt: number;
  },
) {
  return db.insert(verificationCodes).values(code);
}

/** Counts a try against every code of the nonce, whatever its kind, even if the guess of the rest fits none. */
export function countAttempt(db: Database, { projectId, nonceHash }: { projectId: string; nonceHash: string }) {
  return db
    .update(verificationCodes)
    .set({ attempts: sql`${verificationCodes.attempts} + 1` })
    .where(and(eq(verificationCodes.projectId, projectId), eq(verificationCodes.nonceHash, nonceHash)));
}

/** Counts a try against the codes of one kind of which it fits the nonce alone: a guess of the rest. */
export function countMismatch(
  db: Database,
  { projectId, kind, nonceHash, codeHashes }: OneCode & { nonceHash: string },
) {
  return db
    .update(verificationCodes)
    .set({ attempts: sql`${verificationCodes.attempts} + 1` })
    .where(
      and(
        eq(verificationCodes.projectId, projectId),
        eq(verificationCodes.kind, kind),
        eq(verificationCodes.nonceHash, nonceHash),
        notInArray(verificationCodes.codeHash, [...codeHashes]),
      ),
    );
}

/**
 * Marks a code used if it still can be: of all requests at once, one gets the row back.
 *
 * @param code.payload what it stands for from then on, instead of what it was made for
 */
export function claimUsableCode(db: Database, { now, payload, ...code }: OneCode & { now: number; payload?: Json }) {
  return db
    .update(verificationCodes)
    .set({ usedAt: now, ...(payload !== undefined && { payload }) })
    .where(and(isCode(code), isOpen(now), isOfCurrentCredentials(), lte(verificationCodes.attempts, attemptLimit)))
    .returning({ payload: verificationCodes.payload });
}

/** Makes a code that was used usable again, for what could not be done with it after all. */
export function reopenUsedCode(db: Database, code: OneCode) {
  return db.update(verificationCodes).set({ usedAt: null }).where(isCode(code));
}

/**
 * Uses up the other open codes of the subject of a code that `claimUsableCode` has just claimed.
 *
 * @param code.areOfEmail whether only those whose payload has the same `email`
 */
export function claimSiblings(
  db: Database,
  { now, areOfEmail, ...code }: OneCode & { now: number; areOfEmail: boolean },
) {
  const claimed = alias(verificationCodes, "claimed");
  const isClaimed = and(
    eq(claimed.projectId, code.projectId),
    eq(claimed.kind, code.kind),
    inArray(claimed.codeHash, [...code.codeHashes]),
    eq(claimed.usedAt, now),
  );
  const subject = db.select({ subject: claimed.subject }).from(claimed).where(isClaimed);
  const email = db
    .select({ email: emailIn(claimed.payload).as("claimed_email") })
    .from(claimed)
    .where(isClaimed);
  return db
    .update(verificationCodes)
    .set({ usedAt: now })
    .where(
      and(
        isOf({ ...code, subject: sql`(${subject})` }),
        isOpen(now),
        areOfEmail ? eq(emailIn(), sql`(${email})`) : undefined,
      ),
    );
}

/** Removes a code of a subject, as long as it can still be used. */
export function removeOpenCode(db: Database, { id, ...subject }: Subject & { id: string }) {
  return db
    .delete(verificationCodes)
    .where(and(isOf(subject), eq(verificationCodes.id, id), isOpen(Date.now())))
    .returning({ id: verificationCodes.id });
}

/** Removes the codes of a subject, as long as they can still be used. */
export function removeOpenCodesOf(db: Database, subject: Subject | SubjectOfKinds) {
  return db.delete(verificationCodes).where(and(isOf(subject), isOpen(Date.now())));
}

/** Addresses in lower case, or a subselect of them. */
export type Addresses = SQLWrapper | readonly string[];

/**
 * Removes the codes of a subject whose payload has one of some addresses as its `email`, as long as they can still be used.
 *
 * @param codes.areMailboxes whether the addresses are those of `mailboxIn`, and any to the same mailbox counts
 */
export function removeOpenCodesTo(
  db: Database,
  { addresses, areMailboxes = false, ...subject }: Subject & { addresses: Addresses; areMailboxes?: boolean },
) {
  const email = areMailboxes ? mailboxIn(emailIn()) : emailIn();
  return db.delete(verificationCodes).where(and(isOf(subject), isOpen(Date.now()), inArray(email, addresses)));
}

/** Removes the codes of a subject whose payload has another `email` than some addresses, as long as they can still be used. */
export function removeOpenCodesExceptTo(
  db: Database,
  { addresses, ...subject }: SubjectOfKinds & { addresses: SQLWrapper },
) {
  return db.delete(verificationCodes).where(and(isOf(subject), isOpen(Date.now()), notInArray(emailIn(), addresses)));
}

/** Removes the codes of some subjects whose payload has an `inviterId`, as long as they can still be used. */
export function removeOpenCodesBy(
  db: Database,
  {
    projectId,
    kind,
    subjects,
    inviterId,
  }: { projectId: string; kind: string; subjects: SQLWrapper | string[]; inviterId: string },
) {
  const isBy = sql`json_extract(${verificationCodes.payload}, '$.inviterId') = ${inviterId}`;
  const { projectId: inProject, kind: ofKind, subject } = verificationCodes;
  return db
    .delete(verificationCodes)
    .where(and(eq(inProject, projectId), eq(ofKind, kind), inArray(subject, subjects), isOpen(Date.now()), isBy));
}

/** Replaces what all codes of a subject stand for. */
export function updatePayloads(db: Database, { payload, ...subject }: Subject & { payload: Json }) {
  return db.update(verificationCodes).set({ payload }).where(isOf(subject));
}

/** Deletes a bounded number of codes of all kinds that are kept no longer, used or not. */
export function deleteExpiredVerificationCodes(db: Database, now: number) {
  const expired = db
    .select({ rowid: sql`rowid` })
    .from(verificationCodes)
    .where(lte(codesKeptUntil, now))
    .limit(rowsPerStep);
  return db.delete(verificationCodes).where(inArray(sql`rowid`, expired));
}
