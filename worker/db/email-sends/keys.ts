import { and, eq, type SQL } from "drizzle-orm";
import type { Id } from "../../platform/database";
import { emailSendRecipients, emailSends } from "./schema";

/** One send of a project. */
export interface SendKey {
  projectId: string;
  sendId: string;
}

export function isSend({ projectId, sendId }: Omit<SendKey, "projectId"> & { projectId: Id }): SQL | undefined {
  return and(eq(emailSends.projectId, projectId), eq(emailSends.id, sendId));
}

export function isRecipientOf({ projectId, sendId }: SendKey): SQL | undefined {
  return and(eq(emailSendRecipients.projectId, projectId), eq(emailSendRecipients.sendId, sendId));
}
