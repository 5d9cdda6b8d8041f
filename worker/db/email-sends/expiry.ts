import { and, eq, inArray, lte, notExists, sql } from "drizzle-orm";
import type { Database } from "../../platform/database";
import { deleteExpired, rowsPerStep } from "../expired-rows";
import { bouncedAddresses, emailSendRecipients, emailSends } from "./schema";

/**
 * Deletes a bounded number of recipients of sends that were over at a time or before, in all projects. It also deletes those of the
 * sends that have no recipients left. Sends are stored in the order of their requests, and mostly end in that order too. The statements
 * look only at the oldest sends, which needs no index.
 */
export function deleteFinishedSends(db: Database, time: number) {
  const oldest = db
    .select({
      place: sql<number>`rowid`.as("place"),
      projectId: emailSends.projectId,
      id: emailSends.id,
      finishedAt: emailSends.finishedAt,
    })
    .from(emailSends)
    .orderBy(sql`rowid`)
    .limit(rowsPerStep)
    .as("oldest");
  const isOver = lte(oldest.finishedAt, time);
  const recipients = db
    .select({ rowid: sql`${emailSendRecipients}.rowid` })
    .from(oldest)
    .crossJoin(emailSendRecipients)
    .where(and(isOver, eq(emailSendRecipients.projectId, oldest.projectId), eq(emailSendRecipients.sendId, oldest.id)))
    .limit(rowsPerStep);
  const remaining = db
    .select({ one: sql`1` })
    .from(emailSendRecipients)
    .where(and(eq(emailSendRecipients.projectId, emailSends.projectId), eq(emailSendRecipients.sendId, emailSends.id)));
  return [
    db.delete(emailSendRecipients).where(inArray(sql`rowid`, recipients)),
    db
      .delete(emailSends)
      .where(
        and(inArray(sql`rowid`, db.select({ place: oldest.place }).from(oldest).where(isOver)), notExists(remaining)),
      ),
  ] as const;
}

/** Deletes up to 500 marks of addresses that may get emails again. */
export function deleteExpiredBounces(db: Database, time: number) {
  return deleteExpired(db, bouncedAddresses, time);
}
