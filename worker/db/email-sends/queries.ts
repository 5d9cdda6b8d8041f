import { and, asc, desc, eq, gt, inArray, isNull, ne, sql } from "drizzle-orm";
import type { Database, Id } from "../../platform/database";
import { attemptOf } from "../emails/queries";
import type { UserIn } from "../keys";
import { selectEmails } from "../users/contact-channels/queries";
import { userOf } from "../users/joins";
import { refusedCategoriesOf } from "../users/notification-preferences";
import { failedRunsBefore, isProjectFree, isRecipientOf, isRest, isSend, type SendKey } from "./keys";
import {
  bouncedAddresses,
  emailSendRecipients,
  emailSends,
  type RecipientCounts,
  type RecipientStatus,
} from "./schema";

/** The counts of a send's recipients: of one that is over as they were written, else counted. */
const counts = sql<RecipientCounts>`coalesce(${emailSends.counts}, (
  select json_group_object(status, n) from (
    select r.status as status, count(*) as n from ${emailSendRecipients} r
    where r.project_id = ${emailSends.projectId} and r.send_id = ${emailSends.id} group by r.status)))`.mapWith(
  (text: string): RecipientCounts => JSON.parse(text),
);

const shown = {
  id: emailSends.id,
  createdAt: emailSends.createdAt,
  variant: emailSends.variant,
  subject: emailSends.subject,
  categoryId: emailSends.categoryId,
  lastOrdinal: emailSends.lastOrdinal,
  addressedOrdinal: emailSends.addressedOrdinal,
  content: emailSends.content,
  cancelledAt: emailSends.cancelledAt,
  finishedAt: emailSends.finishedAt,
  counts: counts.as("counts_of_recipients"),
};

export type SendInProject = Awaited<ReturnType<typeof selectSends>>[number];

/** The latest sends of a project, newest first. */
export function selectSends(db: Database, { projectId, limit }: { projectId: Id; limit: number }) {
  return db
    .select(shown)
    .from(emailSends)
    .where(eq(emailSends.projectId, projectId))
    .orderBy(desc(emailSends.createdAt), desc(emailSends.id))
    .limit(limit);
}

export function selectSend(db: Database, send: Omit<SendKey, "projectId"> & { projectId: Id }) {
  return db.select(shown).from(emailSends).where(isSend(send));
}

/** Reads what a logged email was made from, and for whom, as its user is now; none where that is no longer kept. */
export function selectSendOfEmail(db: Database, { projectId, emailId }: { projectId: Id; emailId: string }) {
  const [users, isUser] = userOf(emailSendRecipients.projectId, emailSendRecipients.userId);
  return db
    .select({
      variant: emailSends.variant,
      ownSubject: emailSends.subject,
      categoryId: emailSends.categoryId,
      content: emailSends.content,
      source: emailSends.source,
      themeSource: emailSends.themeSource,
      status: emailSendRecipients.status,
      userId: emailSendRecipients.userId,
      existingId: sql<string | null>`${users.id}`.as("existing_user_id"),
      displayName: users.displayName,
      primaryEmail: users.primaryEmail,
    })
    .from(emailSendRecipients)
    .innerJoin(...attemptOf({ projectId, id: emailId }, emailSendRecipients))
    .innerJoin(
      emailSends,
      and(eq(emailSends.projectId, emailSendRecipients.projectId), eq(emailSends.id, emailSendRecipients.sendId)),
    )
    .leftJoin(users, isUser)
    .where(eq(emailSendRecipients.projectId, projectId));
}

export type SendOfEmail = Awaited<ReturnType<typeof selectSendOfEmail>>[number];

/** Recipients of a send by the ids of their users, from one on, as these are named now; of one status where it is given. */
export function selectRecipientPage(
  db: Database,
  {
    projectId,
    sendId,
    status,
    cursor,
    limit,
  }: { projectId: Id; sendId: string; status: RecipientStatus | undefined; cursor: string; limit: number },
) {
  const [users, isUser] = userOf(emailSendRecipients.projectId, emailSendRecipients.userId);
  return db
    .select({
      userId: emailSendRecipients.userId,
      displayName: users.displayName,
      primaryEmail: users.primaryEmail,
      status: emailSendRecipients.status,
      attempts: emailSendRecipients.attempts,
      skipReason: emailSendRecipients.skipReason,
      error: emailSendRecipients.error,
    })
    .from(emailSendRecipients)
    .leftJoin(users, isUser)
    .where(
      and(
        eq(emailSendRecipients.projectId, projectId),
        eq(emailSendRecipients.sendId, sendId),
        status && eq(emailSendRecipients.status, status),
        sql`${emailSendRecipients.userId} >= ${cursor}`,
      ),
    )
    .orderBy(asc(emailSendRecipients.userId))
    .limit(limit);
}

