import { and, asc, eq, sql } from "drizzle-orm";
import { type Database, type Id, insertFrom } from "../../platform/database";
import type { Json } from "../../protocol/fields";
import { assistantMessages } from "./schema";

/** One thread of a project. */
export interface ThreadKey {
  projectId: string;
  threadId: string;
}

/** Appends a message to a thread, and returns its row, or nothing when the thread would get too long by it. */
export function appendMessage(
  db: Database,
  { projectId, threadId }: ThreadKey,
  message: Json,
  limits: { messages: number; bytes: number },
) {
  const { ordinal, totalBytes } = assistantMessages;
  const text = JSON.stringify(message);
  const last = sql`coalesce(max(${ordinal}), 0)`;
  const total = sql`coalesce(max(${totalBytes}), 0) + ${new TextEncoder().encode(text).length}`;
  // As text, since a message may be `null`, which as a value is that of SQL.
  const values = {
    projectId,
    threadId,
    ordinal: sql`${last} + 1`,
    totalBytes: total,
    createdAt: Date.now(),
    message: sql`${text}`,
  };
  const rows = sql`from ${assistantMessages}
    where ${assistantMessages.projectId} = ${projectId} and ${assistantMessages.threadId} = ${threadId}
    having ${last} < ${limits.messages} and ${total} <= ${limits.bytes}`;
  return insertFrom(db, assistantMessages, values, rows).returning({ ordinal });
}

/** The messages of a thread, oldest first. */
export function selectMessages(db: Database, { projectId, threadId }: { projectId: Id; threadId: string }) {
  return db
    .select({ message: assistantMessages.message })
    .from(assistantMessages)
    .where(and(eq(assistantMessages.projectId, projectId), eq(assistantMessages.threadId, threadId)))
    .orderBy(asc(assistantMessages.ordinal));
}
