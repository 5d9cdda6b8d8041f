import { selectCustomer } from "../../../db/payments/customers";
import {
  selectEarlierSubscription,
  selectKeptPurchases,
  selectSubscriptionsInForce,
} from "../../../db/payments/purchases/queries";
import { selectStripeAccount } from "../../../db/payments/stripe/statements";
import { type Project, readProject } from "../../../db/projects/project";
import { selectProject } from "../../../db/projects/queries";
import { batchByName } from "../../../platform/database";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import type { Held } from "./check-purchase";
import type { codeErrors } from "./contract";
import { type Purchase, readPurchaseCode, type SentPurchaseCode } from "./purchase-code";

/** A code, and all that is needed to buy what it stands for. */
export interface OpenPurchase {
  sent: SentPurchaseCode;
  purchase: Purchase;
  project: Project;
  held: Held;
  /** The user or team; undefined for a custom customer. */
  customer: readonly { since: number }[] | undefined;
  stripeAccountId: string | undefined;
  /** Is true if the customer never subscribed to the offer. */
  isFirst: boolean;
}

/** Reads what a code stands for and what its customer has. Two round trips. */
export async function openPurchase(
  { db, settings, trace, fail }: Pick<Tools, "db" | "settings" | "trace"> & Failing<(typeof codeErrors)[number]>,
  sent: SentPurchaseCode,
): Promise<OpenPurchase> {
  const purchase = await readPurchaseCode({ db, fail }, sent);
  const { customer: key, offerId } = purchase;
  const found = await batchByName(db, {
    project: selectProject(db, sent),
    account: selectStripeAccount(db, sent.projectId),
    subscriptions: selectSubscriptionsInForce(db, key, Date.now()),
    purchases: selectKeptPurchases(db, key),
    customer: selectCustomer(db, key),
    // An inline offer has no id: each of them is another one.
    earlier: selectEarlierSubscription(db, key, offerId ?? ""),
  });
  const [row] = found.project;
  if (!row) return fail("VERIFICATION_CODE_NOT_FOUND");
  return {
    sent,
    purchase,
    project: readProject(row, { settings, trace }),
    held: { subscriptions: found.subscriptions, purchases: found.purchases },
    customer: found.customer,
    stripeAccountId: found.account[0]?.stripeAccountId,
    isFirst: found.earlier.length === 0,
  };
}
