import { describe, expect, it } from "vitest";
import { adminAppOf } from "../testing/admin-app";
import { serverOfEachTest } from "../testing/api-server";
import { billingOf } from "./index";

const api = serverOfEachTest();

const monthly = { USD: "9.90", interval: [1, "month"] };

const bought = {
  ...{ id: "s1", offer_id: "pro", offer_display_name: "Pro", quantity: 1, price: monthly, is_test: false },
  created_at_millis: 1,
};

const subscription = {
  ...{ ...bought, status: "active", current_period_start_millis: 2, current_period_end_millis: 3 },
  ...{ cancels_at_period_end: false, ended_at_millis: null, can_cancel: true, can_resume: false },
  switch_options: [{ offer_id: "max", offer_display_name: "Max", price_id: "monthly", price: monthly }],
};

const read = {
  ...{ id: "s1", offerId: "pro", offerDisplayName: "Pro", quantity: 1, price: monthly, isTest: false },
  ...{ createdAt: new Date(1), status: "active", currentPeriodStart: new Date(2), currentPeriodEnd: new Date(3) },
  ...{ cancelsAtPeriodEnd: false, endedAt: null, canCancel: true, canResume: false },
  switchOptions: [{ offerId: "max", offerDisplayName: "Max", priceId: "monthly", price: monthly }],
};

/** The billing of a custom customer, whose id needs to be escaped. */
function billing() {
  const { app, changed, sent } = adminAppOf(api);
  return { billing: billingOf({ app, customCustomerId: "a/b" }), changed, sent };
}

const customer = "/payments/customers/custom/a%2Fb";

describe("the billing of a customer", () => {
  it("lists what they subscribe to, have bought and have for free", async () => {
    const pack = { ...bought, id: "p1", refunded_at_millis: 7 };
    const free = { offer_id: "free", offer_display_name: "Free", group_id: "plans" };
    const body = { subscriptions: [subscription], one_time_purchases: [pack], included_offers: [free] };
    api.on(`GET ${customer}/purchases`, { body });
    const { subscriptions, oneTimePurchases, includedOffers } = await billing().billing.list();
    expect(subscriptions).toEqual([read]);
    expect(oneTimePurchases).toMatchObject([{ id: "p1", createdAt: new Date(1), refundedAt: new Date(7) }]);
    expect(includedOffers).toEqual([{ offerId: "free", offerDisplayName: "Free", groupId: "plans" }]);
  });

  it("lists invoices in pages", async () => {
    const invoice = {
      ...{ id: "in_1", number: "A-1", created_at_millis: 5, status: "open", currency: "USD", total: 990 },
      ...{ amount_due: 900, hosted_invoice_url: "https://page", invoice_pdf_url: null, subscription_id: "s1" },
    };
    api.on(`GET ${customer}/invoices?cursor=in_0&limit=1`, { body: { invoices: [invoice], next_cursor: "in_1" } });
    const page = await billing().billing.listInvoices({ cursor: "in_0", limit: 1 });
    expect([...page]).toEqual([
      {
        ...{ id: "in_1", number: "A-1", createdAt: new Date(5), status: "open", currency: "USD", total: 990 },
        ...{ amountDue: 900, hostedInvoiceUrl: "https://page", invoicePdfUrl: null, subscriptionId: "s1" },
      },
    ]);
    expect(page.nextCursor).toBe("in_1");
  });

  it.each([["cancel"], ["resume"]] as const)("%ss a subscription, and reads again what shows it", async (method) => {
    api.on(`POST ${customer}/subscriptions/s1/${method}`, { body: subscription });
    const { billing: ofCustomer, changed, sent } = billing();
    expect(await ofCustomer[method]("s1")).toEqual(read);
    expect(sent()).toEqual({ tier: "server", body: {} });
    expect(changed.at(-1)).toBe("billing items transactions");
  });

  it("switches a subscription, and reads again what shows it, also where that fails", async () => {
    api.on(`POST ${customer}/subscriptions/s1/switch`, { status: 402, body: "The payment failed" });
    const { billing: ofCustomer, changed, sent } = billing();
    await expect(ofCustomer.switch("s1", { offerId: "max", priceId: "monthly" })).rejects.toThrow("The payment failed");
    expect(sent().body).toEqual({ offer_id: "max", price_id: "monthly" });
    expect(changed.at(-1)).toBe("billing items transactions");
  });

  it("has a link to the page of the payment method", async () => {
    api.on(`POST ${customer}/payment-method`, { body: { url: "https://billing.stripe.com/p/1" } });
    const { billing: ofCustomer, sent } = billing();
    expect(await ofCustomer.updatePaymentMethod({ returnUrl: "https://a.example" })).toEqual({
      url: "https://billing.stripe.com/p/1",
    });
    expect(sent().body).toEqual({ return_url: "https://a.example" });
  });
});
