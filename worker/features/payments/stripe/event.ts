import * as z from "zod";
import { text } from "../../../protocol/fields";

/** Longer than the ids of Stripe, which has 255 characters at most. */
const id = text(1_000).min(1);

/** An object, or its id alone. */
const reference = z
  .union([id, z.object({ id })])
  .transform((value) => (typeof value === "string" ? value : value.id))
  .nullish();

/** The body of a webhook. Of the object that it is about, this is what all handled events have in common. */
export const StripeEvent = z
  .string()
  .transform((body, context) => {
    try {
      return JSON.parse(body) as unknown;
    } catch {
      context.addIssue("not JSON");
      return z.NEVER;
    }
  })
  .pipe(
    z.object({
      id,
      type: text(1_000),
      /** The connected account; an event of the operator's own has none. */
      account: id.nullish(),
      /** Seconds since the epoch. */
      created: z.int().min(0).max(8.64e12),
      data: z.object({ object: z.object({ id: id.nullish(), customer: reference, payment_intent: reference }) }),
    }),
  );

export type StripeEvent = z.output<typeof StripeEvent>;
