import { env } from "cloudflare:workers";
import { and, asc, eq } from "drizzle-orm";
import { renderConfig } from "../../../config";
import type { CustomerKey, CustomerType } from "../../../db/payments/customer";
import { itemQuantityChanges } from "../../../db/payments/items/schema";
import { oneTimePurchases, startedPurchases, subscriptions } from "../../../db/payments/purchases/schema";
import { selectStripeAccount } from "../../../db/payments/stripe/statements";
import { readSettings } from "../../../platform/env";
import { newId } from "../../../platform/secrets";
import { db, project, type TestProject } from "../../../testing/project";
import { atStripe, changeAtStripe, deliver, withStripe } from "../../../testing/stripe";
import { findOffer } from "../catalogue";
import {
  type ChargedPrice,
  ensureStripeCustomer,
  type StripeConnection,
  startPayment,
  startSubscription,
} from "./index";

/** Lists what the projects of these tests sell. */
const catalogue = {
  "payments.items.credits": { displayName: "Credits", customerType: "custom" },
  "payments.groups.plans": { displayName: "Plans" },
  "payments.offers.pack": {
    displayName: "Pack",
    customerType: "custom",
    stackable: true,
    prices: { once: { USD: "5.25" }, yen: { JPY: "500" } },
    includedItems: { credits: { quantity: 10 } },
  },
  "payments.offers.basic": {
    displayName: "Basic",
    customerType: "custom",
    groupId: "plans",
    prices: { monthly: { EUR: "9.99", interval: [1, "month"] } },
    includedItems: { credits: { quantity: 1 } },
  },
  "payments.offers.pro": {
    displayName: "Pro",
    customerType: "custom",
    groupId: "plans",
    prices: { monthly: { EUR: "19.99", interval: [1, "month"] } },
    includedItems: { credits: { quantity: 2 } },
  },
};

/** A project whose payments are set up, and the way to its account. */
export async function payingProject(): Promise<{ p: TestProject; connection: StripeConnection }> {
  const p = await project(catalogue);
  await p.admin("POST /internal/payments/setup", { settings: withStripe() });
  const [[account]] = await db.batch([selectStripeAccount(db, p.id)]);
  const { stripe } = readSettings({ ...env, ...withStripe() });
  if (!account || !stripe) throw new Error("Payments are not set up");
  return { p, connection: { db, stripe, projectId: p.id, ...account } };
}

/** Says what a customer of these tests is about to buy. */
export interface Choice {
  customerType?: CustomerType;
  customerId?: string;
  offerId: string;
  priceId: string;
  currency: ChargedPrice["currency"];
  unitAmount: number;
  quantity?: number;
}

export const pack: Choice = { offerId: "pack", priceId: "once", currency: "USD", unitAmount: 525 };
export const basic: Choice = { offerId: "basic", priceId: "monthly", currency: "EUR", unitAmount: 999 };
export const pro: Choice = { offerId: "pro", priceId: "monthly", currency: "EUR", unitAmount: 1999 };

/** Stores what is about to be bought, as a purchase session does before it asks Stripe. */
export async function chosen(
  connection: StripeConnection,
  { customerType = "custom", customerId = "acme", offerId, priceId, currency, unitAmount, quantity = 1 }: Choice,
): Promise<ChargedPrice & { stripeCustomerId: string }> {
  const { projectId } = connection;
  const customer: CustomerKey = { projectId, customerType, customerId };
  const offer = findOffer(renderConfig(catalogue), offerId);
  if (!offer) throw new Error(`There is no offer ${offerId}`);
  const purchaseId = newId();
  const now = Date.now();
  await db.batch([
    db.insert(startedPurchases).values({
      ...{ ...customer, id: purchaseId, offerId, offer, priceId, quantity },
      ...{ createdAt: now, expiresAt: now + 60_000 },
    }),
  ]);
  return {
    ...{ currency, unitAmount, quantity, offerName: offer.displayName },
    stripeCustomerId: await ensureStripeCustomer(connection, customer),
    metadata: {
      ...{ purchaseKind: "SUBSCRIPTION", purchaseId, tenancyId: projectId, customerType, customerId },
      ...{ offerId, priceId, purchaseQuantity: String(quantity) },
    },
  };
}

/** Begins a one-time purchase, and returns its payment at Stripe. */
export async function startedPayment(connection: StripeConnection, choice: Choice = pack) {
  const price = await chosen(connection, choice);
  const metadata = { ...price.metadata, purchaseKind: "ONE_TIME" as const };
  const { clientSecret } = await startPayment(connection, { ...price, metadata });
  const id = clientSecret?.split("_secret_")[0] ?? "";
  return { id, customer: price.stripeCustomerId, purchaseId: metadata.purchaseId };
}

/** Begins a subscription. */
export async function startedSubscription(connection: StripeConnection, choice: Choice = basic) {
  const price = await chosen(connection, choice);
  const { clientSecret } = await startSubscription(connection, { ...price, interval: [1, "month"] });
  return { clientSecret, customer: price.stripeCustomerId, purchaseId: price.metadata.purchaseId };
}

/** A payment that the customer has made, and the event that says so. */
export async function paidPayment(choice = pack) {
  const { p, connection } = await payingProject();
  const account = connection.stripeAccountId;
  const payment = await startedPayment(connection, choice);
  const charge = { id: "ch_1", refunded: false };
  const object = await changeAtStripe(account, ["payment_intents", payment.id], {
    status: "succeeded",
    latest_charge: charge,
  });
  return { p, connection, account, payment, event: { type: "payment_intent.succeeded", account, object } };
}

/** A subscription whose first payment was made. */
export async function paidSubscription() {
  const { p, connection } = await payingProject();
  const account = connection.stripeAccountId;
  const { customer, purchaseId } = await startedSubscription(connection);
  const found = (await atStripe(account)).subscriptions?.[0];
  if (!found) throw new Error("There is no subscription");
  const change = (changes: object) => changeAtStripe(account, ["subscriptions", found.id], changes);
  const tell = (type = "customer.subscription.updated") =>
    deliver({ type, account, object: { id: found.id, customer } });
  return { p, connection, account, id: found.id, customer, purchaseId, change, tell };
}

export async function purchasesOf({ id }: TestProject) {
  const [rows] = await db.batch([db.select().from(oneTimePurchases).where(eq(oneTimePurchases.projectId, id))]);
  return rows;
}

export async function subscriptionsOf({ id }: TestProject) {
  const ofProject = eq(subscriptions.projectId, id);
  const [rows] = await db.batch([
    db.select().from(subscriptions).where(ofProject).orderBy(asc(subscriptions.createdAt), asc(subscriptions.syncedAt)),
  ]);
  return rows;
}

/** Reads what purchases have put into the ledgers of a project's items, and taken away again. */
export async function ledgerOf({ id }: TestProject): Promise<number[]> {
  const { projectId, itemId, seq, delta } = itemQuantityChanges;
  const [rows] = await db.batch([
    db
      .select({ delta })
      .from(itemQuantityChanges)
      .where(and(eq(projectId, id), eq(itemId, "credits")))
      .orderBy(asc(seq)),
  ]);
  return rows.map((row) => row.delta);
}
