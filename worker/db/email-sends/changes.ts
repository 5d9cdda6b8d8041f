import { and, eq, inArray, isNotNull, isNull, lte, notExists, or, type SQL, sql } from "drizzle-orm";
import { type Database, idsIn, insertFrom, type Statement } from "../../platform/database";
import type { DeliveryError } from "../emails/changes";
import { deleteExpired, rowsPerStep } from "../expired-rows";
import type { UserKey } from "../keys";
import { selectEmails } from "../users/contact-channels/queries";
import { lastOrdinalOf, userOf } from "../users/joins";
import { isProjectFree, isRecipientOf, isRest, isSend, restAfterFailedRuns, type SendKey } from "./keys";
import { bouncedAddresses, emailSendRecipients, emailSends, type RecipientStatus, type SendContent } from "./schema";

export type { SendKey } from "./keys";
export type { RecipientStatus, SkipReason } from "./schema";

type SendRow = typeof emailSends.$inferInsert;

/** The most recipients that one statement inserts. */
const recipientsPerStatement = 1_000;

/** Holds what a new recipient has in common with all others. */
const queued = { status: "queued", attempts: 0, skipReason: null, error: null } as const;

/** Holds what a new send is made of. */
export type NewSend = Omit<
  SendRow,
  "lastOrdinal" | "addressedOrdinal" | "runId" | "wakeAt" | "cancelledAt" | "finishedAt" | "counts"
>;

/**
 * Stores a send, due at once, and its recipients.
 *
 * @param to the ids of users, each of them once, or all users that the project has when the statement runs
 */
export function insertSend(db: Database, send: NewSend, to: readonly string[] | "all-users"): Statement[] {
  const row = db.insert(emailSends).values({
    ...send,
    lastOrdinal: to === "all-users" ? lastOrdinalOf(send.projectId) : null,
    wakeAt: send.createdAt,
  });
  if (to === "all-users") return [row];
  const statements: Statement[] = [row];
  for (let at = 0; at < to.length; at += recipientsPerStatement) {
    const some = to.slice(at, at + recipientsPerStatement);
    const { projectId, id: sendId, createdAt: dueAt } = send;
    const values = { projectId, sendId, userId: sql`value`, dueAt, ...queued };
    statements.push(insertFrom(db, emailSendRecipients, values, sql`from json_each(${JSON.stringify(some)})`));
  }
  return statements;
}

/** One run of a send. */
export interface RunKey extends SendKey {
  runId: string;
}

/** Holds for the send while a run holds it. */
function isHeldBy({ runId, ...send }: RunKey): SQL | undefined {
  return and(isSend(send), eq(emailSends.runId, runId));
}

function whileHeldBy(run: RunKey): SQL {
  return sql`exists (select 1 from ${emailSends} where ${isHeldBy(run)})`;
}

/**
 * Gives a send that is due to a run, and returns it. Only one of many runs gets it, and none does once the send is over. While a run
 * holds another send of its project, the send waits for that run to end.
 */
export function takeSend(db: Database, { runId, ...send }: RunKey, { now, until }: { now: number; until: number }) {
  return db
    .update(emailSends)
    .set({ runId, wakeAt: until })
    .where(and(isSend(send), isNull(emailSends.finishedAt), sql`${emailSends.wakeAt} <= ${now}`, isProjectFree(now)))
    .returning();
}

/**
 * Marks what an earlier run was handing over when it died. Whether the server accepted those emails is not known, so they are not sent
 * again. Returns their users.
 */
export function markUnknown(db: Database, run: RunKey, error: DeliveryError) {
  return db
    .update(emailSendRecipients)
    .set({ status: "unknown", error })
    .where(and(isRecipientOf(run), eq(emailSendRecipients.status, "sending"), whileHeldBy(run)))
    .returning({ userId: emailSendRecipients.userId });
}

/** Makes recipients of the next users in the order of sign-up, where a send goes to all users. Sent again, it goes on. */
export function addressNextUsers(db: Database, run: RunKey, { now }: { now: number }): [Statement, Statement] {
  const [users] = userOf(run.projectId, emailSendRecipients.userId);
  const next = sql`from ${users} join ${emailSends} on ${isHeldBy(run)}
    where ${users.projectId} = ${run.projectId} and ${users.ordinal} > ${emailSends.addressedOrdinal}
      and ${users.ordinal} <= ${emailSends.lastOrdinal}
    order by ${users.ordinal} limit ${recipientsPerStatement}`;
  const { projectId, sendId } = run;
  const reached = sql`coalesce((select max(ordinal) from (select ${users.ordinal} as ordinal ${next})), ${emailSends.lastOrdinal})`;
  return [
    insertFrom(db, emailSendRecipients, { projectId, sendId, userId: users.id, dueAt: now, ...queued }, next),
    db
      .update(emailSends)
      .set({ addressedOrdinal: reached })
      .where(and(isHeldBy(run), isNotNull(emailSends.lastOrdinal))),
  ];
}

