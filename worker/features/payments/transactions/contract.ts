// What customers have bought, and how their items were changed.
import * as z from "zod";
import { customerType } from "../../../config";
import { adminOnly, endpoint } from "../../../protocol/endpoint";
import { flag, integer, millis, shortText, trueOrFalse } from "../../../protocol/fields";
import { isInvalid } from "../../../protocol/validation-messages";
import { WirePrice } from "../catalogue";

export const transactionTypes = ["subscription", "one_time", "item_quantity_change"] as const;

/** The last transaction of the page before, as `{time}_{id}`. */
const cursor = shortText.regex(/^\d{1,15}_.+$/, isInvalid);

/** What was bought, or a change of an item, as it is listed. */
export const Transaction = z.object({
  id: z.string(),
  type: z.enum(transactionTypes),
  created_at_millis: millis,
  customer_type: customerType,
  customer_id: z.string(),
  customer_display_name: z.string().nullable(),
  quantity: z.number(),
  test_mode: flag,
  offer_display_name: z.string().nullable(),
  price: WirePrice.nullable(),
  status: z.string().nullable(),
  item_id: z.string().optional(),
  description: z.string().nullable().optional(),
  expires_at_millis: integer.nullable().optional(),
  offer_id: z.string().nullable().optional(),
  refunded_at_millis: integer.nullable().optional(),
  stripe_subscription_id: z.string().nullable().optional(),
  stripe_payment_intent_id: z.string().nullable().optional(),
  stripe_event_id: z.string().nullable().optional(),
});

export type Transaction = z.input<typeof Transaction>;

export const listTransactions = endpoint("GET /internal/payments/transactions", {
  summary: "List what customers have bought, and how their items were changed",
  description:
    "Newest first. A page is full as long as there may be more: `next_cursor` then asks for what comes after it. What is listed of an offer is what it was when it was bought. A subscription that was switched to another offer is a transaction for each.",
  access: adminOnly,
  query: z.strictObject({
    cursor: cursor.optional(),
    limit: shortText.optional(),
    type: z.enum(transactionTypes).optional(),
    customer_type: customerType.optional(),
    test_mode: trueOrFalse.optional(),
  }),
  response: z.object({ transactions: z.array(Transaction), next_cursor: z.string().nullable() }),
});
