import { and, eq } from "drizzle-orm";
import { oneTimePurchases, subscriptions } from "../../../db/payments/purchases/schema";
import { selectStripeAccount } from "../../../db/payments/stripe/statements";
import { newId } from "../../../platform/secrets";
import type { Json } from "../../../protocol/fields";
import type { Tier } from "../../../protocol/tiers";
import { db, project, type TestProject } from "../../../testing/project";
import { sendRequest, type TestResponse } from "../../../testing/send-request";
import { type StripeBehaviour, withStripe } from "../../../testing/stripe";

export const monthly = { USD: "10.00", EUR: "9.50", interval: [1, "month"] };
export const once = { USD: "25" };

/** An offer for custom customers, with prices `monthly` and `once`. */
export function offer(fields: Record<string, Json> = {}): Record<string, Json> {
  return { displayName: "Offer", customerType: "custom", prices: { monthly, once }, includedItems: {}, ...fields };
}

const points = { points: { quantity: 100 } };
const plan = { groupId: "plans" };

/**
 * A shop: `basic`, `pro` and `free` of one group, with `support` as an add-on to the first two; `seat`, which is stackable;
 * `pack`, `secret` for servers only, and offers for users and teams.
 */
export function shop(override: Record<string, Json> = {}): Promise<TestProject> {
  return project({
    "payments.groups.plans": { displayName: "Plans" },
    "payments.items.points": { displayName: "Points", customerType: "custom" },
    "payments.offers": {
      basic: offer({ ...plan, displayName: "Basic" }),
      pro: offer({ ...plan, displayName: "Pro" }),
      free: offer({ ...plan, displayName: "Free", prices: "include-by-default" }),
      support: offer({ ...plan, displayName: "Support", isAddOnTo: { basic: true, pro: true } }),
      seat: offer({ displayName: "Seat", stackable: true }),
      pack: offer({ displayName: "Pack", includedItems: points }),
      packs: offer({ displayName: "Packs", includedItems: points, stackable: true }),
      secret: offer({ displayName: "Secret", serverOnly: true }),
      mixed: offer({ prices: { open: once, hidden: { USD: "1", serverOnly: true } } }),
      forUsers: offer({ displayName: "For users", customerType: "user" }),
      forTeams: offer({ displayName: "For teams", customerType: "team" }),
    },
    ...override,
  });
}

export const inlineOffer = {
  display_name: "Tailored",
  customer_type: "custom",
  server_only: true,
  prices: { once: { USD: "7.25" } },
  included_items: { points: { quantity: 5 } },
};

interface Wanted {
  customer?: string;
  type?: string;
  tier?: Tier;
}

/** Creates a purchase URL for an offer, by its id or inline, and returns its code. */
export async function codeFor(
  p: TestProject,
  wanted: string | object,
  { customer = "shopper", type = "custom", tier = "server" }: Wanted = {},
): Promise<string> {
  const which = typeof wanted === "string" ? { offer_id: wanted } : { inline_offer: wanted };
  const body = { customer_type: type, customer_id: customer, ...which };
  const { body: created, status } = await p[tier]("POST /payments/purchases/create-purchase-url", { body });
  if (status !== 200) throw new Error(`No URL: ${JSON.stringify(created)}`);
  return new URL(created.url).pathname.replace("/purchase/", "");
}

/** Buys in test mode with a code. */
export function buyWith(
  p: TestProject,
  full_code: string,
  { price = "monthly", quantity }: { price?: string; quantity?: unknown } = {},
): Promise<TestResponse> {
  return p.admin("POST /internal/payments/test-mode-purchase-session", {
    body: { full_code, price_id: price, ...(quantity !== undefined && { quantity }) },
  });
}

/** Buys an offer in test mode. */
export async function buy(
  p: TestProject,
  wanted: string | object,
  { price, quantity, ...customer }: Wanted & { price?: string; quantity?: unknown } = {},
): Promise<TestResponse> {
  return buyWith(p, await codeFor(p, wanted, customer), { ...(price && { price }), quantity });
}

export function validate(full_code: string): Promise<TestResponse> {
  return sendRequest("POST /payments/purchases/validate-code", { body: { full_code } });
}

/** Reads what a customer has bought in the project, as it is stored. */
export async function stored(p: TestProject, customer = "shopper") {
  const [bought, paidOnce] = await db.batch([
    db
      .select()
      .from(subscriptions)
      .where(and(eq(subscriptions.projectId, p.id), eq(subscriptions.customerId, customer)))
      .orderBy(subscriptions.createdAt),
    db
      .select()
      .from(oneTimePurchases)
      .where(and(eq(oneTimePurchases.projectId, p.id), eq(oneTimePurchases.customerId, customer))),
  ]);
  return { subscriptions: bought, purchases: paidOnce };
}

/** The offers that a customer subscribes to. */
export async function inForce(p: TestProject, customer = "shopper"): Promise<(string | null)[]> {
  const { subscriptions: all } = await stored(p, customer);
  return all.filter(({ endedAt }) => endedAt === null).map(({ offerId }) => offerId);
}

/** Stores a subscription that the provider bills. */
export async function billed(
  p: TestProject,
  offerId: string,
  { stripeSubscriptionId = `sub_${newId()}`, ...fields }: Partial<typeof subscriptions.$inferInsert> = {},
): Promise<string | null> {
  const now = Date.now();
  const row = {
    ...{ projectId: p.id, id: newId(), customerType: "custom" as const, customerId: "shopper", offerId },
    offer: { ...offer(), isAddOnTo: false } as never,
    ...{ priceId: "monthly", quantity: 1, createdAt: now, isTest: false, status: "active" as const },
    ...{ currentPeriodStart: now, currentPeriodEnd: now + 1_000_000, cancelsAtPeriodEnd: false, stripeSubscriptionId },
    ...fields,
  };
  await db.batch([db.insert(subscriptions).values(row)]);
  return stripeSubscriptionId;
}

/** A shop whose payments are set up, and its account. */
export async function payingShop(
  override: Parameters<typeof shop>[0] = {},
): Promise<{ p: TestProject; account: string }> {
  const p = await shop(override);
  await p.admin("POST /internal/payments/setup", { settings: withStripe() });
  const [[row]] = await db.batch([selectStripeAccount(db, p.id)]);
  if (!row) throw new Error("Payments are not set up");
  return { p, account: row.stripeAccountId };
}

/** Begins a payment. */
export function pay(full_code: string, fields: object = {}, behaviour?: StripeBehaviour) {
  return sendRequest("POST /payments/purchases/purchase-session", {
    body: { full_code, price_id: "monthly", ...fields },
    settings: withStripe(behaviour),
  });
}
