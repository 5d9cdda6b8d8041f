import { and, asc, eq, gt, isNull, lte, sql } from "drizzle-orm";
import { verificationCodes } from "../../../db/verification-codes/schema";
import type { Database } from "../../../platform/database";
import type { Json } from "../../../protocol/fields";

/** How often codes of one nonce may be tried, right or wrong. */
export const attemptLimit = 20;

interface OneCode {
  projectId: string;
  kind: string;
  codeHash: string;
}

export function insertCode(
  db: Database,
  code: OneCode & {
    id: string;
    subject: string | null;
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

export function selectCode(db: Database, { projectId, kind, codeHash }: OneCode) {
  return db
    .select({
      payload: verificationCodes.payload,
      attempts: verificationCodes.attempts,
      expiresAt: verificationCodes.expiresAt,
      usedAt: verificationCodes.usedAt,
    })
    .from(verificationCodes)
    .where(isCode({ projectId, kind, codeHash }));
}

/** The project in which a code was made. */
export function selectProjectOfCode(db: Database, { kind, codeHash }: Omit<OneCode, "projectId">) {
  return db
    .select({ projectId: verificationCodes.projectId })
    .from(verificationCodes)
    .where(and(eq(verificationCodes.codeHash, codeHash), eq(verificationCodes.kind, kind)));
}

/** Marks a code used if it still can be: of all that try at once, one gets the row back. */
export function claimUsableCode(db: Database, { now, ...code }: OneCode & { now: number }) {
  return db
    .update(verificationCodes)
    .set({ usedAt: now })
    .where(and(isCode(code), isOpen(now), lte(verificationCodes.attempts, attemptLimit)))
    .returning({ payload: verificationCodes.payload });
}

interface Subject {
  projectId: string;
  kind: string;
  subject: string;
}

/** The codes of a subject that can still be used, oldest first. */
export function selectOpenCodes(db: Database, { now, ...subject }: Subject & { now: number }) {
  return db
    .select({ id: verificationCodes.id, payload: verificationCodes.payload, expiresAt: verificationCodes.expiresAt })
    .from(verificationCodes)
    .where(and(isOf(subject), isOpen(now)))
    .orderBy(asc(verificationCodes.createdAt));
}

/** Removes a code of a subject, as long as it can still be used. */
export function removeOpenCode(db: Database, { id, now, ...subject }: Subject & { id: string; now: number }) {
  return db
    .delete(verificationCodes)
    .where(and(isOf(subject), eq(verificationCodes.id, id), isOpen(now)))
    .returning({ id: verificationCodes.id });
}

/** Replaces what all codes of a subject stand for. */
export function updatePayloads(db: Database, { payload, ...subject }: Subject & { payload: Json }) {
  return db.update(verificationCodes).set({ payload }).where(isOf(subject));
}

function isOf({ projectId, kind, subject }: Subject) {
  return and(
    eq(verificationCodes.projectId, projectId),
    eq(verificationCodes.kind, kind),
    eq(verificationCodes.subject, subject),
  );
}

function isOpen(now: number) {
  return and(isNull(verificationCodes.usedAt), gt(verificationCodes.expiresAt, now));
}

function isCode({ projectId, kind, codeHash }: OneCode) {
  return and(
    eq(verificationCodes.projectId, projectId),
    eq(verificationCodes.kind, kind),
    eq(verificationCodes.codeHash, codeHash),
  );
}
