import { and, asc, desc, eq, gte, isNotNull, isNull, lt, lte, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { columnsOf, type Database, type Id } from "../../platform/database";
import { type EmailKind, failedEmailDigests, sentEmails } from "./schema";

/** The latest attempts to send an email of a project, newest first. */
export function selectSentEmails(db: Database, { projectId, limit }: { projectId: Id; limit: number }) {
  return db
    .select()
    .from(sentEmails)
    .where(eq(sentEmails.projectId, projectId))
    .orderBy(desc(sentEmails.sentAt), desc(sentEmails.id))
    .limit(limit);
}

/** Projects with a digest that is due by a time, the longest waiting first. */
export function selectDueDigests(db: Database, { dueBy, limit }: { dueBy: number; limit: number }) {
  return db
    .select({ projectId: failedEmailDigests.projectId })
    .from(failedEmailDigests)
    .where(lte(failedEmailDigests.dueAt, dueBy))
    .orderBy(asc(failedEmailDigests.dueAt))
    .limit(limit);
}

/** The latest attempts of a project that have failed since a time, newest first. */
export function selectFailedEmails(
  db: Database,
  { projectId, since, limit }: { projectId: string; since: number; limit: number },
) {
  return db
    .select({ subject: sentEmails.subject, to: sentEmails.to, error: sentEmails.error, sentAt: sentEmails.sentAt })
    .from(sentEmails)
    .where(and(eq(sentEmails.projectId, projectId), gte(sentEmails.sentAt, since), isNotNull(sentEmails.error)))
    .orderBy(desc(sentEmails.sentAt))
    .limit(limit);
}

export type SentEmailRow = typeof sentEmails.$inferSelect;

/** Says where an attempt is in the log, which outlives it. */
export type SentEmailPlace = Pick<SentEmailRow, "sentAt" | "id">;

/** Says which attempts to read, and where in their order, newest first, to begin. */
export interface SentEmailPage {
  projectId: Id;
  isFailed?: boolean | undefined;
  /** The address of the recipient, in any case. */
  recipient?: string | undefined;
  kind?: EmailKind | undefined;
  /** Only attempts from this time on. */
  since?: number | undefined;
  /** Only attempts before this time. */
  until?: number | undefined;
  /** The place of the first attempt, whether it is there still or not. */
  begin?: SentEmailPlace | undefined;
  /** The most rows to return. */
  limit: number;
}

/** Says to whom an email went, in lower case, exactly as the index has it: each email has one recipient. */
const recipientOf = sql`lower(${sentEmails.to} ->> '$[0]')`;

/**
 * Selects one page of a project's log. Times and the place are bounds in the index of the filter. The statement therefore reads as many
 * rows as it returns. With more than one filter it reads the rows that fit the first.
 */
export function selectSentEmailPage(
  db: Database,
  { projectId, isFailed, recipient, kind, since, until, begin, limit }: SentEmailPage,
) {
  return db
    .select(columnsOf(sentEmails, "email"))
    .from(indexFor({ isFailed, recipient, kind }))
    .where(
      and(
        eq(sentEmails.projectId, projectId),
        recipient === undefined ? undefined : sql`${recipientOf} = lower(${recipient})`,
        kind && eq(sentEmails.kind, kind),
        isFailed === undefined ? undefined : isFailed ? isNotNull(sentEmails.error) : isNull(sentEmails.error),
        since === undefined ? undefined : gte(sentEmails.sentAt, since),
        until === undefined ? undefined : lt(sentEmails.sentAt, until),
        begin && sql`(${sentEmails.sentAt}, ${sentEmails.id}) <= (${begin.sentAt}, ${begin.id})`,
      ),
    )
    .orderBy(desc(sentEmails.sentAt), desc(sentEmails.id))
    .limit(limit);
}

/** The table with the index of the filter, by its name, so that SQLite neither sorts nor reads the whole log. */
function indexFor({ isFailed, recipient, kind }: Pick<SentEmailPage, "isFailed" | "recipient" | "kind">): SQL {
  if (recipient !== undefined) return sql`${sentEmails} indexed by sent_emails_by_recipient`;
  if (kind) return sql`${sentEmails} indexed by sent_emails_by_kind`;
  if (isFailed) return sql`${sentEmails} indexed by failed_emails_by_time`;
  return sql`${sentEmails} indexed by sent_emails_by_time`;
}

/** One attempt of a project. */
export function selectSentEmail(db: Database, { projectId, id }: { projectId: Id; id: string }) {
  return db
    .select()
    .from(sentEmails)
    .where(and(eq(sentEmails.projectId, projectId), eq(sentEmails.id, id)));
}

/** Joins one attempt by its id to the recipient of a send whom it is for; others have no recipient. */
export const attemptOf = (key: { projectId: Id; id: string }, recipient: { sendId: SQLWrapper; userId: SQLWrapper }) =>
  [
    sentEmails,
    and(
      eq(sentEmails.projectId, key.projectId),
      eq(sentEmails.id, key.id),
      eq(sentEmails.kind, "send"),
      eq(sentEmails.sendId, recipient.sendId),
      eq(sentEmails.userId, recipient.userId),
    ),
  ] as const;
