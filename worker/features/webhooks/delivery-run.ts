import { systemActor } from "../../db/audit/actor";
import { ifChanged } from "../../db/audit/changes";
import { recordAuditOfProject } from "../../db/audit/project-logs";
import { deliveryStatus, handOutWaiting, insertAttempt, settleDelivery } from "../../db/outbox/delivery-changes";
import { type EndpointKey, leaseEndpoint, queueNextEndpoint, releaseEndpoint } from "../../db/outbox/endpoint-changes";
import { eventTypes } from "../../db/outbox/event-types";
import { type DueDelivery, type ObjectsOfKind, selectDueDeliveries, selectDueOfObjects } from "../../db/outbox/queries";
import { UnsealError } from "../../platform/sealing";
import type { PlatformTools } from "../../platform/tools";
import { sendMessages } from "./index";
import { openSecrets } from "./secrets";
import { type DeliveryResult, sendWebhook } from "./send";
import { signatureHeaders } from "./signature";
import { sendToSvix } from "./svix-service";
import { type Message, newTimedId, wireId } from "./wire-message";

/** The most events of a run, and how many of them at once: a Worker waits for six connections at a time. */
const maxDeliveries = 20;
const maxAtOnce = 5;

/** For so long a run begins to send. One whose receiver responds within half a second is then none that rests. */
const sendingMillis = 2_500;

/** For so long no other run begins, unless this one ends: more than the longest one takes. */
const leaseMillis = 30_000;

/** Sets when to look again at events that wait for others. */
const waitMillis = 60_000;

interface Attempt {
  delivery: DueDelivery;
  startedAt: number;
  result: DeliveryResult;
}

/**
 * Sends a bounded part of what is due to one endpoint, in two round trips and one for each event. Only one run at a time sends to
 * an endpoint, so that one that hangs takes up only its own run. Each attempt is recorded as it ends. When the Worker is killed,
 * only the events that are under way are sent again, under their ids. The project's next endpoint gets a message as the run begins
 * and as it ends. An endpoint that hangs keeps its place.
 */
export async function runDeliveries(tools: PlatformTools, key: EndpointKey): Promise<void> {
  const { db } = tools;
  const now = Date.now();
  const until = now + leaseMillis;
  const [[leased], handedOut, oldest, ofObjects, next] = await db.batch([
    leaseEndpoint(db, key, { now, until }),
    handOutWaiting(db, key.projectId),
    selectDueDeliveries(db, { ...key, now, limit: maxDeliveries }),
    selectDueOfObjects(db, { ...key, now, kinds: kinds.map(anyObject) }),
    queueNextEndpoint(db, key.projectId, { now, after: key.id }),
  ]);
  const queued = sendMessages(tools, next);
  if (!leased?.hasPlace) return queued;
  const endpoint = { ...key, ...leased };
  const due = fairShare(oldest, ofObjects);
  const [attempts] = await Promise.all([sendAll(tools, endpoint, due), queued]);
  const outcome = outcomeOf(endpoint, attempts);
  const endedAt = Date.now();
  const rest = restMillis({ isHanging: isHanging(attempts), tookMillis: endedAt - now });
  const released = releaseEndpoint(db, key, {
    ...outcome,
    leasedUntil: until,
    // Behind the project's other endpoints that are due.
    lookAgainAt: attempts.length + handedOut.length > 0 ? endedAt : now + waitMillis,
    restsUntil: rest > 0 ? endedAt + rest : 0,
  });
  const taken = queueNextEndpoint(db, key.projectId, { now: endedAt, from: endedAt + rest, after: key.id });
  const after =
    outcome.disabledAt === null
      ? (await db.batch([released, taken]))[1]
      : (await db.batch([released, recordDisabling(tools, key, outcome.failingSince), taken]))[2];
  await sendMessages(tools, after);
}

/**
 * Returns what a run sends: what has been due for longest and, by turns, events of objects that would have to wait behind that. An
 * object has its turn also where the room for others takes the place of its event among the oldest.
 */
