// Describes what customers have bought, and how their items were changed.
import * as z from "zod";
import { customerType } from "../../../config";
import { adminOnly, endpoint } from "../../../protocol/endpoint";
import { flag, integer, millis, shortText, trueOrFalse } from "../../../protocol/fields";
import { ours } from "../../../protocol/official-clients";
import { isInvalid } from "../../../protocol/validation-messages";
import { WirePrice } from "../catalogue";

export const transactionTypes = ["subscription", "one_time", "item_quantity_change"] as const;

/** The last transaction of the page before, as `{time}_{id}`. */
const cursor = shortText.regex(/^\d{1,15}_.+$/, isInvalid);

/** Describes what was bought, or a change of an item, as it is listed. */
export const Transaction = z
  .object({
    id: z.string().describe("The id of the subscription, the purchase or the change."),
    type: z.enum(transactionTypes).describe("`subscription`, `one_time` or `item_quantity_change`."),
    created_at_millis: millis.describe("When it was bought or paid, in milliseconds since the epoch."),
    customer_type: customerType.describe("`user`, `team` or `custom`."),
    customer_id: z.string().describe("The customer's id."),
    customer_display_name: ours(
      z
        .string()
        .nullable()
        .describe(
          "The name of the user, or else their email address, or the name of the team, as it is now; null for one that has none or was deleted, and for a custom customer.",
        ),
    ),
    quantity: z.number().describe("The units that were bought, or what was added to the item."),
    test_mode: flag.describe("Whether no money moved."),
    offer_display_name: z.string().nullable().describe("The offer's name when it was bought."),
    price: WirePrice.nullable().describe(
      "The price as it was when it was bought: its amounts by currency, and the interval of a subscription.",
    ),
    status: z.string().nullable().describe("Of a subscription, as Stripe has it."),
    item_id: z.string().optional().describe("The item that was changed."),
    description: z.string().nullable().optional().describe("What the backend has said of the change."),
    expires_at_millis: integer
      .nullable()
      .optional()
      .describe("When the change ends, in milliseconds since the epoch; null for one that stays."),
    offer_id: ours(
      z.string().nullable().optional().describe("The offer's id; null for one that the backend has described itself."),
    ),
    refunded_at_millis: ours(
      integer.nullable().optional().describe("When the money was given back, in milliseconds since the epoch."),
    ),
    stripe_subscription_id: ours(
      z.string().nullable().optional().describe("The subscription at Stripe; null in test mode."),
    ),
    stripe_payment_intent_id: ours(
      z.string().nullable().optional().describe("The payment at Stripe; null in test mode."),
    ),
    stripe_event_id: ours(
      z.string().nullable().optional().describe("The event of Stripe that the row was last changed by."),
    ),
  })
  .meta({ id: "Transaction" });

export type Transaction = z.input<typeof Transaction>;

export const listTransactions = endpoint("GET /internal/payments/transactions", {
  summary: "List what customers have bought, and how their items were changed",
  description:
    "Newest first. A page is full as long as there may be more: `next_cursor` then asks for what comes after it. What is listed of an offer is what it was when it was bought. A subscription that was switched to another offer is a transaction for each.",
  access: adminOnly,
  query: z.strictObject({
    cursor: cursor.optional().describe("Where the page begins: `next_cursor` of the page before."),
    limit: shortText.optional().describe("How many transactions a page has: 1 to 200, and 50 without it."),
    type: z.enum(transactionTypes).optional().describe("`subscription`, `one_time` or `item_quantity_change`."),
    customer_type: customerType.optional().describe("`user`, `team` or `custom`."),
    test_mode: trueOrFalse.optional().describe("`true` for what was bought in test mode alone, `false` for all else."),
  }),
  response: z.object({
    transactions: z.array(Transaction).describe("The transactions of the page."),
    next_cursor: z.string().nullable().describe("Where the next page begins; null on the last one."),
  }),
});
