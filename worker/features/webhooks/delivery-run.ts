import { systemActor } from "../../db/audit/actor";
import { ifChanged, recordAudit } from "../../db/audit/changes";
import { insertAttempts, type NewAttempt, settleDelivery } from "../../db/outbox/delivery-changes";
import { deliveryStatus } from "../../db/outbox/delivery-status";
import { type EndpointKey, leaseEndpoint, releaseEndpoint } from "../../db/outbox/endpoint-changes";
import { type DueDelivery, selectDueDeliveries } from "../../db/outbox/queries";
import { batchThen, type Statement } from "../../platform/database";
import type { PlatformTools } from "../../platform/tools";
import { longestFailureMillis, nextAttemptAt } from "./schedule";
import type { Answer } from "./send";
import { newTimedId } from "./timed-id";
import { type LeasedEndpoint, type Message, sendTo } from "./transport";

/** The most events of a run, and how many of them at once: a Worker waits for six connections at a time. */
const mostDeliveries = 20;
const mostAtOnce = 5;

/** For so long a run begins to send, and for so long no other one does, unless it ends: more than the longest one takes. */
const sendingMillis = 10_000;
const leaseMillis = 40_000;

/** When to look again at events that wait for others. */
const waitMillis = 60_000;

interface Attempt {
  delivery: DueDelivery;
  startedAt: number;
  answer: Answer;
}

/**
 * Sends what is due to one endpoint: a bounded part of it, in two round trips however much that is. Only one run at a time
 * sends to an endpoint, so that one which hangs takes part of nothing but its own. An event is sent again when its attempt
 * could not be recorded (at-least-once); its id is then the same.
 *
 * @returns when there is next something to send: `null` for never, or when another run will see to it
 */
export async function runDeliveries(tools: PlatformTools, key: EndpointKey): Promise<number | null> {
  const { db } = tools;
  const now = Date.now();
  const until = now + leaseMillis;
  const [[leased], due] = await db.batch([
    leaseEndpoint(db, key, { now, until }),
    selectDueDeliveries(db, { ...key, now, limit: mostDeliveries }),
  ]);
  if (!leased) return null;
  const endpoint = { ...key, ...leased };
  const attempts = await sendAll(tools, endpoint, due);
  const outcome = outcomeOf(endpoint, attempts);
  const released = releaseEndpoint(db, key, {
    ...outcome,
    leasedUntil: until,
    lookAgainAt: attempts.length > 0 ? 0 : now + waitMillis,
  });
  const statements = recordOf(tools, endpoint, attempts);
  if (outcome.disabledAt !== null) {
    const event = {
      type: "webhook_endpoint.disabled",
      target: { type: "webhook_endpoint", id: key.id },
      details: { failing_since_millis: outcome.failingSince },
    } as const;
    await db.batch([
      ...(statements as [Statement]),
      released,
      recordAudit(db, { id: key.projectId }, systemActor, event, ifChanged),
    ]);
    return null;
  }
  const [row] = await batchThen(db, statements, released);
  return row?.dueAt ?? null;
}

/** Sends in the order of the events, some at once, until all are sent or the time is up. */
async function sendAll(
  tools: PlatformTools,
  endpoint: LeasedEndpoint,
  due: readonly DueDelivery[],
): Promise<Attempt[]> {
  if (due.length === 0) return [];
  const send = await sendTo(tools, endpoint);
  const stopAt = Date.now() + sendingMillis;
  const queue = [...due];
  const attempts: Attempt[] = [];
  const work = async () => {
    for (let delivery = queue.shift(); delivery; delivery = queue.shift()) {
      const startedAt = Date.now();
      attempts.push({ delivery, startedAt, answer: await send(messageOf(delivery)) });
      if (Date.now() >= stopAt) return;
    }
  };
  await Promise.all(Array.from({ length: mostAtOnce }, work));
  return attempts;
}

/** The body is what the contract of the wire says; the id is that of the event, however often it is sent. */
function messageOf({ messageId, type, data }: DueDelivery): Message {
  return { id: messageId, type, body: JSON.stringify({ type, data }) };
}

/** One success ends a failure; without one it goes on, and at last disables the endpoint. */
function outcomeOf(
  { failingSince }: LeasedEndpoint,
  attempts: readonly Attempt[],
): { failingSince: number | null; disabledAt: number | null } {
  if (attempts.length === 0) return { failingSince, disabledAt: null };
  if (attempts.some(({ answer }) => answer.isAccepted)) return { failingSince: null, disabledAt: null };
  const now = Date.now();
  const since = failingSince ?? now;
  return { failingSince: since, disabledAt: now - since >= longestFailureMillis ? now : null };
}

function recordOf(
  { db }: PlatformTools,
  { projectId, id: endpointId, url }: LeasedEndpoint,
  attempts: readonly Attempt[],
): Statement[] {
  const now = Date.now();
  const settled = attempts.map(({ delivery: { messageId, attempts: before }, answer: { isAccepted } }) =>
    settleDelivery(
      db,
      { projectId, endpointId, messageId },
      { isDelivered: isAccepted, nextAttemptAt: isAccepted ? null : nextAttemptAt(before + 1, now) },
    ),
  );
  const rows = attempts.map(
    ({ delivery: { messageId, isResent, expiresAt }, startedAt, answer }): NewAttempt => ({
      projectId,
      id: newTimedId("atmpt", startedAt),
      endpointId,
      messageId,
      url,
      status: answer.isAccepted ? deliveryStatus.delivered : deliveryStatus.failed,
      responseStatusCode: answer.statusCode,
      response: answer.text,
      responseDurationMs: answer.durationMs,
      isManual: isResent,
      createdAt: startedAt,
      expiresAt,
    }),
  );
  return [...settled, ...insertAttempts(db, rows)];
}
