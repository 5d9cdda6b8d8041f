import {
  addressNextUsers,
  cancelRecipients,
  finishSend,
  forgetFailedRuns,
  markUnknown,
  type RunKey,
  recordFirstEmail,
  recordOutcome,
  releaseSend,
  type SendKey,
  type SkipReason,
  takeNextSend,
  takeSend,
} from "../../db/email-sends/changes";
import { type DueRecipient, selectDueRecipients, selectFailedRuns } from "../../db/email-sends/queries";
import { type EmailLog, insertSentEmail, insertSentEmails } from "../../db/emails/changes";
import { type Project, readProject } from "../../db/projects/project";
import { selectProject } from "../../db/projects/queries";
import { selectRecipients } from "../../db/users/queries";
import { backgroundTurns } from "../../platform/background-turns";
import { restAfter } from "../../platform/consumer-turns";
import { idsIn, type Statement } from "../../platform/database";
import type { EmailFailure } from "../../platform/email";
import type { ResendAccess } from "../../platform/resend";
import { newId } from "../../platform/secrets";
import type { PlatformTools } from "../../platform/tools";
import { deliveryError, emailDepsOf, emailRouteOf } from "../emails";
import { prepareEmails, type RunningSend } from "./batch";
import { recordAttempts, waitAfter } from "./outcome";
import { ResendDelivery, resendHost } from "./resend-delivery";
import { type Run, type ServerOutcome, SmtpDelivery } from "./smtp-delivery";

const recipientsPerBatch = 100;
const batchesPerRun = 3;

/** Where nothing is sent, recipients are many more to a batch. */
const unsentPerBatch = 1_000;
const unsentBatchesPerRun = 50;

/** After so long a run records no further ones. */
const unsentMillis = 20_000;

/** Limits how long a run that gives no sign of life is waited for. It gives one with every email, which takes ten seconds at most. */
const heldMillis = 60_000;

/** So long a run takes at most: the platform ends it 30 seconds after its message was acknowledged. */
const runMillis = 28_000;

/**
 * After a run that took long, its project rests, so that its mail server takes little of the consumers. The rest is five seconds,
 * or longer each time where the server has taken no email. Beside other projects, it also rests after a run that has cost more
 * than its turn.
 */
const longRunMillis = 3_000;
const restMillis = 5_000;

/** A run that is due later than this is left to `wakeSends`. */
const maxDelaySeconds = 60;

/** The failure of an email that was being handed over when its run died. */
const interrupted: EmailFailure = {
  ok: false,
  reason: "connection-lost",
  detail: "Sending was interrupted: the mail server may have accepted the email, so it is not sent again",
  retryable: false,
  isOutcomeUnknown: true,
};

/**
 * Delivers a part of a send, and queues the next run of its project. A project has one run at a time, and each email is claimed
 * before it is handed over. So no user gets two emails, whatever is repeated or killed.
 *
 * @param charge charges the project for the run so far
 */
export async function runSend(tools: PlatformTools, key: SendKey, charge: () => void): Promise<void> {
  const { db, settings } = tools;
  const now = Date.now();
  const run: Run = {
    ...key,
    runId: newId(),
    db,
    heldUntil: () => Date.now() + heldMillis,
    hasTimeFor: (millis) => run.hasTaken === undefined || Date.now() + millis <= now + runMillis,
  };
  const error = deliveryError(interrupted, []);
  const [[found], [send], unknown, , [row]] = await db.batch([
    selectFailedRuns(db, key),
    takeSend(db, run, { now, until: now + heldMillis }),
    markUnknown(db, run, error),
    cancelRecipients(db, run),
    selectProject(db, { projectId: key.projectId }),
  ]);
  if (!send || !row) return;
  const project = readProject(row, { settings });
  const { project: sender } = await emailDepsOf(tools, project);
  const route = { ...emailRouteOf(sender, settings), password: sender.mailServer.password ?? "" };
  await logUnknown(
    tools,
    run,
    { subject: send.subject ?? "", log: route.log },
    unknown.map(({ userId }) => userId),
  );
  const outcome =
    send.cancelledAt === null ? await deliver(tools, run, project, send, route) : ({ state: "well" } as const);
  if (outcome.state === "down" && !outcome.failure.retryable) {
    const unsent = { subject: send.subject ?? "", log: route.log };
    await recordUnsent(tools, run, unsent, { failure: outcome.failure, until: now + unsentMillis });
  }
  charge();
  await release(tools, run, outcome, { startedAt: now, failedRuns: found?.failedRuns ?? 0 });
}

