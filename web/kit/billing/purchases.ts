import type { ResponseOf } from "../requests/endpoints";

type WirePurchases = ResponseOf<"GET /payments/customers/{customer_type}/{customer_id}/purchases">;
type WireInvoices = ResponseOf<"GET /payments/customers/{customer_type}/{customer_id}/invoices">;
/** @internal */
export type WireSubscription = WirePurchases["subscriptions"][number];

/** Amounts as decimal text, by currency, and the interval in which they are paid again: `{ USD: "9.90", interval: [1, "month"] }`. */
export type BillingPrice = {
  readonly [currency in "USD" | "EUR" | "GBP" | "JPY" | "INR" | "AUD" | "CAD"]?: string | undefined;
} & {
  readonly interval?: readonly [count: number, unit: "day" | "week" | "month" | "year"] | undefined;
};

/** As Stripe has it. What a subscription includes is there while it is `active` or `trialing`. */
export type SubscriptionStatus =
  | "active"
  | "trialing"
  | "canceled"
  | "paused"
  | "incomplete"
  | "incomplete_expired"
  | "past_due"
  | "unpaid";

/** A price to which a subscription can be switched. */
export interface SwitchOption {
  readonly offerId: string;
  readonly offerDisplayName: string;
  readonly priceId: string;
  readonly price: BillingPrice;
}

/** Says what a subscription is switched to. */
export interface SwitchOptions {
  readonly offerId: string;
  readonly priceId: string;
}

/** Describes what a customer pays for again and again, as it was when it was read. */
export interface Subscription {
  readonly id: string;
  /** Null for an offer that a backend described itself. */
  readonly offerId: string | null;
  readonly offerDisplayName: string;
  readonly quantity: number;
  readonly status: SubscriptionStatus;
  /** Null where the price is none of the offer's. */
  readonly price: BillingPrice | null;
  readonly createdAt: Date;
  readonly currentPeriodStart: Date;
  readonly currentPeriodEnd: Date | null;
  /** Is true if it was cancelled, and ends with its period. */
  readonly cancelsAtPeriodEnd: boolean;
  readonly endedAt: Date | null;
  /** Of test mode, in which no money moves. */
  readonly isTest: boolean;
  readonly canCancel: boolean;
  readonly canResume: boolean;
  /** The prices that `switch` takes. */
  readonly switchOptions: readonly SwitchOption[];
}

/** Describes what a customer has paid once. */
export interface OneTimePurchase {
  readonly id: string;
  readonly offerId: string | null;
  readonly offerDisplayName: string;
  readonly quantity: number;
  readonly price: BillingPrice | null;
  readonly createdAt: Date;
  readonly refundedAt: Date | null;
  readonly isTest: boolean;
}

/** A free offer that a customer has without having bought it. */
export interface IncludedOffer {
  readonly offerId: string;
  readonly offerDisplayName: string;
  readonly groupId: string;
}

/** All that a customer has, newest first. */
export interface Purchases {
  readonly subscriptions: readonly Subscription[];
  readonly oneTimePurchases: readonly OneTimePurchase[];
  readonly includedOffers: readonly IncludedOffer[];
}

/** An invoice. Amounts are integers of the currency's smallest unit, such as cents. */
export interface Invoice {
  readonly id: string;
  readonly number: string | null;
  readonly createdAt: Date;
  readonly status: "open" | "paid" | "uncollectible" | "void";
  /** In capital letters. */
  readonly currency: string;
  readonly total: number;
  readonly amountDue: number;
  /** Stripe's page of the invoice, on which it can be paid. */
  readonly hostedInvoiceUrl: string | null;
  readonly invoicePdfUrl: string | null;
  /** As `list` has it. */
  readonly subscriptionId: string | null;
}

/** A page of invoices; `nextCursor` is the cursor of the next one, and null on the last. */
export type InvoicePage = Invoice[] & { readonly nextCursor: string | null };

export interface ListInvoicesOptions {
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
  /** At most 100; by default 20. */
  readonly limit?: number | undefined;
}

/** @internal */
export function toPurchases(wire: WirePurchases): Purchases {
  return {
    subscriptions: wire.subscriptions.map(toSubscription),
    oneTimePurchases: wire.one_time_purchases.map((purchase) => ({
      ...toBought(purchase),
      refundedAt: toDate(purchase.refunded_at_millis),
    })),
    includedOffers: wire.included_offers.map((offer) => ({
      offerId: offer.offer_id,
      offerDisplayName: offer.offer_display_name,
      groupId: offer.group_id,
    })),
  };
}

/** @internal */
export function toSubscription(wire: WireSubscription): Subscription {
  return {
    ...toBought(wire),
    status: wire.status,
    currentPeriodStart: new Date(wire.current_period_start_millis),
    currentPeriodEnd: toDate(wire.current_period_end_millis),
    cancelsAtPeriodEnd: wire.cancels_at_period_end,
    endedAt: toDate(wire.ended_at_millis),
    canCancel: wire.can_cancel,
    canResume: wire.can_resume,
    switchOptions: wire.switch_options.map((option) => ({
      offerId: option.offer_id,
      offerDisplayName: option.offer_display_name,
      priceId: option.price_id,
      price: option.price,
    })),
  };
}

/** @internal */
export function toInvoicePage({ invoices, next_cursor }: WireInvoices): InvoicePage {
  const page = invoices.map((invoice) => ({
    id: invoice.id,
    number: invoice.number,
    createdAt: new Date(invoice.created_at_millis),
    status: invoice.status,
    currency: invoice.currency,
    total: invoice.total,
    amountDue: invoice.amount_due,
    hostedInvoiceUrl: invoice.hosted_invoice_url,
    invoicePdfUrl: invoice.invoice_pdf_url,
    subscriptionId: invoice.subscription_id,
  }));
  return Object.assign(page, { nextCursor: next_cursor });
}

function toBought(wire: WireSubscription | WirePurchases["one_time_purchases"][number]) {
  return {
    id: wire.id,
    offerId: wire.offer_id,
    offerDisplayName: wire.offer_display_name,
    quantity: wire.quantity,
    price: wire.price,
    createdAt: new Date(wire.created_at_millis),
    isTest: wire.is_test,
  };
}

function toDate(millis: number | null): Date | null {
  return millis === null ? null : new Date(millis);
}
