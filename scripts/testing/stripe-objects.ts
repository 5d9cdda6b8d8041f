import { randomUUID } from "node:crypto";
import type { Form, Values } from "./stripe-form";

/** Objects of Stripe's API with the fields that are read here. */

const newId = (prefix: string) => `${prefix}_${randomUUID().replaceAll("-", "").slice(0, 24)}`;
const seconds = () => Math.floor(Date.now() / 1000);

/** Days of a period; months are no matter here. */
const days: Record<string, number> = { day: 1, week: 7, month: 30, year: 365 };

export function newPayment(form: Form) {
  const id = newId("pi");
  return {
    ...{ id, object: "payment_intent", status: "requires_payment_method", created: seconds(), latest_charge: null },
    ...{ amount: Number(form.amount), currency: form.currency, customer: form.customer, metadata: form.metadata ?? {} },
    client_secret: `${id}_secret_${randomUUID()}`,
  };
}

export function newSubscription(form: Form) {
  const hasTrial = form.trial_end !== undefined;
  const subscription = {
    ...{ id: newId("sub"), object: "subscription", created: seconds(), customer: form.customer, ended_at: null },
    ...{ status: hasTrial ? "trialing" : "incomplete", cancel_at_period_end: false, canceled_at: null },
    metadata: form.metadata ?? {},
    default_payment_method: "pm_card_visa",
    items: { object: "list", data: [] },
    latest_invoice: null,
    pending_setup_intent: hasTrial ? { id: newId("seti"), client_secret: `seti_secret_${randomUUID()}` } : null,
  };
  return { ...subscription, ...withItem(subscription, form) };
}

/** A subscription after a change of it: its item, its metadata, whether it ends with its period. */
export function withItem(subscription: Values, form: Form): Values {
  const { items, metadata, cancel_at_period_end, default_payment_method } = form;
  const [item] = (items ?? []) as Values[];
  const merged = { ...(subscription.metadata as object), ...(metadata as object | undefined) };
  return {
    metadata: Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== "")),
    ...(cancel_at_period_end !== undefined && { cancel_at_period_end: cancel_at_period_end === "true" }),
    ...(default_payment_method !== undefined && { default_payment_method: default_payment_method || null }),
    ...(item && { items: { object: "list", data: [itemOf(item, subscription)] } }),
  };
}

function itemOf(item: Values, { items }: Values) {
  const [before] = (items as { data: Values[] }).data;
  const data = item.price_data as { currency: string; product: string; unit_amount: string; recurring: Values };
  const { interval, interval_count } = data.recurring as { interval: string; interval_count: string };
  const start = (before?.current_period_start as number | undefined) ?? seconds();
  return {
    id: item.id ?? newId("si"),
    object: "subscription_item",
    quantity: Number(item.quantity ?? 1),
    price: {
      id: newId("price"),
      product: data.product,
      currency: data.currency,
      unit_amount: Number(data.unit_amount),
    },
    current_period_start: start,
    current_period_end: start + (days[interval] ?? 1) * Number(interval_count) * 86_400,
  };
}

export function invoiceOf(subscription: Values) {
  const [item] = (subscription.items as { data: { quantity: number; price: Values }[] }).data;
  const isTrial = subscription.status === "trialing";
  const amount = isTrial ? 0 : Number(item?.price.unit_amount) * (item?.quantity ?? 1);
  const id = newId("in");
  return {
    ...{ id, object: "invoice", customer: subscription.customer, currency: item?.price.currency, created: seconds() },
    ...{
      total: amount,
      amount_due: amount,
      amount_paid: 0,
      status: isTrial ? "paid" : "open",
      number: `INV-${id.slice(3, 11)}`,
    },
    hosted_invoice_url: `https://invoice.stripe.com/i/${id}`,
    invoice_pdf: `https://pay.stripe.com/invoice/${id}/pdf`,
    parent: { type: "subscription_details", subscription_details: { subscription: subscription.id } },
    confirmation_secret: isTrial
      ? null
      : { client_secret: `${newId("pi")}_secret_${randomUUID()}`, type: "payment_intent" },
  };
}
