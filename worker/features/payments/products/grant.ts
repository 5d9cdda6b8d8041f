import { recordAudit } from "../../../db/audit/changes";
import { selectCustomer } from "../../../db/payments/customers";
import { grantPurchase } from "../../../db/payments/items/changes";
import { endReplaced, insertTestPurchase, isPurchaseRefused } from "../../../db/payments/purchases/changes";
import { selectKeptPurchases, selectSubscriptionsInForce } from "../../../db/payments/purchases/queries";
import { selectStripeAccount } from "../../../db/payments/stripe/statements";
import { batchByName } from "../../../platform/database";
import { newId } from "../../../platform/secrets";
import type { Tools } from "../../../platform/tools";
import type { ErrorsOf } from "../../../protocol/endpoint";
import type { Failing } from "../../../protocol/failing";
import type { Caller } from "../../access";
import { requireCustomer } from "../customers";
import { checkGrant, endingBilled, type Purchase } from "../purchases";
import type { grantProduct } from "./contract";

/** Limits how often a grant is checked anew because others have bought since. */
const attempts = 5;

type GrantTools = Pick<Tools, "db" | "settings"> & Failing<ErrorsOf<typeof grantProduct>>;

/** Gives a customer what an offer includes, without money. Of simultaneous grants that cannot be held together one is made. */
export async function grantOffer(
  tools: GrantTools,
  { project, actor }: Caller,
  { purchase, quantity }: { purchase: Purchase; quantity: number },
): Promise<void> {
  const { db, fail } = tools;
  const { customer, offerId, offer } = purchase;
  for (let attempt = 1; ; attempt++) {
    const now = Date.now();
    const found = await batchByName(db, {
      subscriptions: selectSubscriptionsInForce(db, customer, now),
      purchases: selectKeptPurchases(db, customer),
      customer: selectCustomer(db, customer),
      account: selectStripeAccount(db, project.id),
    });
    requireCustomer(tools, customer, found.customer);
    const checked = checkGrant(tools, project.config, purchase, quantity, found);
    if (checked === "owned") {
      return fail("PRODUCT_ALREADY_GRANTED", { product_id: offerId ?? "", customer_id: customer.customerId });
    }
    const open = { project, stripeAccountId: found.account[0]?.stripeAccountId };
    const endedAtProvider = await endingBilled(tools)(open, checked.conflicts);
    const { conflictingOffers } = checked;
    const row = { ...customer, id: newId(), offerId, offer, priceId: null, quantity, createdAt: now };
    const condition = {
      ...checked.condition,
      ...{ customer, now, notBilled: conflictingOffers, endedAtProvider, isUnclaimed: true as const },
    };
    try {
      await db.batch([
        insertTestPurchase(db, row, condition),
        endReplaced(db, customer, { offerIds: conflictingOffers, by: null, endedAtProvider, now }),
        ...grantPurchase(db, row),
        recordAudit(db, project, actor, {
          type: "test_purchase.created",
          target: { type: "purchase", id: row.id },
          details: { offer_id: offerId, quantity },
        }),
      ]);
      return;
    } catch (error) {
      if (!isPurchaseRefused(error) || attempt === attempts) throw error;
    }
  }
}
