import { desc, eq } from "drizzle-orm";
import { auditEvents } from "../../../db/audit/schema";
import { subscriptions } from "../../../db/payments/purchases/schema";
import { selectStripeAccount } from "../../../db/payments/stripe/statements";
import type { EndpointKey } from "../../../protocol/endpoint";
import type { Json } from "../../../protocol/fields";
import { db, type TestProject } from "../../../testing/project";
import { type RequestInput, sendRequest, type TestResponse } from "../../../testing/send-request";
import { atStripe, changeAtStripe, deliver, type StripeBehaviour, withStripe } from "../../../testing/stripe";
import { accessToken, bareUser } from "../../../testing/tokens";
import { buy, codeFor, monthly, offer, once, shop } from "../purchases/purchases.fixtures";

export const listKey = "GET /payments/customers/{customer_type}/{customer_id}/purchases";
export const cancelKey =
  "POST /payments/customers/{customer_type}/{customer_id}/subscriptions/{subscription_id}/cancel";
export const resumeKey =
  "POST /payments/customers/{customer_type}/{customer_id}/subscriptions/{subscription_id}/resume";
export const switchKey =
  "POST /payments/customers/{customer_type}/{customer_id}/subscriptions/{subscription_id}/switch";
export const invoicesKey = "GET /payments/customers/{customer_type}/{customer_id}/invoices";
export const paymentMethodKey = "POST /payments/customers/{customer_type}/{customer_id}/payment-method";

const yearly = { USD: "90", interval: [1, "year"] };
const plan = (fields: Record<string, Json>) => offer({ groupId: "plans", customerType: "user", ...fields });

/** Plans for users: `basic` and `pro` by month and by year, the first free with `free`, and what none of them is switched to. */
const offers = {
  basic: plan({ displayName: "Basic", prices: { monthly, yearly } }),
  pro: plan({
    displayName: "Pro",
    prices: { monthly: { ...monthly, USD: "20" }, once, hidden: { ...yearly, serverOnly: true } },
  }),
  free: plan({ displayName: "Free", prices: "include-by-default" }),
  support: plan({ displayName: "Support", isAddOnTo: { basic: true } }),
  secret: plan({ displayName: "Secret", serverOnly: true }),
  yen: plan({ displayName: "Yen", prices: { monthly: { JPY: "900", interval: [1, "month"] } } }),
  forTeams: plan({ displayName: "For teams", customerType: "team" }),
  other: plan({ displayName: "Other", groupId: "others" }),
  custom: offer({ displayName: "Custom" }),
};

export interface Shop {
  p: TestProject;
  account: string;
}

/** A shop whose payments are set up at Stripe. */
export async function payingShop(override: Record<string, Json> = {}): Promise<Shop> {
  const p = await testShop(override);
  await p.admin("POST /internal/payments/setup", { settings: withStripe() });
  const [[row]] = await db.batch([selectStripeAccount(db, p.id)]);
  if (!row) throw new Error("Payments are not set up");
  return { p, account: row.stripeAccountId };
}

/** A shop of test mode alone. */
export function testShop(override: Record<string, Json> = {}): Promise<TestProject> {
  return shop({ "payments.groups.others": { displayName: "Others" }, "payments.offers": offers, ...override });
}

type Send = (key: EndpointKey, input?: RequestInput) => Promise<TestResponse>;

/** Acts for a customer. */
export interface Acting {
  customer: { customer_type: string; customer_id: string };
  send: Send;
}

/** A user of the project, who acts for themselves. */
export async function person(p: TestProject): Promise<Acting & { id: string }> {
  const id = await bareUser(p.id);
  const { client: send } = p.as({ access_token: await accessToken(p.id, id) });
  return { id, send, customer: { customer_type: "user", customer_id: id } };
}

/** Sends a request about a customer, or about one of their subscriptions. */
export function act(
  { send, customer }: Acting,
  key: EndpointKey,
  { id, stripe, ...input }: RequestInput & { id?: string; stripe?: StripeBehaviour } = {},
): Promise<TestResponse> {
  const params = { ...customer, ...(id !== undefined && { subscription_id: id }) };
  const isPlainPost = key === cancelKey || key === resumeKey;
  return send(key, {
    params,
    ...(isPlainPost && { body: {} }),
    ...(stripe && { settings: withStripe(stripe) }),
    ...input,
  });
}

/** Switches a subscription. */
export function switchTo(
  who: Acting,
  id: string,
  [offer_id, price_id]: readonly [string, string],
  stripe?: StripeBehaviour,
): Promise<TestResponse> {
  return act(who, switchKey, { id, body: { offer_id, price_id }, ...(stripe && { stripe }) });
}

export async function listed(who: Acting) {
  const { body } = await act(who, listKey);
  return body;
}

/** Subscribes in test mode. @returns the id */
export async function inTestMode(p: TestProject, { customer }: Acting, wanted = "basic", price = "monthly") {
  const { customer_type: type, customer_id } = customer;
  const { status, body } = await buy(p, wanted, { type, customer: customer_id, price });
  if (status !== 200) throw new Error(`Not bought: ${JSON.stringify(body)}`);
  const [[row]] = await db.batch([
    db
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(eq(subscriptions.projectId, p.id))
      .orderBy(desc(subscriptions.createdAt))
      .limit(1),
  ]);
  return row?.id ?? "";
}

/** Subscribes at Stripe and pays. @returns the id, and the subscription's at Stripe with its customer */
export async function atProvider({ p, account }: Shop, { customer }: Acting, wanted = "basic", price = "monthly") {
  const { customer_type: type, customer_id } = customer;
  const known = new Set((await atStripe(account)).subscriptions?.map((each) => each.id));
  const full_code = await codeFor(p, wanted, { type, customer: customer_id });
  const body = { full_code, price_id: price };
  await sendRequest("POST /payments/purchases/purchase-session", { body, settings: withStripe() });
  const started = (await atStripe(account)).subscriptions?.find((each) => !known.has(each.id));
  if (!started) throw new Error("Not subscribed");
  await changeAtStripe(account, ["subscriptions", started.id], { status: "active" });
  const found = { id: started.metadata.purchaseId as string, stripeId: started.id, cus: started.customer as string };
  await report({ account }, found);
  return found;
}

/** Has Stripe report a change of a subscription. */
export async function report({ account }: Pick<Shop, "account">, { stripeId, cus }: { stripeId: string; cus: string }) {
  const object = { id: stripeId, customer: cus };
  const { status } = await deliver({ type: "customer.subscription.updated", account, object });
  if (status !== 200) throw new Error("Not reported");
}

/** A subscription as Stripe has it. */
export async function stripeSubscription(account: string, id: string) {
  return (await atStripe(account)).subscriptions?.find((each) => each.id === id);
}

/** The types of a project's latest events in the audit log, oldest first. */
export async function recorded(p: TestProject): Promise<string[]> {
  const [rows] = await db.batch([
    db
      .select({ type: auditEvents.type })
      .from(auditEvents)
      .where(eq(auditEvents.projectId, p.id))
      .orderBy(auditEvents.id),
  ]);
  return rows.map(({ type }) => type).filter((type) => type.startsWith("subscription."));
}
