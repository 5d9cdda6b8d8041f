// Items: what customers have a quantity of, such as credits or seats. Backends change quantities; what customers buy
// changes them too.
import * as z from "zod";
import { customerType } from "../../../config";
import { clientOrHigher, endpoint, serverOrHigher } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { integer, listOf, longText, millis, noQuery, shortText, trueOrFalse } from "../../../protocol/fields";
import { mustNotBeEmpty } from "../../../protocol/validation-messages";

/** A repeated request that is another one is no repetition. */
export const keyOfAnotherChange = plainError(
  409,
  "The idempotency key was used for a different change of this item's quantity.",
  { remedy: "Repeat a request as it was, or give the new change a key of its own." },
);

export const quantityTooLarge = plainError(
  400,
  "A quantity lies between -9007199254740991 and 9007199254740991, and would not after this change.",
  { remedy: "Change the quantity by less: beyond these numbers it would not be counted exactly." },
);

/** So little that many thousands of changes are counted exactly. */
const maxDelta = 1_000_000_000_000;

const params = z.strictObject({
  customer_type: customerType.describe(
    "`user`, `team`, or `custom` for a customer of whom only the project's backend has a record. It has to be that of the item.",
  ),
  customer_id: shortText.describe(
    "The id of the user or the team; for a custom customer, any text of up to 1,000 characters.",
  ),
  item_id: shortText.describe("The id of the item in the project's configuration."),
});

const itemErrors = ["ITEM_NOT_FOUND", "ITEM_CUSTOMER_TYPE_DOES_NOT_MATCH", "USER_NOT_FOUND", "TEAM_NOT_FOUND"] as const;

/** Anything that a date is read from; ISO 8601 is what everything reads alike. */
const date = shortText
  .refine((text) => !Number.isNaN(Date.parse(text)), "{path} must be a date")
  .meta({ format: "date-time" });

export const readItem = endpoint("GET /payments/items/{customer_type}/{customer_id}/{item_id}", {
  summary: "Read how much of an item a customer has",
  description:
    "Clients read the items of all customers, unless `payments.clientItemReads` of the project's configuration is `own`.",
  access: clientOrHigher,
  params,
  query: noQuery,
  response: z.object({
    id: shortText.describe("The id of the item."),
    display_name: z.string().describe("The item's name for people."),
    quantity: z.number().describe("How much the customer has at present. It can be negative."),
  }),
  errors: [...itemErrors, "USER_AUTHENTICATION_REQUIRED", "CUSTOMER_DOES_NOT_EXIST"],
});

/** As many times as one round trip computes at once. */
export const maxReportTimes = 100;

export const tooManyTimes = plainError(400, "A report has at most 100 times.", {
  remedy: "Begin later, end earlier, or take a longer interval.",
});

export const readUsage = endpoint("GET /payments/items/{customer_type}/{customer_id}/{item_id}/usage", {
  summary: "Report how much of an item a customer had over time, and what was added and taken",
  description:
    "One element for each `interval` from `from_millis` on, at its end; the last one is at `until_millis`, or now. What subscriptions include is part of the quantity and not of `added`.",
  access: serverOrHigher,
  params,
  query: z.strictObject({
    from_millis: millis.min(0).describe("When the report begins, in milliseconds since the Unix epoch."),
    until_millis: millis.min(0).optional().describe("When it ends; now, where it is absent or later."),
    interval: z.enum(["hour", "day", "week"]).default("day").describe("What lies between two elements of the report."),
  }),
  response: listOf(
    z
      .object({
        at_millis: millis.describe("The time of the element, in milliseconds since the Unix epoch."),
        quantity: z.number().describe("How much the customer had then."),
        added: z.number().describe("What changes and one-time purchases added since the element before."),
        removed: z.number().describe("What changes took since the element before."),
      })
      .meta({ id: "ItemUsage" }),
  ),
  errors: [...itemErrors, tooManyTimes],
});

export const updateQuantity = endpoint("POST /payments/items/{customer_type}/{customer_id}/{item_id}/update-quantity", {
  summary: "Add to an item of a customer, or take from it",
  description:
    "With `allow_negative=false` a change is refused that would leave less than nothing, however many are requested at once. A change with `expires_at` ends then: what it added is gone if it was not used, and what it took is back. Requests that repeat an `idempotency_key` make one change.",
  access: serverOrHigher,
  params,
  query: z.strictObject({
    allow_negative: trueOrFalse.describe("`false` refuses a change that would leave less than nothing."),
  }),
  body: z.strictObject({
    delta: integer.min(-maxDelta).max(maxDelta).describe("What is added; what is taken, where it is negative."),
    expires_at: date.optional().describe("When the change ends, in ISO 8601. Absent for one that stays."),
    description: longText.optional().describe("A text for people that says what the change is for."),
    idempotency_key: shortText
      .min(1, mustNotBeEmpty)
      .optional()
      .describe("A name of the change. A request that repeats it makes no second change."),
  }),
  response: z.object({ id: z.string().describe("The id of the change.") }),
  errors: [...itemErrors, "ITEM_QUANTITY_INSUFFICIENT_AMOUNT", keyOfAnotherChange, quantityTooLarge],
});
