import { encodeHexLowerCase } from "@oslojs/encoding";
import { recordAudit } from "../../../db/audit/changes";
import { endReplaced, insertTestSubscription, isPurchaseRefused } from "../../../db/payments/purchases/changes";
import { endSwitched, insertStartedSwitch, type SubscriptionRow } from "../../../db/payments/purchases/queries";
import type { Statement } from "../../../platform/database";
import { newId } from "../../../platform/secrets";
import type { Tools } from "../../../platform/tools";
import type { BodyOf, ErrorsOf } from "../../../protocol/endpoint";
import type { Failing } from "../../../protocol/failing";
import type { Caller } from "../../access";
import { days } from "../../verification-codes";
import { type DayInterval, endOfPeriod } from "../catalogue";
import { billedConflicts, type Conflicts, chargeOf, conflictsWith, metadataOf, type Purchase } from "../purchases";
import { cancelSubscription, readCurrency, resultOf, switchSubscription } from "../stripe";
import { noStripe } from "../stripe/contract";
import * as contract from "./contract";
import { changeAtProvider, type OpenSubscription, type ProviderCustomer, writeAndView } from "./open-subscription";
import { displayName, type SwitchOption, switchOptions } from "./purchase";

/** As long as what is bought on its page is kept until the provider reports it. */
const keptMillis = 90 * days;

type SwitchTools = Pick<Tools, "db"> & Failing<ErrorsOf<typeof contract.switchSubscription>>;

/** A switch that may be made. */
interface Switch {
  open: OpenSubscription;
  option: SwitchOption;
  interval: DayInterval;
  /** Says what is bought by it: the offer as it is today. */
  purchase: Purchase;
  /** Says what else of the group ends with it. */
  conflicts: Conflicts;
  provider: ProviderCustomer | undefined;
}

/** Switches a subscription to another price of its group. What it goes on as has a new id. */
export async function switchTo(
  tools: SwitchTools,
  caller: Caller,
  open: OpenSubscription,
  { body, provider }: { body: BodyOf<typeof contract.switchSubscription>; provider: ProviderCustomer | undefined },
): Promise<contract.WireSubscription> {
  const { db, fail } = tools;
  const { row, customer, held, givesRights } = open;
  const { config } = caller.project;
  const options = givesRights ? switchOptions(caller.project, caller.tier, row, held) : [];
  const option = options.find(({ offer, priceId }) => offer.id === body.offer_id && priceId === body.price_id);
  if (!option?.price.interval) return fail(contract.notSwitchable);
  const { id: offerId, ...offer } = option.offer;
  const purchase = { customer, offerId, offer };
  const others = { ...held, subscriptions: held.subscriptions.filter(({ id }) => id !== row.id) };
  const conflicts = conflictsWith(config, purchase, others);
  const change: Switch = { open, option, interval: option.price.interval, purchase, conflicts, provider };
  const { id, statements } = await (row.stripeSubscriptionId === null
    ? inTestMode(tools, change)
    : atProvider(tools, caller, change, row.stripeSubscriptionId));
  const event = {
    type: "subscription.switched",
    target: { type: "subscription", id },
    details: { from: row.id, offer_id: offerId, price_id: option.priceId },
  } as const;
  try {
    const written = [...statements, recordAudit(db, caller.project, caller.actor, event)];
    const changed = await writeAndView(db, caller, customer, { id, statements: written });
    return changed ?? fail(contract.switchedMeanwhile);
  } catch (cause) {
    if (isPurchaseRefused(cause)) return fail(contract.switchedMeanwhile, undefined, { cause });
    throw cause;
  }
}

interface Made {
  /** Names what the subscription goes on as. */
  id: string;
  statements: Statement[];
}

