import { eq, sql } from "drizzle-orm";
import type { Database } from "../../platform/database";
import { failedEmailDigests, sentEmails } from "./schema";

export type { DeliveryError, SenderConfig } from "./schema";

/** Writes one row of the delivery log. */
export function insertSentEmail(db: Database, row: typeof sentEmails.$inferInsert) {
  return db.insert(sentEmails).values(row);
}

/** Writes rows of the delivery log that differ by their id and address alone, in one statement. */
export function insertSentEmails(
  db: Database,
  { projectId, subject, senderConfig, error, sentAt }: Omit<typeof sentEmails.$inferInsert, "id" | "to">,
  mails: readonly { id: string; email: string }[],
) {
  const rows = sql`select ${projectId}, value ->> 'id', json_array(value ->> 'email'), ${subject},
    ${JSON.stringify(senderConfig)}, ${error ? JSON.stringify(error) : null}, ${sentAt} from json_each(${JSON.stringify(mails)})`;
  return db.insert(sentEmails).select(rows);
}

/** Takes a project's digest, which is due or not, to send it: one of many gets the row. */
export function takeDigest(db: Database, { projectId }: { projectId: string }) {
  return db
    .delete(failedEmailDigests)
    .where(eq(failedEmailDigests.projectId, projectId))
    .returning({ projectId: failedEmailDigests.projectId });
}