function fairShare(oldest: readonly DueDelivery[], ofObjects: readonly DueDelivery[]): DueDelivery[] {
  const served = subjectsOf(oldest.slice(0, maxDeliveries - ofObjects.length));
  const others = ofObjects.filter(({ subject }) => !served.has(subject));
  const byTurn = subjectsOf(others);
  const first = oldest.filter(({ subject }) => !byTurn.has(subject)).slice(0, maxDeliveries - others.length);
  const places = Array.from({ length: Math.max(first.length, others.length) }, (_, place) => place);
  return places.flatMap((place) => [first[place], others[place]]).filter((delivery) => delivery !== undefined);
}

function subjectsOf(deliveries: readonly DueDelivery[]): Set<string> {
  return new Set(deliveries.map(({ subject }) => subject));
}

/** What events are of: users, teams, memberships and so on. */
const kinds = [...new Set(eventTypes.map((type) => type.slice(0, type.indexOf("."))))];

/** All objects of a kind, from any one on. Their names begin with ids or end with one, such as `user///{id}`. */
function anyObject(kind: string): ObjectsOfKind {
  const slashes = "/".repeat(1 + Math.floor(3 * Math.random()));
  return { low: `${kind}/`, from: kind + slashes + crypto.randomUUID(), high: `${kind}0` };
}

/**
 * Sends in the order of the events, some at once, but those of one object one after the other, as long as they are accepted. It stops when all are sent, the time is up, or one event got no response in its time. An endpoint that is failing
 * is sent one event first, because it may still hang.
 */
async function sendAll(
  tools: PlatformTools,
  endpoint: LeasedEndpoint,
  due: readonly DueDelivery[],
): Promise<Attempt[]> {
  if (due.length === 0) return [];
  const send = await sendTo(tools, endpoint);
  const stopAt = Date.now() + sendingMillis;
  // What was asked for by hand is in no order.
  const objects = [
    ...Map.groupBy(due, ({ isResent, messageId, subject }) => (isResent ? messageId : subject)).values(),
  ];
  const attempts: Attempt[] = [];
  const sendNext = async () => {
    const [delivery, ...following] = objects.shift() ?? [];
    if (!delivery) return;
    const startedAt = Date.now();
    const attempt = { delivery, startedAt, result: await send(messageOf(delivery)) };
    attempts.push(attempt);
    await record(tools, endpoint, attempt);
    if (attempt.result.isAccepted && following.length > 0) objects.push(following);
  };
  const isOver = () => objects.length === 0 || Date.now() >= stopAt || attempts.some((each) => each.result.isTimeout);
  const work = async () => {
    while (!isOver()) await sendNext();
  };
  if (endpoint.failingSince !== null) await sendNext();
  await Promise.all(Array.from({ length: maxAtOnce }, work));
  return attempts;
}

/** Tells whether a receiver let the time of an event pass, and accepted no other. */
function isHanging(attempts: readonly Attempt[]): boolean {
  return attempts.some(({ result }) => result.isTimeout) && !attempts.some(({ result }) => result.isAccepted);
}

/** The body is what the contract of the wire says; the id is that of the event, however often it is sent. */
function messageOf({ messageId, type, data }: DueDelivery): Message {
  return { id: messageId, type, body: JSON.stringify({ type, data }) };
}

async function record(
  { db }: PlatformTools,
  { projectId, id: endpointId, url }: LeasedEndpoint,
  { delivery: { messageId, attempts, isResent, expiresAt, dueAt }, startedAt, result }: Attempt,
): Promise<void> {
  const key = { projectId, endpointId, messageId };
  const { isAccepted } = result;
  await db.batch([
    settleDelivery(db, key, {
      dueAt,
      isDelivered: isAccepted,
      nextAttemptAt: isAccepted ? null : nextAttemptAt(attempts + 1, Date.now()),
    }),
    insertAttempt(db, {
      ...key,
      id: newTimedId("atmpt", startedAt),
      url,
      status: isAccepted ? deliveryStatus.delivered : deliveryStatus.failed,
      responseStatusCode: result.statusCode,
      response: result.text,
      responseDurationMs: result.durationMs,
      // What was asked for by hand is tried again by itself, as everything is.
      isManual: isResent && attempts === 0,
      createdAt: startedAt,
      expiresAt,
    }),
  ]);
}