type Route = ReturnType<typeof emailRouteOf> & { password: string };

async function deliver(
  tools: PlatformTools,
  run: Run,
  project: Project,
  send: RunningSend,
  route: Route,
): Promise<ServerOutcome> {
  // The owner may have gone back to the shared server, which is not lent for this.
  const failure = project.config.emails.server.isShared ? sharedServer : route.isUsable ? undefined : route.failure;
  if (failure || !route.isUsable) return { state: "down", failure: failure ?? sharedServer };
  const delivery =
    route.server.host === resendHost
      ? new ResendDelivery(run, route, resendAccess(tools, route.password))
      : new SmtpDelivery(run, route);
  try {
    for (let batch = 0; batch < batchesPerRun && run.hasTimeFor(delivery.maxMillis); batch += 1) {
      const recipients = await nextRecipients(tools, run);
      if (recipients.length === 0) break;
      const emails = await readyEmails(tools, run, project, send, recipients, route.log);
      const outcome = emails.length > 0 ? await delivery.deliver(emails) : ({ state: "well" } as const);
      if (outcome.state !== "well") return outcome;
    }
    return { state: "well" };
  } finally {
    await delivery.end();
  }
}

/** The longest time for one request, so that all tries together are over before the platform ends the run. */
const maxRequestMillis = 6_000;

function resendAccess({ settings }: PlatformTools, key: string): ResendAccess {
  return { url: settings.resendApiUrl, key, timeoutMs: Math.min(settings.outboundTimeoutMs, maxRequestMillis) };
}

const sharedServer: EmailFailure = {
  ok: false,
  reason: "withheld",
  detail: "The email was not sent: the project uses the shared email server by now, which sends no such emails.",
  retryable: false,
};

/** Recipients that are due; where there are none yet, the next users become some. */
async function nextRecipients(
  { db }: PlatformTools,
  run: RunKey,
  limit: number = recipientsPerBatch,
): Promise<DueRecipient[]> {
  const now = Date.now();
  const due = () => selectDueRecipients(db, run, { now, limit });
  const [found] = await db.batch([due()]);
  if (found.length > 0) return found;
  const [, , addressed] = await db.batch([...addressNextUsers(db, run, { now }), due()]);
  return addressed as DueRecipient[];
}

/**
 * Records that the emails that are left were not sent, with a row of the delivery log for each. The server takes none, and
 * another attempt would change nothing. The next run records what is left of a very large send.
 */
async function recordUnsent(
  tools: PlatformTools,
  run: RunKey,
  { subject, log }: { subject: string; log: EmailLog },
  { failure, until }: { failure: EmailFailure; until: number },
): Promise<void> {
  const { db } = tools;
  const error = deliveryError(failure, []);
  for (let batch = 0; batch < unsentBatchesPerRun && Date.now() < until; batch += 1) {
    const recipients = await nextRecipients(tools, run, unsentPerBatch);
    if (recipients.length === 0) break;
    const { addressed, skipped } = sorted(recipients);
    const userIds = addressed.map(({ recipient }) => recipient.userId);
    const { projectId, sendId } = run;
    const row = { projectId, sendId, kind: "send" as const, subject, ...log, error, sentAt: Date.now() };
    const emails = addressed.map(({ email, recipient: { userId } }) => ({ id: newId(), email, userId }));
    await db.batch([
      recordOutcome(db, run, userIds, { status: "failed", error }),
      insertSentEmails(db, row, emails),
      ...recordSkipped(tools, run, skipped),
    ]);
  }
}

/** Recipients by what becomes of them: those with an address to send to, and those who get no email. */
function sorted(recipients: readonly DueRecipient[]) {
  const skipped: Skipped = new Map();
  const addressed: { recipient: DueRecipient; email: string }[] = [];
  for (const recipient of recipients) {
    if (recipient.existingId === null) skip(skipped, "deleted", recipient);
    else if (recipient.primaryEmail === null) skip(skipped, "no_address", recipient);
    else if (recipient.isBounced) skip(skipped, "bounced", recipient);
    else addressed.push({ recipient, email: recipient.primaryEmail });
  }
  return { addressed, skipped };
}

