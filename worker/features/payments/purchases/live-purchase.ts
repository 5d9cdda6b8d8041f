import type { Currency } from "../../../config";
import { endReplaced, insertStartedPurchase, isPurchaseRefused } from "../../../db/payments/purchases/changes";
import { newId } from "../../../platform/secrets";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import { claimingCode, days, reopenCode } from "../../verification-codes";
import { addInterval, basesOf, isRecurring, trialOf } from "../catalogue";
import {
  cancelSubscription,
  ensureStripeCustomer,
  type PurchaseMetadata,
  type StripeConnection,
  StripeFailed,
  startPayment,
  startSubscription,
  switchSubscription,
} from "../stripe";
import { stripeFailed } from "../stripe/contract";
import { chargeOf, metadataOf } from "./charge";
import type { CheckedPurchase, Choice } from "./check-purchase";
import * as contract from "./contract";
import type { OpenPurchase } from "./open-purchase";
import { payloadOf, purchaseCode } from "./purchase-code";

/** How long a payment may take, of which the provider reports days later, such as a debit. */
const keptMillis = 90 * days;

type LiveTools = Pick<Tools, "db"> &
  Failing<
    | "VERIFICATION_CODE_NOT_FOUND"
    | typeof contract.currencyMissing
    | typeof contract.priceTooHigh
    | typeof contract.noSubscriptionSecret
    | typeof contract.noPaymentSecret
    | typeof stripeFailed
  >;

/**
 * Begins a payment at the provider, by whose reports alone the customer gets what they buy. The code is used up first, so that
 * of requests at once one begins a payment; it can be used again where the provider refuses.
 *
 * @returns the secret with which a browser completes the payment; null where nothing has to be paid
 */
export async function startLivePurchase(
  tools: LiveTools,
  connection: StripeConnection,
  open: OpenPurchase,
  { checked, choice, currency }: { checked: CheckedPurchase; choice: Choice; currency: Currency | undefined },
): Promise<string | null> {
  const { db, fail } = tools;
  const { currency: paid, amount } = chargeOf(tools, checked.price, choice.quantity, currency);
  const purchaseId = await begin(tools, open, choice);
  const charge = {
    currency: paid,
    unitAmount: amount,
    quantity: choice.quantity,
    offerName: open.purchase.offer.displayName ?? "Offer",
    metadata: metadataOf(open.purchase, {
      ...choice,
      purchaseId,
      kind: isRecurring(checked.price) ? "SUBSCRIPTION" : "ONE_TIME",
    }),
  };
  try {
    const clientSecret = await pay(tools, connection, open, checked, charge);
    await endConflicts(tools, connection, open, checked, purchaseId);
    return clientSecret;
  } catch (error) {
    if (!(error instanceof StripeFailed)) throw error;
    await reopenCode(db, purchaseCode, open.sent);
    return fail(stripeFailed, undefined, { cause: error });
  }
}

interface Charge {
  currency: Currency;
  unitAmount: number;
  quantity: number;
  offerName: string;
  metadata: PurchaseMetadata;
}

/** Uses the code up, and stores what is bought. @returns the id of the purchase */
async function begin({ db, fail }: LiveTools, { sent, purchase }: OpenPurchase, choice: Choice): Promise<string> {
  const [id, now] = [newId(), Date.now()];
  const { customer, offerId, offer } = purchase;
  const row = { ...customer, id, offerId, offer, ...choice, createdAt: now, expiresAt: now + keptMillis };
  const { statement: claim } = await claimingCode(db, purchaseCode, sent, payloadOf(purchase, id));
  try {
    await db.batch([claim, insertStartedPurchase(db, row)]);
  } catch (error) {
    if (!isPurchaseRefused(error)) throw error;
    return fail("VERIFICATION_CODE_NOT_FOUND", undefined, { cause: error });
  }
  return id;
}

async function pay(
  { fail }: LiveTools,
  connection: StripeConnection,
  open: OpenPurchase,
  checked: CheckedPurchase,
  charge: Charge,
): Promise<string | null> {
  const { customer, offer } = open.purchase;
  const { interval } = checked.price;
  if (interval === undefined || !isRecurring(checked.price)) {
    const stripeCustomerId = await ensureStripeCustomer(connection, customer);
    const { clientSecret } = await startPayment(connection, { ...charge, stripeCustomerId });
    return clientSecret ?? fail(contract.noPaymentSecret);
  }
  const [switched] = billedConflicts(checked);
  if (switched) {
    const change = { ...charge, interval, stripeSubscriptionId: switched };
    return (await switchSubscription(connection, change)).clientSecret;
  }
  const trial = open.isFirst ? trialOf(offer, checked.price) : undefined;
  const trialEnd = trial && addInterval(Date.now(), trial);
  const stripeCustomerId = await ensureStripeCustomer(connection, customer);
  const subscription = { ...charge, interval, stripeCustomerId, ...(trialEnd && { trialEnd }) };
  const { clientSecret } = await startSubscription(connection, subscription);
  if (clientSecret === null && charge.unitAmount > 0) return fail(contract.noSubscriptionSecret);
  return clientSecret;
}

/** Ends what the purchase takes the place of, but the subscription that was switched to it. */
async function endConflicts(
  { db }: LiveTools,
  connection: StripeConnection,
  { purchase }: OpenPurchase,
  checked: CheckedPurchase,
  purchaseId: string,
): Promise<void> {
  if (checked.conflicts.length === 0) return;
  const isSubscription = isRecurring(checked.price);
  const ended = billedConflicts(checked).slice(isSubscription ? 1 : 0);
  for (const id of ended) await cancelSubscription(connection, id);
  const replaced = { offerIds: checked.conflictingOffers, endedAtProvider: ended, now: Date.now() };
  await db.batch([endReplaced(db, purchase.customer, { ...replaced, by: isSubscription ? purchaseId : null })]);
}

/** The conflicting subscriptions at the provider, of add-ons last: a purchase goes on as the first of them. */
export function billedConflicts({ conflicts }: Pick<CheckedPurchase, "conflicts">): string[] {
  const inOrder = [...conflicts].sort((a, b) => basesOf(a.offer).length - basesOf(b.offer).length);
  return inOrder.flatMap(({ stripeSubscriptionId }) => stripeSubscriptionId ?? []);
}
