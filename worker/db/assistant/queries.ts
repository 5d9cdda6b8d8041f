import { and, asc, eq } from "drizzle-orm";
import type { Database, Id } from "../../platform/database";
import { assistantMessages } from "./schema";

/** The messages of a thread, oldest first. */
export function selectMessages(db: Database, { projectId, threadId }: { projectId: Id; threadId: string }) {
  return db
    .select({ message: assistantMessages.message })
    .from(assistantMessages)
    .where(and(eq(assistantMessages.projectId, projectId), eq(assistantMessages.threadId, threadId)))
    .orderBy(asc(assistantMessages.ordinal));
}
