import { randomUUID } from "node:crypto";

/** Objects of Stripe's API with the fields that are read here. */

const newId = (prefix: string) => `${prefix}_${randomUUID().replaceAll("-", "").slice(0, 24)}`;
const seconds = () => Math.floor(Date.now() / 1000);

/** Days of a period; months are no matter here. */
const days: Record<string, number> = { day: 1, week: 7, month: 30, year: 365 };

export function newPayment(form: Form) {
  const id = newId("pi");
  return {
    ...{ id, object: "payment_intent", status: "requires_payment_method", created: seconds(), latest_charge: null },
    ...{
      amount: Number(form.amount),
      amount_received: 0,
      currency: form.currency,
      customer: form.customer,
      metadata: form.metadata ?? {},
    },
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

/** A charge of which nothing was given back. */
export function newCharge() {
  return { id: newId("ch"), object: "charge", amount_refunded: 0, refunded: false, disputed: false };
}

type InvoicePayment = { id: string; status: string; payment: { type: string; payment_intent: string } };

/** Returns the payments by which an invoice was paid. */
export function paymentsOf({ payments }: Values): InvoicePayment[] {
  return (payments as { data: InvoicePayment[] } | undefined)?.data ?? [];
}

/** The subscription that an invoice is for. */
export function subscriptionOf({ parent }: Values): unknown {
  return (parent as { subscription_details: Values } | undefined)?.subscription_details.subscription;
}

/** Returns what an invoice becomes with its payment; without one where nothing is to be paid, or it has been. */
export function paidInvoice(invoice: Values): { payment?: Values & { id: string }; changes: Values } {
  const paid = { status: "paid", amount_paid: invoice.amount_due };
  if (Number(invoice.amount_due) <= 0 || paymentsOf(invoice).length > 0) return { changes: paid };
  const { amount_due: amount, currency, customer } = invoice;
  const received = { status: "succeeded", amount_received: amount, latest_charge: newCharge() };
  const payment = { ...newPayment({ amount, currency, customer }), ...received };
  const made = { id: newId("inpay"), object: "invoice_payment", status: "paid", amount_paid: amount };
  const data = [{ ...made, payment: { type: "payment_intent", payment_intent: payment.id } }];
  return { payment, changes: { ...paid, payments: { object: "list", data } } };
}

/** Gives a payment back, whole or in part, and refuses what Stripe refuses. */
export function refundOf(payment: Values, form: Form) {
  if (payment.status !== "succeeded") {
    throw refusal(400, "payment_intent_unexpected_state", "This PaymentIntent has no successful charge to refund.");
  }
  const charge = { ...newCharge(), ...(payment.latest_charge as Partial<ReturnType<typeof newCharge>>) };
  const left = Number(payment.amount_received) - charge.amount_refunded;
  if (charge.disputed) throw refusal(400, "charge_disputed", `Charge ${charge.id} has been charged back.`);
  if (charge.refunded || left <= 0) {
    throw refusal(400, "charge_already_refunded", `Charge ${charge.id} has already been refunded.`);
  }
  const amount = form.amount === undefined ? left : Number(form.amount);
  if (amount > left) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`;
    throw new StripeError(400, { type: "invalid_request_error", param: "amount", message });
  }
  const refunded = charge.amount_refunded + amount;
  payment.latest_charge = { ...charge, amount_refunded: refunded, refunded: refunded === payment.amount_received };
  return {
    ...{ id: newId("re"), object: "refund", amount, currency: payment.currency, status: "succeeded" },
    ...{ payment_intent: payment.id, charge: charge.id, created: seconds() },
  };
}

/** Carries what Stripe responds where it does not do what it is asked for. */
export class StripeError extends Error {
  constructor(
    readonly status: number,
    readonly body: { type: string; code?: string; param?: string; message: string },
  ) {
    super(body.message);
  }
}

export const refusal = (status: number, code: string, message: string, type = "invalid_request_error") =>
  new StripeError(status, { type, code, message });

/** Holds what a form has: texts, as all of its values are sent, lists and objects of them. */
export type Values = { [name: string]: unknown };
export type Form = Values;

/** Reads a form whose names have brackets for objects and lists: `items[0][price_data][currency]=usd`. */
export function readForm(body: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.split(/[[\]]+/).filter(Boolean);
    let place = form;
    for (const [index, key] of path.entries()) {
      if (index === path.length - 1) place[key] = value;
      else {
        place[key] ??= /^\d+$/.test(path[index + 1] ?? "") ? [] : {};
        place = place[key] as Values;
      }
    }
  }
  return form;
}
