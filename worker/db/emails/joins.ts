import { and, eq, type SQLWrapper } from "drizzle-orm";
import type { Id } from "../../platform/database";
import { sentEmails } from "./schema";

/** Joins one attempt by its id to the recipient of a send whom it is for; others have no recipient. */
export const attemptOf = (key: { projectId: Id; id: string }, recipient: { sendId: SQLWrapper; userId: SQLWrapper }) =>
  [
    sentEmails,
    and(
      eq(sentEmails.projectId, key.projectId),
      eq(sentEmails.id, key.id),
      eq(sentEmails.kind, "send"),
      eq(sentEmails.sendId, recipient.sendId),
      eq(sentEmails.userId, recipient.userId),
    ),
  ] as const;
