import { and, type Column, eq, gt, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Id } from "../../platform/database";
import { verificationCodes } from "./schema";

export interface OneCode {
  projectId: string;
  kind: string;
  /** The forms in which the code may be stored. */
  codeHashes: readonly string[];
}

export interface Subject {
  projectId: string;
  kind: string;
  subject: string;
}

/** The same of some kinds. */
export type SubjectOfKinds = Omit<Subject, "kind"> & { kind: readonly string[] };

/**
 * @param subject.kind or some of them
 * @param subject.subject may be a subselect of it
 */
export function isOf({
  projectId,
  kind,
  subject,
}: {
  projectId: Id;
  kind: string | readonly string[];
  subject: string | SQL;
}) {
  const { kind: ofKind } = verificationCodes;
  return and(
    eq(verificationCodes.projectId, projectId),
    typeof kind === "string" ? eq(ofKind, kind) : inArray(ofKind, [...kind]),
    eq(verificationCodes.subject, subject),
  );
}

/** The `email` of a code's payload, as addresses are compared: in lower case; null where it has been forgotten. */
export function emailIn(payload: Column = verificationCodes.payload): SQL {
  return sql`nullif(lower(json_extract(${payload}, '$.email')), '')`;
}

export function isOpen(now: number) {
  return and(isNull(verificationCodes.usedAt), gt(verificationCodes.expiresAt, now));
}

/** Tells whether the credentials that a code was made under, if it names any, are still those of its user. */
export function isOfCurrentCredentials() {
  const { projectId, userId, credentialVersion } = verificationCodes;
  // Spelled out, because changes of users end codes, so that this folder refers to none of theirs.
  const current = sql`(select credential_version from users where project_id = ${projectId} and id = ${userId})`;
  return or(isNull(credentialVersion), eq(credentialVersion, current));
}

export function isCode({ projectId, kind, codeHashes }: OneCode) {
  return and(
    eq(verificationCodes.projectId, projectId),
    eq(verificationCodes.kind, kind),
    inArray(verificationCodes.codeHash, [...codeHashes]),
  );
}
