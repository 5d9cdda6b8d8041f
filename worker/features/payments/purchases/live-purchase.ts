import { type Currency, currencyDecimals } from "../../../config";
import { isPurchaseRefused } from "../../../db/payments/purchases/changes";
import {
  deleteStarted,
  insertStartedPurchase,
  noteStripeId,
  supersedeStarted,
} from "../../../db/payments/purchases/started";
import { claimUsableCode, reopenUsedCode } from "../../../db/verification-codes/changes";
import { newId } from "../../../platform/secrets";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import { codeKey, days } from "../../verification-codes";
import { addInterval, isRecurring, type PriceConfig, priceAmount, timesQuantity, trialOf } from "../catalogue";
import {
  cancelSubscription,
  endUnpaid,
  ensureStripeCustomer,
  type PurchaseMetadata,
  type StartedPayment,
  type StripeConnection,
  StripeFailed,
  startPayment,
  startSubscription,
} from "../stripe";
import { stripeFailed } from "../stripe/contract";
import type { CheckedPurchase, Choice } from "./check-purchase";
import * as contract from "./contract";
import type { OpenPurchase } from "./open-purchase";
import { type Purchase, payloadOf, purchaseCode } from "./purchase-code";

/** Limits how long a payment may take, of which the provider reports days later, such as a debit. */
const keptMillis = 90 * days;

type LiveTools = Pick<Tools, "db"> &
  Failing<
    | "VERIFICATION_CODE_NOT_FOUND"
    | typeof contract.currencyMissing
    | typeof contract.priceTooHigh
    | typeof contract.alreadyPurchased
    | typeof contract.alreadySubscribed
    | typeof contract.nothingToPay
    | typeof contract.noSubscriptionSecret
    | typeof contract.noPaymentSecret
    | typeof stripeFailed
  >;

/**
 * Begins a payment at the provider. The customer gets what they buy by the provider's reports alone. The code is used up first, so that
 * only one of simultaneous requests begins a payment. The code can be used again where none has begun.
 *
 * What the purchase replaces ends when the payment is reported. So a price for which nothing is paid replaces nothing.
 *
 * The customer may have begun to pay with another code for what they cannot hold beside this purchase. That can no longer be paid
 * afterwards, so that the last of several pages counts.
 *
 * @returns the secret with which a browser completes the payment; null where nothing has to be paid
 */
export async function startLivePurchase(
  tools: LiveTools,
  connection: StripeConnection,
  open: OpenPurchase,
  { checked, choice, currency }: { checked: CheckedPurchase; choice: Choice; currency: Currency | undefined },
): Promise<string | null> {
  const { currency: paid, amount } = chargeOf(tools, checked.price, choice.quantity, currency);
  const { purchaseId, superseded } = await begin(tools, open, checked, choice);
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
  const started = await reopening(tools, open, async () => {
    await endSuperseded(tools, connection, open, superseded);
    const payment = await pay(tools, connection, open, checked, charge);
    return (await note(tools, connection, { purchaseId, started: payment })) ? payment : undefined;
  });
  // Another page of the customer's has begun meanwhile.
  if (!started) return tools.fail("VERIFICATION_CODE_NOT_FOUND");
  return started.clientSecret;
}

/** Begins a payment, after a failure of which the code can be used again. */
async function reopening<T>({ db, fail }: LiveTools, { sent }: OpenPurchase, begun: () => Promise<T>): Promise<T> {
  try {
    return await begun();
  } catch (error) {
    await db.batch([reopenUsedCode(db, await codeKey(purchaseCode, sent))]);
    if (error instanceof StripeFailed) return fail(stripeFailed, undefined, { cause: error });
    throw error;
  }
}

interface Charge {
  currency: Currency;
  unitAmount: number;
  quantity: number;
  offerName: string;
  metadata: PurchaseMetadata;
}

type Superseded = Awaited<ReturnType<typeof supersedeStarted>>;

/** Uses the code up, and stores what is bought. */
async function begin(
  { db, fail }: LiveTools,
  { sent, purchase }: OpenPurchase,
  { price, conflictingOffers, condition }: CheckedPurchase,
  choice: Choice,
): Promise<{ purchaseId: string; superseded: Superseded }> {
  const [id, now] = [newId(), Date.now()];
  const { customer, offerId, offer } = purchase;
  const row = {
    ...customer,
    id,
    offerId,
    offer,
    ...choice,
    createdAt: now,
    expiresAt: now + keptMillis,
    replaces: conflictingOffers,
  };
  const isHeldBeside = offer.stackable && isRecurring(price);
  const offerIds = isHeldBeside ? conflictingOffers : condition.notPurchased;
  const key = await codeKey(purchaseCode, sent);
  try {
    const [, , superseded] = await db.batch([
      claimUsableCode(db, { ...key, now, payload: payloadOf(purchase, id) }),
      insertStartedPurchase(db, row),
      supersedeStarted(db, customer, { offerIds, by: id }),
    ]);
    return { purchaseId: id, superseded };
  } catch (error) {
    if (!isPurchaseRefused(error)) throw error;
    return fail("VERIFICATION_CODE_NOT_FOUND", undefined, { cause: error });
  }
}

