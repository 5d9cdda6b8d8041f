import type { WebhookEventType } from "../../kit";
import { keyOf, matching, oneOf, searchBy } from "../lists/address-search";
import { msg } from "../translation/message";

/** Names how an attempt ended, by its name in the address. */
export const attemptStatuses = { accepted: msg("Accepted"), pending: msg("Pending"), failed: msg("Failed") } as const;

export type AttemptStatus = keyof typeof attemptStatuses;

/** The status on the wire of Svix. */
export const wireStatus: Record<AttemptStatus, string> = { accepted: "0", pending: "1", failed: "2" };

/** Reads which attempts of an endpoint are shown, and what is open. */
export const parseEndpointSearch = searchBy({
  status: keyOf(attemptStatuses),
  // The server knows the types: an unknown one is refused in words.
  type: matching<WebhookEventType>(/^[a-z_]+\.[a-z_]+$/),
  /** The event and the attempt that are open, joined by a dot. */
  attempt: matching(/^[\w-]+\.[\w-]+$/),
  /** The dialog that is open: to send again at once what has failed, or what was never sent. */
  resend: oneOf("failed", "missing"),
});

type EndpointSearch = ReturnType<typeof parseEndpointSearch>;

/** Says which attempts are shown. */
export type AttemptFilter = Pick<EndpointSearch, "status" | "type">;

export type Resend = NonNullable<EndpointSearch["resend"]>;