/** One success ends a failure; without one it goes on, and at last disables the endpoint. */
function outcomeOf(
  { failingSince, sealedSecrets }: LeasedEndpoint,
  attempts: readonly Attempt[],
): { failingSince: number | null; disabledAt: number | null } {
  if (attempts.length === 0) return { failingSince, disabledAt: null };
  if (attempts.some(({ result }) => result.isAccepted)) return { failingSince: null, disabledAt: null };
  const now = Date.now();
  const since = failingSince ?? now;
  const isLasting = now - since >= maxFailureMillis && sealedSecrets !== null;
  return { failingSince: since, disabledAt: isLasting ? now : null };
}

function recordDisabling({ db }: PlatformTools, { projectId, id }: EndpointKey, failingSince: number | null) {
  const event = {
    type: "webhook_endpoint.disabled",
    target: { type: "webhook_endpoint", id },
    details: { failing_since_millis: failingSince },
  } as const;
  return recordAuditOfProject(db, projectId, systemActor, event, ifChanged);
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Lists how long after a failed attempt the next one is due: over three days in all, about as Svix has it. */
const delays = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];

/** A part of the delay that is left to chance, so that what failed together does not come back together. */
const jitter = 0.2;

/**
 * Returns when an event is next tried that has failed this often; null when it is not.
 *
 * @param chance from 0 to 1
 */
function nextAttemptAt(failures: number, now: number, chance = Math.random()): number | null {
  const delay = delays[failures - 1];
  return delay === undefined ? null : now + Math.round(delay * (1 + jitter * chance));
}

/**
 * Returns for how long an endpoint is sent nothing after a run, and keeps its place among those of its project. It is five
 * minutes where it let the time pass, and twice the time of a run that was long. However many endpoints are slow, their
 * project has a bounded part of the consumers.
 */
function restMillis({ isHanging, tookMillis }: { isHanging: boolean; tookMillis: number }): number {
  if (isHanging) return 5 * minute;
  return tookMillis < longRunMillis ? 0 : 2 * tookMillis;
}

const longRunMillis = 3 * second;

/** After so long without a success an endpoint is disabled. */
const maxFailureMillis = 5 * 24 * hour;

/** An endpoint to which a run may send. */
interface LeasedEndpoint extends EndpointKey {
  url: string;
  sealedSecrets: string | null;
  failingSince: number | null;
}

/** Returns how messages travel to an endpoint: its secrets are opened once for all of them. */
export async function sendTo(
  { settings }: Pick<PlatformTools, "settings">,
  endpoint: Pick<LeasedEndpoint, "projectId" | "id" | "url" | "sealedSecrets">,
): Promise<(message: Message) => Promise<DeliveryResult>> {
  if (endpoint.sealedSecrets === null) {
    const { svix } = settings;
    if (!svix) return async () => noService;
    return (message) => sendToSvix({ settings }, svix, { projectId: endpoint.projectId, message });
  }
  const secrets = await secretsOf({ settings }, endpoint);
  if (!secrets) return async () => unreadableSecret;
  return async ({ id, body }) => {
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = await signatureHeaders(secrets, { id: wireId(id), timestamp, body });
    return sendWebhook({ settings }, { url: endpoint.url, headers, body });
  };
}

const noService: DeliveryResult = {
  isAccepted: false,
  statusCode: 0,
  text: "Nothing was sent: Svix is not configured.",
  durationMs: 0,
  isTimeout: false,
};

const unreadableSecret: DeliveryResult = {
  isAccepted: false,
  statusCode: 0,
  text: "Nothing was sent: the endpoint's secret is sealed under a root secret that is gone. Rotate it.",
  durationMs: 0,
  isTimeout: false,
};

async function secretsOf(
  { settings }: Pick<PlatformTools, "settings">,
  endpoint: Pick<LeasedEndpoint, "projectId" | "id" | "sealedSecrets">,
) {
  try {
    return await openSecrets(settings, endpoint, Date.now());
  } catch (error) {
    if (error instanceof UnsealError) return undefined;
    throw error;
  }
}
