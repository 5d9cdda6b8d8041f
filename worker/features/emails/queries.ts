import { sentEmails } from "../../db/emails/schema";
import type { Database } from "../../platform/database";

/** Writes one row of the delivery log. */
export function insertSentEmail(db: Database, row: typeof sentEmails.$inferInsert) {
  return db.insert(sentEmails).values(row);
}
