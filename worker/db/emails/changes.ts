import { eq, inArray, lte, sql } from "drizzle-orm";
import { type Database, insertFrom } from "../../platform/database";
import { rowsPerStep } from "../expired-rows";
import { emailsKeptUntil, failedEmailDigests, type SenderConfig, sentEmails } from "./schema";

export type { DeliveryError, SenderConfig } from "./schema";

/** Holds what the rows of the delivery log that one server's emails get have in common. */
export interface EmailLog {
  senderConfig: SenderConfig;
  /** By the project's setting. */
  keptDays: number;
}

/** Writes one row of the delivery log. */
export function insertSentEmail(db: Database, row: typeof sentEmails.$inferInsert) {
  return db.insert(sentEmails).values(row);
}

/** Writes rows of the delivery log that differ by their id, address and user alone, in one statement. */
export function insertSentEmails(
  db: Database,
  row: Omit<typeof sentEmails.$inferInsert, "id" | "to" | "userId">,
  emails: readonly { id: string; email: string; userId: string }[],
) {
  const { error = null, kind = null, sendId = null, keptDays = null } = row;
  const each = {
    id: sql`value ->> 'id'`,
    to: sql`json_array(value ->> 'email')`,
    userId: sql`value ->> 'userId'`,
  };
  const values = { ...row, error, kind, sendId, keptDays, ...each };
  return insertFrom(db, sentEmails, values, sql`from json_each(${JSON.stringify(emails)})`);
}

/** Takes a project's digest, which is due or not, to send it: one of many gets the row. */
export function takeDigest(db: Database, { projectId }: { projectId: string }) {
  return db
    .delete(failedEmailDigests)
    .where(eq(failedEmailDigests.projectId, projectId))
    .returning({ projectId: failedEmailDigests.projectId });
}

/** Deletes a bounded number of rows of the delivery log that are kept no longer, of all projects. */
export function deleteOldSentEmails(db: Database, now: number) {
  const old = db.select({ rowid: sql`rowid` }).from(sentEmails).where(lte(emailsKeptUntil, now)).limit(rowsPerStep);
  return db.delete(sentEmails).where(inArray(sql`rowid`, old));
}