/**
 * Claims recipients before their emails are sent. Returns those that are still queued, as long as the run holds the send and it is not
 * cancelled. The run then holds the send until the given time.
 */
export function claimRecipients(db: Database, run: RunKey, userIds: readonly string[], { until }: { until: number }) {
  const isRunning = sql`exists (select 1 from ${emailSends} where ${and(isHeldBy(run), isNull(emailSends.cancelledAt))})`;
  return [
    db
      .update(emailSendRecipients)
      .set({ status: "sending", attempts: sql`${emailSendRecipients.attempts} + 1` })
      .where(and(isOneOf(run, userIds), eq(emailSendRecipients.status, "queued"), isRunning))
      .returning({ userId: emailSendRecipients.userId }),
    db.update(emailSends).set({ wakeAt: until }).where(isHeldBy(run)),
  ] as const;
}

/** Says how it went for a recipient. */
export type RecipientOutcome = { status: RecipientStatus } & Partial<
  Pick<typeof emailSendRecipients.$inferInsert, "attempts" | "skipReason" | "error" | "dueAt">
>;

/** Records how it went for recipients that are not settled yet, while the run holds the send. */
export function recordOutcome(db: Database, run: RunKey, userIds: readonly string[], outcome: RecipientOutcome) {
  return db
    .update(emailSendRecipients)
    .set(outcome)
    .where(and(isOneOf(run, userIds), isUnsettled, whileHeldBy(run)));
}

/** Keeps what the first email of a send turned out to be, while the run holds the send. */
export function recordFirstEmail(db: Database, run: RunKey, email: NonNullable<SendContent["firstMail"]>) {
  return db
    .update(emailSends)
    .set({ content: sql`json_set(${emailSends.content}, '$.firstMail', json(${JSON.stringify(email)}))` })
    .where(and(isHeldBy(run), sql`${emailSends.content} ->> '$.firstMail' is null`));
}

const isUnsettled = inArray(emailSendRecipients.status, ["queued", "sending"]);

function isOneOf(send: SendKey, userIds: readonly string[]): SQL | undefined {
  return and(isRecipientOf(send), sql`${emailSendRecipients.userId} in ${idsIn(userIds)}`);
}

/** Gives a send back at the end of a run: it is due again with the first of its recipients, and not before a time. */
export function releaseSend(db: Database, run: RunKey, { now, notBefore = now }: { now: number; notBefore?: number }) {
  const ofSend = isRecipientOf(run);
  const nextDue = sql`(select min(${emailSendRecipients.dueAt}) from ${emailSendRecipients} where ${and(ofSend, eq(emailSendRecipients.status, "queued"))})`;
  const isAddressed = sql`coalesce(${emailSends.addressedOrdinal} >= ${emailSends.lastOrdinal}, 1)`;
  return db
    .update(emailSends)
    .set({
      runId: null,
      wakeAt: sql`max(${notBefore}, case when ${isAddressed} then coalesce(${nextDue}, ${now}) else ${now} end)`,
    })
    .where(isHeldBy(run))
    .returning({ wakeAt: emailSends.wakeAt });
}

/**
 * Finds the send of a project whose turn it is after a run, which may be the same one. Until a time, no run sends for the
 * project; how many have failed in a row is kept beyond it.
 */
export function takeNextSend(
  db: Database,
  {
    projectId,
    now,
    restsUntil,
    failedRuns,
  }: { projectId: string; now: number; restsUntil: number; failedRuns: number },
) {
  const isOpen = and(eq(emailSends.projectId, projectId), isNull(emailSends.finishedAt));
  const next = db.select({ rowid: sql`rowid` }).from(emailSends).where(isOpen).orderBy(emailSends.wakeAt).limit(1);
  return db
    .update(emailSends)
    .set({
      wakeAt: sql`max(${emailSends.wakeAt}, ${restsUntil})`,
      ...((restsUntil > now || failedRuns > 0) && { runId: restAfterFailedRuns(failedRuns) }),
    })
    .where(and(inArray(sql`rowid`, next), or(isNull(emailSends.runId), lte(emailSends.wakeAt, now))))
    .returning({ sendId: emailSends.id, wakeAt: emailSends.wakeAt });
}

