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

/**
 * Whether no run holds a send of a row's project, so that one project has one run at a time, and the project stores less than twice its
 * quota. What a run logs of each mail is never refused, so that sends wait beyond.
 */
export function isProjectFree(now: number): SQL {
  return sql`not exists (
    select 1 from email_sends o where o.project_id = ${emailSends}.project_id and o.finished_at is null
      and o.run_id is not null and o.wake_at > ${now}
  ) and not exists (
    select 1 from project_storage s, storage_quota q where s.project_id = ${emailSends}.project_id
      and (s.bytes > 2 * coalesce(s.max_bytes, q.max_bytes) or s.rows > 2 * coalesce(s.max_rows, q.max_rows))
  )`;
}
