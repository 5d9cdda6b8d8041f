import { msg } from "../translation/msg";

/** How an attempt ended, by its name in the address. */
export const attemptStatuses = { accepted: msg("Accepted"), pending: msg("Pending"), failed: msg("Failed") } as const;

export type AttemptStatus = keyof typeof attemptStatuses;

/** The status on the wire of Svix. */
export const wireStatus: Record<AttemptStatus, string> = { accepted: "0", pending: "1", failed: "2" };

/** What the address of an endpoint's page says: which attempts are shown, and which of them is open. */
export interface EndpointSearch {
  status?: AttemptStatus;
  /** The event and the attempt, joined by a dot. */
  attempt?: string;
}

/** Reads the search of an address; invalid values are left out. */
export function parseEndpointSearch({ status, attempt }: Record<string, unknown>): EndpointSearch {
  return {
    ...(typeof status === "string" && Object.hasOwn(attemptStatuses, status) && { status: status as AttemptStatus }),
    ...(typeof attempt === "string" && /^[\w-]+\.[\w-]+$/.test(attempt) && { attempt }),
  };
}
