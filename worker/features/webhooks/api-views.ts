// Rows in the shapes of Svix' API.
import { maxWalked } from "../../db/bounded-walk";
import { deliveryStatus } from "../../db/outbox/delivery-changes";
import type { AttemptRow, EndpointRow, MessageRow } from "../../db/outbox/queries";
import { wireId } from "./wire-message";

const statusTexts = ["success", "pending", "fail"] as const;

type ShownOfEndpoint =
  | "id"
  | "url"
  | "description"
  | "disabledAt"
  | "eventTypes"
  | "metadata"
  | "createdAt"
  | "updatedAt";

export function endpointOf(row: Pick<EndpointRow, ShownOfEndpoint>) {
  return {
    id: row.id,
    uid: null,
    url: row.url,
    description: row.description,
    disabled: row.disabledAt !== null,
    eventTypes: row.eventTypes,
    channels: null,
    throttleRate: null,
    metadata: row.metadata,
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
  };
}

/** @param withContent whether the body that receivers get is shown */
export function messageOf(
  { id, type, data, createdAt }: Omit<MessageRow, "waitingDeliveries">,
  { withContent }: { withContent: boolean },
) {
  return {
    id: wireId(id),
    eventId: null,
    eventType: type,
    payload: withContent ? { type, data } : {},
    channels: null,
    tags: null,
    timestamp: isoTime(createdAt),
  };
}

export function attemptOf(row: AttemptRow, { withContent }: { withContent: boolean }) {
  return {
    id: row.id,
    msgId: wireId(row.messageId),
    endpointId: row.endpointId,
    url: row.url,
    status: row.status,
    statusText: statusTexts[row.status] ?? "fail",
    response: withContent ? row.response : "",
    responseStatusCode: row.responseStatusCode,
    responseDurationMs: row.responseDurationMs,
    triggerType: row.isManual ? 1 : 0,
    timestamp: isoTime(row.createdAt),
  };
}

export function countsOf(rows: readonly { status: number; count: number }[]) {
  const count = (status: number) => rows.find((row) => row.status === status)?.count ?? 0;
  return {
    success: count(deliveryStatus.delivered),
    pending: count(deliveryStatus.pending),
    sending: 0,
    fail: count(deliveryStatus.failed),
    canceled: 0,
  };
}

/** A page of a list. One more row than it holds says that there are more, and so does the end of a bounded walk. */
export async function pageOf<Row, Item>(
  rows: readonly (Row & { nth?: number; isFound?: number })[],
  {
    limit,
    cursorOf,
    view,
  }: { limit: number; cursorOf(row: Row): string | Promise<string | null>; view(row: Row): Item },
) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    data: shown.filter(({ isFound }) => isFound !== 0).map(view),
    iterator: last === undefined ? null : await cursorOf(last),
    prevIterator: null,
    done: rows.length <= limit && last?.nth !== maxWalked,
  };
}

export function isoTime(millis: number): string {
  return new Date(millis).toISOString();
}
