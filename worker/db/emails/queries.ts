import { and, asc, desc, eq, gte, isNotNull, lte } from "drizzle-orm";
import type { Database, Id } from "../../platform/database";
import { failedEmailDigests, sentEmails } from "./schema";

/** The latest attempts to send a mail of a project, newest first. */
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
