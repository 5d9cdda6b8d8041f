import { and, eq, type SQL, sql } from "drizzle-orm";
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

/** Whether no run holds a send of a row's project, so that one project has one run at a time. */
export function isProjectFree(now: number): SQL {
  return sql`not exists (
    select 1 from email_sends o where o.project_id = ${emailSends}.project_id and o.finished_at is null
      and o.run_id is not null and o.wake_at > ${now}
  )`;
}
