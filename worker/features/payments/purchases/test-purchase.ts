import type { Actor } from "../../../db/audit/actor";
import { recordAudit } from "../../../db/audit/changes";
import { grantPurchase } from "../../../db/payments/items/changes";
import {
  endReplaced,
  insertTestPurchase,
  insertTestSubscription,
  isPurchaseRefused,
  type PurchaseCondition,
} from "../../../db/payments/purchases/changes";
import { claimUsableCode } from "../../../db/verification-codes/changes";
import { newId } from "../../../platform/secrets";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import { codeKey } from "../../verification-codes";
import { endOfPeriod, isRecurring } from "../catalogue";
import { requireCustomer } from "../customers";
import { type CheckedPurchase, type Choice, checkPurchase } from "./check-purchase";
import type { codeErrors, purchaseErrors } from "./contract";
import { type OpenPurchase, openPurchase } from "./open-purchase";
import { payloadOf, purchaseCode, type SentPurchaseCode } from "./purchase-code";

/** Limits how often a purchase is checked anew because others have bought since. */
const attempts = 5;

type TestPurchaseTools = Pick<Tools, "db" | "settings" | "trace"> &
  Failing<(typeof codeErrors)[number] | (typeof purchaseErrors)[number]>;

/**
 * Makes a purchase without money. Code, purchase and what it takes the place of change in one batch, under conditions.
 * Of all purchases at once that cannot be held together, one is made, and the others are refused by what it has
 * changed.
 *
 * @param endAtProvider ends subscriptions that the provider bills, and returns their ids there
 */
export async function purchaseInTestMode(
  tools: TestPurchaseTools,
  { sent, choice, actor }: { sent: SentPurchaseCode; choice: Choice; actor: Actor },
  endAtProvider: (open: OpenPurchase, conflicts: CheckedPurchase["conflicts"]) => Promise<string[]>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const open = await openPurchase(tools, sent);
    requireCustomer(tools, open.purchase.customer, open.customer);
    const checked = checkPurchase(tools, open.project.config, open.purchase, choice, open.held);
    const endedAtProvider = await endAtProvider(open, checked.conflicts);
    try {
      await store(tools, open, { checked, choice, actor, endedAtProvider });
      return;
    } catch (error) {
      if (!isPurchaseRefused(error) || attempt === attempts) throw error;
    }
  }
}

async function store(
  { db }: TestPurchaseTools,
  { sent, purchase, project }: OpenPurchase,
  made: { checked: CheckedPurchase; choice: Choice; actor: Actor; endedAtProvider: string[] },
): Promise<void> {
  const { checked, choice, actor, endedAtProvider } = made;
  const { customer, offerId, offer } = purchase;
  const [id, now] = [newId(), Date.now()];
  const row = { ...customer, id, offerId, offer, ...choice, createdAt: now };
  const condition: PurchaseCondition = {
    ...checked.condition,
    ...{ customer, now, notBilled: checked.conflictingOffers, endedAtProvider },
  };
  const { interval } = checked.price;
  const isSubscription = interval !== undefined && isRecurring(checked.price);
  const end = { offerIds: checked.conflictingOffers, by: isSubscription ? id : null, endedAtProvider, now };
  const key = await codeKey(purchaseCode, sent);
  await db.batch([
    claimUsableCode(db, { ...key, now, payload: payloadOf(purchase, id) }),
    isSubscription
      ? insertTestSubscription(
          db,
          { ...row, currentPeriodStart: now, currentPeriodEnd: endOfPeriod(now, interval) },
          condition,
        )
      : insertTestPurchase(db, row, condition),
    endReplaced(db, customer, end),
    ...(isSubscription ? [] : grantPurchase(db, row)),
    recordAudit(db, project, actor, {
      type: "test_purchase.created",
      target: { type: isSubscription ? "subscription" : "purchase", id },
      details: { offer_id: offerId, price_id: choice.priceId, quantity: choice.quantity },
    }),
  ]);
}