/** The ids of users who get no email, by the reason. */
type Skipped = Map<SkipReason, string[]>;

function skip(skipped: Skipped, reason: SkipReason, { userId }: DueRecipient): void {
  skipped.set(reason, [...(skipped.get(reason) ?? []), userId]);
}

function recordSkipped({ db }: PlatformTools, run: RunKey, skipped: Skipped): Statement[] {
  return [...skipped].map(([skipReason, userIds]) =>
    recordOutcome(db, run, userIds, { status: "skipped", skipReason }),
  );
}

/** The emails to send, once all who get none are recorded. */
async function readyEmails(
  tools: PlatformTools,
  run: RunKey,
  project: Project,
  send: RunningSend,
  recipients: readonly DueRecipient[],
  log: EmailLog,
) {
  const { db } = tools;
  const { addressed, skipped } = sorted(recipients);
  const { emails, unwanted, broken } = await prepareEmails(tools, project, send, addressed);
  for (const recipient of unwanted) skip(skipped, "unsubscribed", recipient);
  const [first] = emails;
  const isFirst = send.variant !== "html" && !send.content.firstMail;
  const statements = [
    ...(first && isFirst ? [recordFirstEmail(db, run, { subject: first.subject, categoryId: first.categoryId })] : []),
    ...recordSkipped(tools, run, skipped),
    ...recordAttempts(
      db,
      run,
      log,
      broken.map(({ recipient, email, message }) => ({
        recipient,
        email,
        subject: send.subject ?? "",
        result: { ok: false, reason: "rendering", detail: message, retryable: false },
      })),
    ),
  ];
  if (statements.length > 0) await db.batch(statements as [Statement, ...Statement[]]);
  return emails;
}

/** The delivery log's rows of emails of unknown outcome. */
async function logUnknown(
  { db }: PlatformTools,
  { projectId, sendId }: RunKey,
  { subject, log }: { subject: string; log: EmailLog },
  userIds: string[],
): Promise<void> {
  if (userIds.length === 0) return;
  const [users] = await db.batch([selectRecipients(db, { projectId, userIds: idsIn(userIds) })]);
  const rows = users.map(({ id: userId, primaryEmail }) =>
    insertSentEmail(db, {
      projectId,
      id: newId(),
      to: primaryEmail === null ? [] : [primaryEmail],
      subject,
      ...log,
      error: deliveryError(interrupted, []),
      sentAt: Date.now(),
      kind: "send",
      sendId,
      userId,
    }),
  );
  if (rows.length > 0) await db.batch(rows as unknown as [Statement, ...Statement[]]);
}

/** Ends the run: the send is over, or has its turn again after the others of its project. */
async function release(
  tools: PlatformTools,
  run: Run,
  outcome: ServerOutcome,
  { startedAt, failedRuns: failedBefore }: { startedAt: number; failedRuns: number },
): Promise<void> {
  const { db, emailSends, settings } = tools;
  const { projectId, hasTaken } = run;
  const now = Date.now();
  const isDown = outcome.state === "down";
  const notBefore = isDown ? now + waitAfter(1) : now;
  const isLong = now - startedAt >= longRunMillis;
  const failedRuns = hasTaken ? 0 : failedBefore + (hasTaken === false && isLong ? 1 : 0);
  const serverRest = hasTaken === false ? restAfter(failedRuns) : restMillis;
  const rest = Math.max(isLong ? serverRest : 0, backgroundTurns.restOf(projectId, settings));
  // Where it is taken over, what is another run's stays as it is.
  const results = await db.batch([
    cancelRecipients(db, run),
    finishSend(db, run, { now }),
    releaseSend(db, run, { now, notBefore }),
    ...(hasTaken ? [forgetFailedRuns(db, { projectId, now })] : []),
    takeNextSend(db, { projectId, now, failedRuns, restsUntil: now + rest }),
  ] as unknown as [Statement, ...Statement[]]);
  const [next] = results.at(-1) as { sendId: string; wakeAt: number }[];
  if (!next) return;
  const delaySeconds = Math.max(0, Math.ceil((next.wakeAt - now) / 1000));
  if (delaySeconds <= maxDelaySeconds) {
    await emailSends.send({ projectId, sendId: next.sendId }, { delaySeconds });
  }
}
