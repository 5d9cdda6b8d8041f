import type { eventTypes } from "../../../worker/db/outbox/event-types";
import type { Json } from "../requests/json";

/** Names what webhooks report. The part before the dot is what it happened to. */
export type WebhookEventType = (typeof eventTypes)[number];

/** A change took a customer's quantity of an item below the item's threshold. */
export interface LowBalance {
  readonly item_id: string;
  readonly customer_type: "user" | "team" | "custom";
  readonly customer_id: string;
  /** After the change. */
  readonly quantity: number;
  readonly threshold: number;
}

/**
 * Describes what is sent to an endpoint for webhooks, in the names of the API. `data` of most types is what the API shows of the object to
 * servers.
 */
export type WebhookEvent =
  | { readonly type: "item.low_balance"; readonly data: LowBalance }
  | {
      readonly type: Exclude<WebhookEventType, "item.low_balance">;
      readonly data: { readonly [field: string]: Json };
    };