/** One row ends and the other begins in one batch, of which one is refused where another request was first. */
async function inTestMode(tools: SwitchTools, change: Switch): Promise<Made> {
  const { db } = tools;
  const { open, option, interval, purchase, conflicts } = change;
  const { customer, row } = open;
  const endedAtProvider = await endConflicts(tools, change);
  const [id, now] = [newId(), Date.now()];
  const { conflictingOffers } = conflicts;
  const bought = { ...customer, id, offerId: purchase.offerId, offer: purchase.offer, priceId: option.priceId };
  const period = { currentPeriodStart: now, currentPeriodEnd: endOfPeriod(now, interval) };
  const condition = {
    ...{
      customer,
      now,
      notBilled: conflictingOffers,
      endedAtProvider,
      notPurchased: [option.offer.id, ...conflictingOffers],
    },
    notSubscribed: option.offer.stackable ? [] : [option.offer.id],
  };
  return {
    id,
    statements: [
      endSwitched(db, { customer, id: row.id, now, replacedBy: id }),
      insertTestSubscription(db, { ...bought, quantity: row.quantity, createdAt: now, ...period }, condition),
      endReplaced(db, customer, { offerIds: conflictingOffers, by: id, endedAtProvider, now }),
    ],
  };
}

/** The subscription at the provider stays, and its rows follow what the provider then says of it. */
async function atProvider(
  tools: SwitchTools,
  caller: Caller,
  change: Switch,
  stripeSubscriptionId: string,
): Promise<Made> {
  const { db, fail } = tools;
  const { open, option, interval, purchase, conflicts, provider } = change;
  if (!provider) return fail(noStripe);
  const { customer, row } = open;
  const { quantity } = row;
  const paidIn = await resultOf(tools, readCurrency(provider, stripeSubscriptionId));
  const { currency, amount } = chargeOf(tools, option.price, quantity, paidIn);
  const bought = { priceId: option.priceId, quantity };
  const purchaseId = await switchIdOf(row, { ...bought, offerId: option.offer.id, currency, amount });
  const now = Date.now();
  const started = { ...purchase, ...customer, id: purchaseId, ...bought, createdAt: now, expiresAt: now + keptMillis };
  await db.batch([insertStartedSwitch(db, started)]);
  const charge = { currency, unitAmount: amount, quantity, interval, offerName: displayName(option.offer) };
  const metadata = metadataOf(purchase, { ...bought, purchaseId, kind: "SUBSCRIPTION" });
  const synced = await changeAtProvider(
    tools,
    caller,
    { open, provider },
    () => switchSubscription(provider, { ...charge, metadata, stripeSubscriptionId }),
    (cause) => cause.isPaymentRefused && fail(contract.paymentFailed, undefined, { cause }),
  );
  if (conflicts.conflicts.length === 0) return { id: purchaseId, statements: synced };
  // What was switched is stored, whatever comes of the others.
  const [first, ...rest] = synced;
  if (first) await db.batch([first, ...rest]);
  const ended = await endConflicts(tools, change);
  const replaced = { offerIds: conflicts.conflictingOffers, by: purchaseId, endedAtProvider: ended, now: Date.now() };
  return { id: purchaseId, statements: [endReplaced(db, customer, replaced)] };
}

/** Ends what the provider bills of the conflicts. @returns the ids there */
async function endConflicts(tools: SwitchTools, { conflicts, provider }: Switch): Promise<string[]> {
  const billed = billedConflicts(conflicts);
  if (billed.length === 0) return [];
  if (!provider) return tools.fail(noStripe);
  for (const id of billed) await resultOf(tools, cancelSubscription(provider, id));
  return billed;
}

/**
 * Makes the id of what a subscription is switched to. Requests that are the same and read the same state get the same
 * one. So they make one change at the provider, which takes the id as its idempotency key. What the provider has
 * answered since, such as that a payment failed, makes another one.
 *
 * @returns a UUID of version 8 (RFC 9562 section 5.8)
 */
async function switchIdOf(
  { projectId, id, syncedAt }: SubscriptionRow,
  to: { offerId: string; priceId: string; quantity: number; currency: string; amount: number },
): Promise<string> {
  const { offerId, priceId, quantity, currency, amount } = to;
  const named = JSON.stringify([projectId, id, syncedAt, offerId, priceId, quantity, currency, amount]);
  const hash = encodeHexLowerCase(
    new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(named))),
  );
  const groups = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`];
  return [...groups, hash.slice(20, 32)].join("-");
}
