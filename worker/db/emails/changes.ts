import type { Database } from "../../platform/database";
import { sentEmails } from "./schema";

export type { DeliveryError, SenderConfig } from "./schema";

/** Writes one row of the delivery log. */
export function insertSentEmail(db: Database, row: typeof sentEmails.$inferInsert) {
  return db.insert(sentEmails).values(row);
}
