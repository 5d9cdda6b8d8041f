import { and, eq, isNull, like, type SQL, sql } from "drizzle-orm";
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

/** In place of a run's id: none may send before the time at which the send is due. */
const atRest = "rest ";

/** Returns what a send has in place of a run's id while its project rests, and until the next run. */
export function restAfterFailedRuns(count: number): string {
  return `${atRest}${count}`;
}

/** Sends of a project that rests, or that has not had a run since. */
export function isRest(projectId: string): SQL | undefined {
  return and(eq(emailSends.projectId, projectId), isNull(emailSends.finishedAt), like(emailSends.runId, `${atRest}%`));
}

/** Counts the runs that had failed in a row before the rest of a send's project. */
export const failedRunsBefore = sql<number>`cast(substr(${emailSends.runId}, ${atRest.length + 1}) as integer)`;

/**
 * Tells whether no run holds a send of a row's project, so that one project has one run at a time. The project must also store no more
 * than twice its quota. What a run logs of each email is never refused, so sends wait beyond that.
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