/** Ends the count of a project's failed runs. */
export function forgetFailedRuns(db: Database, { projectId, now }: { projectId: string; now: number }): Statement {
  return db
    .update(emailSends)
    .set({ runId: null })
    .where(and(isRest(projectId), lte(emailSends.wakeAt, now)));
}

/** Ends a send without recipients left. */
export function finishSend(db: Database, send: SendKey, { now }: { now: number }) {
  const ofSend = isRecipientOf(send);
  const counts = sql`(select json_group_object(status, n) from (
    select ${emailSendRecipients.status} as status, count(*) as n from ${emailSendRecipients} where ${ofSend} group by ${emailSendRecipients.status}))`;
  const isOpen = sql`exists (select 1 from ${emailSendRecipients} where ${and(ofSend, isUnsettled)})`;
  const isAddressed = sql`(${emailSends.cancelledAt} is not null or coalesce(${emailSends.addressedOrdinal} >= ${emailSends.lastOrdinal}, 1))`;
  return db
    .update(emailSends)
    .set({ finishedAt: now, runId: null, counts })
    .where(and(isSend(send), isNull(emailSends.finishedAt), sql`not ${isOpen}`, isAddressed))
    .returning({ id: emailSends.id });
}

/** Cancels a send that is not over, and returns it. What is being handed to a mail server at the moment still goes out. */
export function cancelSend(db: Database, send: SendKey, { now }: { now: number }) {
  return db
    .update(emailSends)
    .set({ cancelledAt: now })
    .where(and(isSend(send), isNull(emailSends.finishedAt), isNull(emailSends.cancelledAt)))
    .returning({ id: emailSends.id });
}

/** Takes what is queued from a cancelled send. */
export function cancelRecipients(db: Database, send: SendKey) {
  const isCancelled = sql`exists (select 1 from ${emailSends} where ${and(isSend(send), sql`${emailSends.cancelledAt} is not null`)})`;
  return db
    .update(emailSendRecipients)
    .set({ status: "cancelled" })
    .where(and(isRecipientOf(send), eq(emailSendRecipients.status, "queued"), isCancelled));
}

/** Marks an address that a server has called unknown, until a time. */
export function markBounced(db: Database, bounce: typeof bouncedAddresses.$inferInsert) {
  const { projectId: _, address: _address, ...set } = bounce;
  return db
    .insert(bouncedAddresses)
    .values(bounce)
    .onConflictDoUpdate({ target: [bouncedAddresses.projectId, bouncedAddresses.address], set });
}

/** Forgets that the addresses of a user have refused emails. */
export function deleteBouncesOf(db: Database, user: UserKey): Statement {
  const isTheirs = inArray(bouncedAddresses.address, selectEmails(db, user));
  return db.delete(bouncedAddresses).where(and(eq(bouncedAddresses.projectId, user.projectId), isTheirs));
}

/**
 * Deletes a bounded number of recipients of sends that were over at a time or before, in all projects. It also deletes those of the
 * sends that have no recipients left. Those that do not end are in nobody's way.
 */
export function deleteFinishedSends(db: Database, time: number) {
  const oldest = db
    .select({
      place: sql<number>`rowid`.as("place"),
      projectId: emailSends.projectId,
      id: emailSends.id,
    })
    .from(emailSends)
    .where(lte(emailSends.finishedAt, time))
    .orderBy(emailSends.finishedAt)
    .limit(rowsPerStep)
    .as("oldest");
  const recipients = db
    .select({ rowid: sql`${emailSendRecipients}.rowid` })
    .from(oldest)
    .crossJoin(emailSendRecipients)
    .where(and(eq(emailSendRecipients.projectId, oldest.projectId), eq(emailSendRecipients.sendId, oldest.id)))
    .limit(rowsPerStep);
  const remaining = db
    .select({ one: sql`1` })
    .from(emailSendRecipients)
    .where(and(eq(emailSendRecipients.projectId, emailSends.projectId), eq(emailSendRecipients.sendId, emailSends.id)));
  return [
    db.delete(emailSendRecipients).where(inArray(sql`rowid`, recipients)),
    db
      .delete(emailSends)
      .where(and(inArray(sql`rowid`, db.select({ place: oldest.place }).from(oldest)), notExists(remaining))),
  ] as const;
}

/** Deletes up to 500 marks of addresses that may get emails again. */
export function deleteExpiredBounces(db: Database, time: number) {
  return deleteExpired(db, bouncedAddresses, time);
}
