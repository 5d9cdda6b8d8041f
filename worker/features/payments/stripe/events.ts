import * as z from "zod";
import { insertHandledEvent, selectEventProject } from "../../../db/payments/stripe/statements";
import type { Statement } from "../../../platform/database";
import { type Databases, findInShards } from "../../../platform/databases";
import type { Settings, StripeService } from "../../../platform/env";
import { text } from "../../../protocol/fields";
import { type StripeConnection, StripeFailed } from "./connection";
import { paymentEvents, subscriptionEvents } from "./event-types";
import { paymentStatements } from "./payments";
import { subscriptionStatements } from "./subscriptions";

/** Longer than Stripe repeats an event, which is three days. */
const keptMillis = 30 * 24 * 60 * 60 * 1000;

/**
 * Handles an event once, however often and in whatever order it comes. What it is about is read anew from Stripe. What that changes is
 * written together with the event's id. Until then nothing has happened, and Stripe sends it again.
 *
 * Attack: the owner of a connected account names another project in the metadata of a payment. The event's account alone decides of which
 * project it is. Metadata of any other project has no effect.
 *
 * @throws {StripeFailed} where Stripe cannot be read; it then sends the event again
 */
export async function handleEvent(
  { settings, stripe, ...databases }: Databases & { settings: Settings; stripe: StripeService },
  event: StripeEvent,
): Promise<void> {
  const isOfSubscriptions = subscriptionEvents.has(event.type);
  const isOfPayments = paymentEvents.has(event.type);
  if (!event.account || !(isOfSubscriptions || isOfPayments)) return;
  const sought = { stripeAccountId: event.account, eventId: event.id };
  const [known] = await findInShards(databases, (shard) => selectEventProject(shard, sought));
  if (!known || known.handledAt !== null) return;
  const { projectId } = known;
  const db = databases.dbOf(projectId);
  const connection = { db, settings, stripe, projectId, stripeAccountId: event.account };
  const { object } = event.data;
  const payment = event.type.startsWith("charge.") ? object.payment_intent : object.id;
  const statements = [
    ...(isOfPayments && payment ? await ifThere(() => paymentStatements(connection, payment, event.id)) : []),
    ...(isOfSubscriptions ? await ofCustomer(connection, object.customer, event.id) : []),
  ];
  const now = Date.now();
  const { id, type } = event;
  const occurredAt = event.created * 1000;
  const times = { occurredAt, receivedAt: now, handledAt: now, expiresAt: now + keptMillis };
  await db.batch([
    insertHandledEvent(db, { projectId, id, type, objectId: object.id ?? null, ...times }),
    ...statements,
  ]);
}

async function ofCustomer(
  connection: StripeConnection & { settings: Settings },
  stripeCustomerId: string | null | undefined,
  stripeEventId: string,
): Promise<Statement[]> {
  if (!stripeCustomerId) return [];
  return ifThere(() => subscriptionStatements(connection, { stripeCustomerId, stripeEventId }));
}

/** What Stripe does not have, such as an object of its test mode, changes nothing. */
async function ifThere(read: () => Promise<Statement[]>): Promise<Statement[]> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof StripeFailed && error.code === "resource_missing") return [];
    throw error;
  }
}

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
