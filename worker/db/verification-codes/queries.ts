import { and, asc, desc, eq, gt, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type Database, type Id, rowIs } from "../../platform/database";
import { projectNameColumns, projectOf } from "../projects/joins";
import { teamOf } from "../teams/joins";
import { isCode, isOf, isOfCurrentCredentials, isOpen, type OneCode, type Subject } from "./conditions";
import { recipientOfInvitation, verificationCodes } from "./schema";

export function selectCode(db: Database, { projectId, kind, codeHashes }: OneCode) {
  return db
    .select({
      payload: verificationCodes.payload,
      attempts: verificationCodes.attempts,
      expiresAt: verificationCodes.expiresAt,
      usedAt: verificationCodes.usedAt,
      isOfCurrentCredentials: sql`${isOfCurrentCredentials()}`.mapWith(Boolean).as("is_of_current_credentials"),
    })
    .from(verificationCodes)
    .where(isCode({ projectId, kind, codeHashes }));
}

/** A text in the payload of a code, as a subselect; null for a code that is not there. */
export function textInPayload(code: OneCode, name: string): SQL {
  return sql`(select json_extract(${verificationCodes.payload}, ${`$.${name}`}) from ${verificationCodes} where ${isCode(code)})`;
}

/** A code by its id, while it can still be used: a row, or nothing. */
export function selectOpenCode(db: Database, code: CodeId) {
  return db
    .select({ codeHash: verificationCodes.codeHash, payload: verificationCodes.payload })
    .from(verificationCodes)
    .where(and(isCodeOfId(code), isOpen(Date.now())));
}

/** The same as `textInPayload`, of a code by its id. */
export function textInPayloadOf(code: CodeId, name: string): SQL {
  return sql`(select json_extract(${verificationCodes.payload}, ${`$.${name}`}) from ${verificationCodes} where ${isCodeOfId(code)})`;
}

interface CodeId {
  projectId: Id;
  kind: string;
  id: string;
}

function isCodeOfId({ projectId, kind, id }: CodeId) {
  return and(rowIs(verificationCodes, { projectId, id }), eq(verificationCodes.kind, kind));
}

/** The open invitations to some addresses, which are in normal form, with the names of their teams, newest first. */
export function selectInvitationsTo(
  db: Database,
  { projectId, emails, limit }: { projectId: Id; emails: SQLWrapper; limit: number },
) {
  const [teams, isTeam] = teamOf(sql`${verificationCodes.projectId}`, sql`${verificationCodes.subject}`);
  return db
    .select({
      id: verificationCodes.id,
      payload: verificationCodes.payload,
      expiresAt: verificationCodes.expiresAt,
      teamDisplayName: sql<string>`${teams.displayName}`.as("team_display_name"),
    })
    .from(verificationCodes)
    .innerJoin(teams, isTeam)
    .where(
      and(
        eq(verificationCodes.projectId, projectId),
        // Spelled out, because a bound value would keep SQLite from the partial index.
        sql`${verificationCodes.kind} = 'team_invitation'`,
        inArray(recipientOfInvitation, emails),
        isOpen(Date.now()),
      ),
    )
    .orderBy(desc(verificationCodes.createdAt))
    .limit(limit);
}

/** The project in which a code was made, with its name. */
export function selectProjectOfCode(db: Database, { kind, codeHash }: { kind: string; codeHash: string }) {
  return db
    .select({ projectId: verificationCodes.projectId, ...projectNameColumns })
    .from(verificationCodes)
    .innerJoin(...projectOf(verificationCodes.projectId))
    .where(and(eq(verificationCodes.codeHash, codeHash), eq(verificationCodes.kind, kind)));
}

/** The codes of a subject that were made since some time, used or not. */
export function selectCodesSince(db: Database, { since, ...subject }: Subject & { since: number }) {
  return db
    .select({ one: sql`1` })
    .from(verificationCodes)
    .where(and(isOf(subject), gt(verificationCodes.createdAt, since)));
}

/** The codes of a subject that can still be used, oldest first. */
export function selectOpenCodes(db: Database, subject: Omit<Subject, "projectId"> & { projectId: Id }) {
  return db
    .select({ id: verificationCodes.id, payload: verificationCodes.payload, expiresAt: verificationCodes.expiresAt })
    .from(verificationCodes)
    .where(and(isOf(subject), isOpen(Date.now())))
    .orderBy(asc(verificationCodes.createdAt));
}

/** A text in the payload of each code of a subject that can still be used. */
export function selectTextsOfOpenCodes(
  db: Database,
  { name, ...subject }: Omit<Subject, "projectId"> & { projectId: Id; name: string },
) {
  const text = sql<string | null>`json_extract(${verificationCodes.payload}, ${`$.${name}`})`.as("text_in_payload");
  return db
    .select({ text })
    .from(verificationCodes)
    .where(and(isOf(subject), isOpen(Date.now())));
}

/** Reads whom the code was for that has a nonce: the part that is not typed. */
export function selectUserOfNonce(db: Database, { projectId, nonceHash }: { projectId: string; nonceHash: string }) {
  return db
    .select({ userId: verificationCodes.userId })
    .from(verificationCodes)
    .where(and(eq(verificationCodes.projectId, projectId), eq(verificationCodes.nonceHash, nonceHash)));
}
