import type { Page } from "playwright-core";
import { Stripe } from "stripe";
import type { newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import type { startStripe } from "../../../scripts/testing/stripe-service";
import { sharedBrowser, visitSignedIn } from "./browser";
import { card } from "./locators";
import { adminRequest, overrideSite } from "./site-project";

const browser = await sharedBrowser();

export type Owner = Awaited<ReturnType<typeof newOwner>>;

export const ofUser = ({ id }: Owner): Customer => ({ customer_type: "user", customer_id: id });

export const rows = (page: Page, name: string) => page.getByRole("list", { name, exact: true }).getByRole("listitem");

export const row = (page: Page, name: string) => rows(page, "Subscriptions").filter({ hasText: name });

/** The billing of a user, on a page of their own browser. */
export async function billingOf(
  gatehouse: Gatehouse,
  owner: Owner,
  section = "billing",
  tolerated?: RegExp,
): Promise<Page> {
  const page = await visitSignedIn(browser, gatehouse, owner, `/handler/account-settings#${section}`, tolerated);
  await card(page, "Subscriptions").waitFor();
  return page;
}

export type Customer = { customer_type: "user" | "team"; customer_id: string };

const webhookSecret = "whsec_billing";

/** The variables of a Gatehouse that takes payments through the stand-in for Stripe. */
export function stripeVars(stripe: Awaited<ReturnType<typeof startStripe>>): Record<string, string> {
  return {
    STRIPE_SECRET_KEY: "sk_test_works",
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PUBLISHABLE_KEY: "pk_test_page",
    STRIPE_API_URL: stripe.url,
  };
}

const user = { customerType: "user", serverOnly: false, includedItems: {} };
const team = { ...user, customerType: "team" };
const monthly = (USD: string, EUR: string) => ({ USD, EUR, interval: [1, "month"] });

const catalogue = {
  "payments.groups": { plans: { displayName: "Plans" }, teams: { displayName: "Team plans" } },
  "payments.offers": {
    starter: { ...user, displayName: "Starter", groupId: "plans", prices: "include-by-default" },
    basic: { ...user, displayName: "Basic", groupId: "plans", prices: { monthly: monthly("9.90", "9.50") } },
    pro: {
      ...{ ...user, displayName: "Pro", groupId: "plans" },
      prices: { monthly: monthly("20", "18"), yearly: { USD: "199", EUR: "185", interval: [1, "year"] } },
    },
    book: { ...user, displayName: "Book", stackable: true, prices: { once: { USD: "12.50" } } },
    studio: { ...team, displayName: "Studio", groupId: "teams", prices: { monthly: monthly("49", "45") } },
  },
};

/** Lets the site's own project sell. */
export function sell(gatehouse: Gatehouse): Promise<void> {
  return overrideSite(gatehouse, catalogue);
}

/** The code of a purchase. */
async function purchaseCode(gatehouse: Gatehouse, customer: Customer, offer_id: string): Promise<string> {
  const offered = { ...customer, offer_id };
  const { url } = await adminRequest(gatehouse, "POST", "/payments/purchases/create-purchase-url", offered);
  return new URL(url).pathname.split("/")[2] ?? "";
}

/** Buys in test mode, as an owner of the project does. */
export async function buyInTestMode(
  gatehouse: Gatehouse,
  customer: Customer,
  [offer_id, price_id]: readonly [string, string],
  quantity = 1,
): Promise<void> {
  const full_code = await purchaseCode(gatehouse, customer, offer_id);
  const bought = { full_code, price_id, quantity };
  await adminRequest(gatehouse, "POST", "/internal/payments/test-mode-purchase-session", bought);
}

type StripeObject = Record<string, unknown> & { id: string };

/** Reads what the site's own project has at Stripe, once its payments are set up. */
export async function stripeAccount(gatehouse: Gatehouse, { url }: Awaited<ReturnType<typeof startStripe>>) {
  await adminRequest(gatehouse, "POST", "/internal/payments/setup", {});
  const { account_id } = await adminRequest(gatehouse, "GET", "/internal/payments/stripe/account-info");
  async function control(path: string, changes: object = {}) {
    const body = JSON.stringify(changes);
    const response = await fetch(`${url}/test/${account_id}${path}`, { method: "POST", body });
    return response.json();
  }
  const subscriptions = async (): Promise<StripeObject[]> => (await control("")).subscriptions ?? [];

  /** Has something happen to a subscription at Stripe, which reports it. */
  async function report({ id, customer }: StripeObject, changes: object): Promise<void> {
    await control(`/subscriptions/${id}`, changes);
    const payload = JSON.stringify({
      ...{ id: `evt_${crypto.randomUUID()}`, object: "event", type: "customer.subscription.updated" },
      ...{ account: account_id, created: Math.floor(Date.now() / 1000), data: { object: { id, customer } } },
    });
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
    const response = await fetch(`${gatehouse.apiUrl}/api/v1/integrations/stripe/webhooks`, {
      method: "POST",
      headers: { "content-type": "application/json", "stripe-signature": signature },
      body: payload,
    });
    if (!response.ok) throw new Error(await response.text());
  }

  return {
    report,
    control,
    /** Subscribes in euros and pays. */
    async subscribe(buyer: Customer, [offer_id, price_id]: readonly [string, string]): Promise<StripeObject> {
      const known = new Set((await subscriptions()).map(({ id }) => id));
      const full_code = await purchaseCode(gatehouse, buyer, offer_id);
      const begun = { full_code, price_id, quantity: 1, currency: "EUR" };
      await adminRequest(gatehouse, "POST", "/payments/purchases/purchase-session", begun);
      const subscription = (await subscriptions()).find(({ id }) => !known.has(id));
      if (!subscription) throw new Error("There is no new subscription at Stripe.");
      for (const { id } of (await invoicesOf(subscription)).slice(0, 1)) await control(`/invoices/${id}`, paid);
      await report(subscription, { status: "active" });
      return subscription;
    },
    invoicesOf,
  };

  /** The invoices of the customer of a subscription, oldest first. */
  async function invoicesOf({ customer }: StripeObject): Promise<StripeObject[]> {
    const { invoices = [] } = await control("");
    return invoices.filter((invoice: StripeObject) => invoice.customer === customer);
  }
}

const paid = { status: "paid" };
