import { describe, expect, it } from "vitest";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { atStripe, changeAtStripe } from "../../../testing/stripe";
import {
  type Acting,
  act,
  atProvider,
  invoicesKey,
  payingShop,
  paymentMethodKey,
  person,
  type Shop,
  stripeSubscription,
  switchTo,
  testShop,
} from "./portal.fixtures";

const returnUrl = "http://localhost:3000/account";

async function payer(): Promise<Shop & { who: Acting; id: string; stripeId: string; cus: string }> {
  const shop = await payingShop();
  const who = await person(shop.p);
  return { ...shop, who, ...(await atProvider(shop, who)) };
}

describe(invoicesKey, () => {
  it("200 with the invoices of a customer, newest first, in one round trip", async () => {
    const { account, who, id } = await payer();
    const { body: switched } = await switchTo(who, id, ["pro", "monthly"], "works");
    const { status, body, cost } = await act(who, invoicesKey, { stripe: "works" });
    expect([status, cost.d1, body.next_cursor]).toEqual([200, 1, null]);
    const [first] = (await atStripe(account)).invoices ?? [];
    expect(body.invoices[1]).toEqual({
      ...{ id: first?.id, number: first?.number, created_at_millis: Number(first?.created) * 1000, status: "open" },
      ...{ currency: "USD", total: 1_000, amount_due: 1_000, subscription_id: switched.id },
      hosted_invoice_url: `https://invoice.stripe.com/i/${first?.id}`,
      invoice_pdf_url: `https://pay.stripe.com/invoice/${first?.id}/pdf`,
    });
    expect(body.invoices).toMatchObject([{ status: "paid", total: 2_000, subscription_id: switched.id }, {}]);
  });

  it("200 in pages, without drafts", async () => {
    const { account, who, id } = await payer();
    await switchTo(who, id, ["pro", "monthly"], "works");
    const page = async (query: Record<string, string>) =>
      (await act(who, invoicesKey, { stripe: "works", query })).body;
    const first = await page({ limit: "1" });
    const second = await page({ limit: "1", cursor: first.next_cursor });
    expect([first.invoices.length, second.invoices.length, second.next_cursor]).toEqual([1, 1, null]);
    await changeAtStripe(account, ["invoices", first.invoices[0].id], { status: "draft" });
    expect((await page({})).invoices).toEqual(second.invoices);
  });

  it("200 with none for a customer who has paid for nothing, and where there is no Stripe", async () => {
    const { p, who } = await payer();
    const none = { invoices: [], next_cursor: null };
    const other = await person(p);
    expect((await act(other, invoicesKey, { stripe: "works" })).body).toEqual(none);
    expect((await act(who, invoicesKey)).body).toEqual(none);
    const test = await testShop();
    expect((await act(await person(test), invoicesKey, { stripe: "works" })).body).toEqual(none);
  });

  // Evidence: nothing-another-customer-s-invoice-cursor
  it("200 with nothing of another customer's, whose invoice is the cursor", async () => {
    // Attack: pages are read from the invoice of another customer on.
    const shop = await payer();
    const other = await person(shop.p);
    await atProvider(shop, other);
    const [theirs] = (await act(shop.who, invoicesKey, { stripe: "works" })).body.invoices;
    const { body } = await act(other, invoicesKey, { stripe: "works", query: { cursor: theirs.id } });
    expect(JSON.stringify(body)).not.toContain(theirs.id);
  });

  it("400 SCHEMA_ERROR for a cursor that is none, or a limit beyond 1 to 100; 502 where Stripe fails", async () => {
    const { who } = await payer();
    for (const query of [{ cursor: "in_1&customer=cus_2" }, { cursor: "" }, { limit: "0" }, { limit: "101" }]) {
      expectError(await act(who, invoicesKey, { stripe: "works", query: query as never }), 400, "SCHEMA_ERROR");
    }
    expect((await act(who, invoicesKey, { stripe: "broken" })).status).toBe(502);
  });
});

describe(paymentMethodKey, () => {
  const change = (who: Acting, fields: Parameters<typeof act>[2] = {}) =>
    act(who, paymentMethodKey, { body: { return_url: returnUrl }, stripe: "works", ...fields });

  // Evidence: page-payment-method-alone-round-trip
  it("200 with a page for the payment method alone, in one round trip", async () => {
    const { account, who, cus } = await payer();
    const { status, body, cost } = await change(who);
    expect([status, cost.d1]).toEqual([200, 1]);
    const [configuration] = (await atStripe(account)).portal_configurations ?? [];
    expect(body).toEqual({
      url: `https://billing.stripe.com/p/session/${cus}/payment_method_update?configuration=${configuration?.id}`,
    });
    expect(configuration?.features).toEqual({ payment_method_update: { enabled: "true" } });
    await change(who);
    expect((await atStripe(account)).portal_configurations).toHaveLength(1);
  });

  it("200: the subscriptions are then paid with the customer's payment method, and no longer with their own", async () => {
    const { account, who, stripeId, cus } = await payer();
    await change(who);
    expect(await stripeSubscription(account, stripeId)).toMatchObject({ default_payment_method: null });
    const customer = (await atStripe(account)).customers?.find((each) => each.id === cus);
    expect(customer?.invoice_settings).toEqual({ default_payment_method: "pm_card_visa" });
  });

  // Evidence: page-others
  it("400 REDIRECT_URL_NOT_WHITELISTED for a page of others", async () => {
    // Attack: the page of Stripe leads to one of the attacker's.
    const { who } = await payer();
    expectError(
      await change(who, { body: { return_url: "https://evil.example" } }),
      400,
      "REDIRECT_URL_NOT_WHITELISTED",
    );
  });

  it("400 as text for a customer who has paid for nothing, 501 where there is no Stripe, 502 where it fails", async () => {
    const { p, who } = await payer();
    expectPlainError(
      await change(await person(p)),
      400,
      "The customer has paid for nothing yet: there is no payment method.",
    );
    expect((await act(who, paymentMethodKey, { body: { return_url: returnUrl } })).status).toBe(501);
    expect((await change(who, { stripe: "broken" })).status).toBe(502);
  });
});
