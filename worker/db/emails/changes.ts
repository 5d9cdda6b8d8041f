import { eq } from "drizzle-orm";
import type { Database } from "../../platform/database";
import { failedEmailDigests, sentEmails } from "./schema";

export type { DeliveryError, SenderConfig } from "./schema";

/** Writes one row of the delivery log. */
export function insertSentEmail(db: Database, row: typeof sentEmails.$inferInsert) {
  return db.insert(sentEmails).values(row);
}

/** Takes a project's digest, which is due or not, to send it: one of many gets the row. */
export function takeDigest(db: Database, { projectId }: { projectId: string }) {
  return db
    .delete(failedEmailDigests)
    .where(eq(failedEmailDigests.projectId, projectId))
    .returning({ projectId: failedEmailDigests.projectId });
}
