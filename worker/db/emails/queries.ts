import { desc, eq } from "drizzle-orm";
import type { Database, Id } from "../../platform/database";
import { sentEmails } from "./schema";

/** The latest attempts to send a mail of a project, newest first. */
export function selectSentEmails(db: Database, { projectId, limit }: { projectId: Id; limit: number }) {
  return db
    .select()
    .from(sentEmails)
    .where(eq(sentEmails.projectId, projectId))
    .orderBy(desc(sentEmails.sentAt), desc(sentEmails.id))
    .limit(limit);
}