/** Recipients that are due, with what is known of their users now. A user who is gone has no id. */
export function selectDueRecipients(db: Database, send: SendKey, { now, limit }: { now: number; limit: number }) {
  const [users, isUser] = userOf(emailSendRecipients.projectId, emailSendRecipients.userId);
  return db
    .select({
      userId: emailSendRecipients.userId,
      attempts: emailSendRecipients.attempts,
      existingId: sql<string | null>`${users.id}`.as("existing_user_id"),
      displayName: users.displayName,
      primaryEmail: users.primaryEmail,
      refusedCategories: refusedCategoriesOf(emailSendRecipients.projectId, emailSendRecipients.userId).as(
        "refused_categories",
      ),
      isBounced: sql`${bouncedAddresses.address} is not null`.mapWith(Boolean).as("is_bounced"),
    })
    .from(emailSendRecipients)
    .leftJoin(users, isUser)
    .leftJoin(
      bouncedAddresses,
      and(
        eq(bouncedAddresses.projectId, emailSendRecipients.projectId),
        eq(bouncedAddresses.address, users.primaryEmail),
        gt(bouncedAddresses.expiresAt, now),
      ),
    )
    .where(
      and(isRecipientOf(send), eq(emailSendRecipients.status, "queued"), sql`${emailSendRecipients.dueAt} <= ${now}`),
    )
    .orderBy(asc(emailSendRecipients.dueAt))
    .limit(limit);
}

export type DueRecipient = Awaited<ReturnType<typeof selectDueRecipients>>[number];

/** Sends for which a run is due: one of each project that has none, the one that has waited longest. */
export function selectDueSends(
  db: Database,
  { now, limit, projectId }: { now: number; limit: number; projectId?: string },
) {
  // SQLite takes the id from the row that has the minimum.
  const longest = sql<number>`min(${emailSends.wakeAt})`.as("longest");
  return db
    .select({ projectId: emailSends.projectId, sendId: emailSends.id, longest })
    .from(emailSends)
    .where(
      and(
        isNull(emailSends.finishedAt),
        sql`${emailSends.wakeAt} <= ${now}`,
        isProjectFree(now),
        projectId === undefined ? undefined : eq(emailSends.projectId, projectId),
      ),
    )
    .groupBy(emailSends.projectId)
    .orderBy(sql`longest`)
    .limit(limit);
}

/** Reads how many runs of a project have failed in a row, of those after which it had to rest. */
export function selectFailedRuns(db: Database, { projectId }: { projectId: string }) {
  const failedRuns = sql<number>`coalesce(max(${failedRunsBefore}), 0)`.mapWith(Number).as("failed_runs");
  return db.select({ failedRuns }).from(emailSends).where(isRest(projectId));
}

/** Reads whether a project has a send that is not over beside one. Its message, or the run that ends, has the others sent as well. */
export function selectOtherSends(db: Database, { projectId, sendId }: SendKey) {
  return db
    .select({ id: emailSends.id })
    .from(emailSends)
    .where(and(eq(emailSends.projectId, projectId), isNull(emailSends.finishedAt), ne(emailSends.id, sendId)))
    .limit(1);
}

/** The addresses of a user to which no bulk emails go, because a server has called them unknown. */
export function selectBouncesOf(db: Database, { now, ...user }: UserIn & { now: number }) {
  const { address, serverReply, bouncedAt, expiresAt, projectId } = bouncedAddresses;
  return db
    .select({ address, serverReply, bouncedAt })
    .from(bouncedAddresses)
    .where(and(eq(projectId, user.projectId), inArray(address, selectEmails(db, user)), gt(expiresAt, now)));
}
