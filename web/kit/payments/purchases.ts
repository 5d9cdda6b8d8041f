/** An offer of the project's configuration, to be bought. */
export interface CheckoutOptions {
  readonly offerId: string;
}

/** A count and a unit: `[2, "week"]`. */
type Interval = readonly [count: number, unit: "day" | "week" | "month" | "year"];

/** A price, with amounts as decimal text: `{ USD: "9.90", interval: [1, "month"] }`. Without an interval it is paid once. */
type InlinePrice = { readonly [currency in "USD" | "EUR" | "GBP" | "JPY" | "INR" | "AUD" | "CAD"]?: string } & {
  readonly interval?: Interval;
  readonly free_trial?: Interval;
};

/** An offer that a backend describes itself, in the names of the wire. */
export interface InlineOffer {
  readonly display_name: string;
  readonly customer_type: "user" | "team" | "custom";
  readonly free_trial?: Interval;
  readonly server_only?: true;
  /** By ids of your choice. */
  readonly prices: Readonly<Record<string, InlinePrice>>;
  /** By the ids of the items. */
  readonly included_items?: Readonly<
    Record<
      string,
      {
        readonly quantity?: number;
        readonly repeat?: Interval | "never";
        readonly expires?: "never" | "when-purchase-expires" | "when-repeated";
      }
    >
  >;
}

/** An offer of the configuration, or one that is not in it. */
export type ServerCheckoutOptions = CheckoutOptions | { readonly offer: InlineOffer };

/** Says what is bought in test mode. */
export interface TestModePurchaseOptions {
  /** The last part of the purchase URL. */
  readonly fullCode: string;
  readonly priceId: string;
  readonly quantity?: number;
}

export const checkoutKey = "POST /payments/purchases/create-purchase-url";

/** @internal */
export function checkoutOf(
  customer_type: "user" | "team" | "custom",
  customer_id: string,
  options: ServerCheckoutOptions,
) {
  const { offerId: offer_id, offer: inline_offer } = options as Partial<CheckoutOptions & { offer: InlineOffer }>;
  return { body: { customer_type, customer_id, offer_id, inline_offer } };
}