/**
 * Ends what can no longer be paid. What was paid already is the customer's as soon as the provider's report is here. A purchase of the same
 * offer is then refused. Another offer of the group can be bought once the report is here.
 */
async function endSuperseded(
  { db, fail }: LiveTools,
  connection: StripeConnection,
  { purchase }: OpenPurchase,
  superseded: Superseded,
): Promise<void> {
  const { projectId } = connection;
  for (const { id, offerId, stripeId } of superseded) {
    if (stripeId === null) continue;
    if (await endUnpaid(connection, stripeId)) await db.batch([deleteStarted(db, { projectId, ids: [id] })]);
    else if (offerId !== purchase.offerId) throw new StripeFailed("purchase_pending", {});
    else return fail(stripeId.startsWith("pi_") ? contract.alreadyPurchased : contract.alreadySubscribed);
  }
}

/** Notes what the purchase is at the provider. Where a later one has taken its place, it is ended instead: its secret is given to no page. */
async function note(
  { db }: LiveTools,
  connection: StripeConnection,
  { purchaseId, started }: { purchaseId: string; started: StartedPayment },
): Promise<boolean> {
  const { stripeId } = started;
  const { projectId } = connection;
  const [noted] = await db.batch([noteStripeId(db, { projectId, id: purchaseId, stripeId })]);
  if (noted.length > 0) return true;
  // A trial has begun without a payment.
  if (!(await endUnpaid(connection, stripeId))) await cancelSubscription(connection, stripeId);
  return false;
}

async function pay(
  { fail }: LiveTools,
  connection: StripeConnection,
  open: OpenPurchase,
  checked: CheckedPurchase,
  charge: Charge,
): Promise<StartedPayment> {
  const { customer, offer } = open.purchase;
  const { interval } = checked.price;
  if (interval === undefined || !isRecurring(checked.price)) {
    const stripeCustomerId = await ensureStripeCustomer(connection, customer);
    const payment = await startPayment(connection, { ...charge, stripeCustomerId });
    return payment.clientSecret === null ? fail(contract.noPaymentSecret) : payment;
  }
  const hasConflicts = checked.conflicts.length > 0;
  if (hasConflicts && charge.unitAmount === 0) return fail(contract.nothingToPay);
  const trial = open.isFirst && !hasConflicts ? trialOf(offer, checked.price) : undefined;
  const trialEnd = trial && addInterval(Date.now(), trial);
  const stripeCustomerId = await ensureStripeCustomer(connection, customer);
  const subscription = { ...charge, interval, stripeCustomerId, ...(trialEnd && { trialEnd }) };
  const started = await startSubscription(connection, subscription);
  return started.clientSecret === null && !started.isActive ? fail(contract.noSubscriptionSecret) : started;
}

/** The conflicting subscriptions at the provider. */
export function billedConflicts({ conflicts }: Pick<CheckedPurchase, "conflicts">): string[] {
  return conflicts.flatMap(({ stripeSubscriptionId }) => stripeSubscriptionId ?? []);
}

/** The provider takes no higher amount at once, in the smallest units of a currency. */
const maxAmount = 99_999_999;

/** A value of the provider's metadata is no longer. */
const maxMetadataLength = 500;

/**
 * Returns what is paid for one unit, where the provider takes that much for all of them.
 *
 * @param chosen by default USD, or the first one in which the price is sold
 */
export function chargeOf(
  { fail }: Failing<typeof contract.currencyMissing | typeof contract.priceTooHigh>,
  price: PriceConfig,
  quantity: number,
  chosen: Currency | undefined,
): { currency: Currency; amount: number } {
  // USD is the first.
  const sold = (Object.keys(currencyDecimals) as Currency[]).filter((each) => priceAmount(price, each) !== undefined);
  const currency = chosen ?? sold[0];
  const amount = currency && priceAmount(price, currency);
  if (currency === undefined || amount === undefined) return fail(contract.currencyMissing);
  if (amount > maxAmount || timesQuantity(amount, quantity) > maxAmount) return fail(contract.priceTooHigh);
  return { currency, amount };
}

/** Makes what the provider returns with each report of a purchase. */
export function metadataOf(
  { customer, offerId, offer }: Purchase,
  bought: { purchaseId: string; kind: PurchaseMetadata["purchaseKind"]; priceId: string; quantity: number },
): PurchaseMetadata {
  const offerText = JSON.stringify(offer);
  return {
    purchaseKind: bought.kind,
    purchaseId: bought.purchaseId,
    tenancyId: customer.projectId,
    customerType: customer.customerType,
    customerId: customer.customerId.slice(0, maxMetadataLength),
    ...(offerId !== null && { offerId }),
    priceId: bought.priceId,
    purchaseQuantity: String(bought.quantity),
    ...(offerText.length <= maxMetadataLength && { offer: offerText }),
  };
}
