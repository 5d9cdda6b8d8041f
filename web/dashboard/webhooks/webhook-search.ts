import type { WebhookEventType } from "../../kit";
import { msg } from "../translation/message";

/** Names how an attempt ended, by its name in the address. */
export const attemptStatuses = { accepted: msg("Accepted"), pending: msg("Pending"), failed: msg("Failed") } as const;

export type AttemptStatus = keyof typeof attemptStatuses;

/** The status on the wire of Svix. */
export const wireStatus: Record<AttemptStatus, string> = { accepted: "0", pending: "1", failed: "2" };

/** Names what may be sent again at once: what has failed, or what was never sent. */
const resends = ["failed", "missing"] as const;

export type Resend = (typeof resends)[number];

/** Says which attempts are shown. */
export interface AttemptFilter {
  status?: AttemptStatus;
  type?: WebhookEventType;
}

/** Holds what the address of an endpoint's page says: which attempts are shown, and what is open. */
export interface EndpointSearch extends AttemptFilter {
  /** The event and the attempt that are open, joined by a dot. */
  attempt?: string;
  /** The dialog that is open: what is to be sent again. */
  resend?: Resend;
}

/** Reads the search of an address; invalid values are left out. */
export function parseEndpointSearch({ status, type, attempt, resend }: Record<string, unknown>): EndpointSearch {
  const known = resends.find((each) => each === resend);
  return {
    ...(typeof status === "string" && Object.hasOwn(attemptStatuses, status) && { status: status as AttemptStatus }),
    // The server knows the types: an unknown one is refused in words.
    ...(typeof type === "string" && /^[a-z_]+\.[a-z_]+$/.test(type) && { type: type as WebhookEventType }),
    ...(typeof attempt === "string" && /^[\w-]+\.[\w-]+$/.test(attempt) && { attempt }),
    ...(known && { resend: known }),
  };
}
