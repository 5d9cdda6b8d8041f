import type { TestModePurchaseOptions } from "../payments/purchases";
import { type ItemQuantityChangeOptions, quantityChange } from "../payments/server-item";
import { nothing, tableOf } from "../rows/operation";

/** Something that a customer has bought, or a change of one of their items, in the names of the API. */
export interface Transaction {
  readonly id: string;
  readonly type: "subscription" | "one_time" | "item_quantity_change";
  readonly created_at_millis: number;
  readonly customer_type: "user" | "team" | "custom";
  readonly customer_id: string;
  /**
   * Names the user or the team as it is now. It is null for one without a name, one who was deleted, and a custom customer.
   */
  readonly customer_display_name: string | null;
  /** Units of the offer, or what was added to the item; what was taken from it is negative. */
  readonly quantity: number;
  readonly test_mode: boolean;
  /** Of the offer as it was when it was bought; null for the change of an item, and for an offer without a name. */
  readonly offer_display_name: string | null;
  /** Amounts as decimal text by currency; null for the change of an item. Without an interval it was paid once. */
  readonly price:
    | ({ readonly [currency in "USD" | "EUR" | "GBP" | "JPY" | "INR" | "AUD" | "CAD"]?: string | undefined } & {
        readonly interval?: readonly [count: number, unit: "day" | "week" | "month" | "year"] | undefined;
      })
    | null;
  /** Of a subscription, as Stripe names it. */
  readonly status: string | null;
  /** Of the change of an item, as are its description and its end. */
  readonly item_id?: string | undefined;
  readonly description?: string | null | undefined;
  readonly expires_at_millis?: number | null | undefined;
  /** Null for an offer that a backend described itself. */
  readonly offer_id?: string | null | undefined;
  /** Of a one-time purchase. */
  readonly refunded_at_millis?: number | null | undefined;
  readonly stripe_subscription_id?: string | null | undefined;
  readonly stripe_payment_intent_id?: string | null | undefined;
  /** The last event of Stripe that changed it. */
  readonly stripe_event_id?: string | null | undefined;
}

/** Says which transactions to list, and from where. */
export interface ListTransactionsOptions {
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
  /** From 1 to 200; 50 by default. */
  readonly limit?: number | undefined;
  readonly type?: Transaction["type"] | undefined;
  readonly customerType?: Transaction["customer_type"] | undefined;
}

/** Transactions, newest first; `nextCursor` is the cursor of the next page, and null on the last. */
export interface TransactionPage {
  readonly transactions: readonly Transaction[];
  readonly nextCursor: string | null;
}

/** Says how far a project's account at Stripe is, in the names of the API. */
export interface StripeAccountInfo {
  readonly account_id: string;
  /** Is true if customers can pay. */
  readonly charges_enabled: boolean;
  /** Is true if the owner has filled in what Stripe asks for. */
  readonly details_submitted: boolean;
  /** Is true if Stripe pays out to the owner's bank. */
  readonly payouts_enabled: boolean;
}

export const payments = /* @__PURE__ */ tableOf("admin", ({ read, write }) => ({
  /**
   * Returns the address of a page of Stripe's, which works once and for minutes. There the owner fills in what an account needs.
   * The first call makes the account.
   */
  setupPayments: write(
    "POST /internal/payments/setup",
    () => ({}),
    ({ url }) => ({ url }),
  ),

  /** Returns how far the project's account at Stripe is, as Stripe has it now; null where it has none. */
  getStripeAccountInfo: read(
    "GET /internal/payments/stripe/account-info",
    () => ({}),
    (account): StripeAccountInfo | null => account,
    "stripe-account",
    { absent: ["STRIPE_ACCOUNT_INFO_NOT_FOUND"], refetchOnReturn: true },
  ),

  /** The secret of a session for Stripe's embedded widgets, of the project's account alone. */
  createStripeWidgetAccountSession: write(
    "POST /internal/payments/stripe-widgets/account-session",
    () => ({}),
    ({ client_secret }) => ({ client_secret }),
  ),

  /** A page of what customers have bought, and how their items were changed, newest first. */
  listTransactions: read(
    "GET /internal/payments/transactions",
    (options: ListTransactionsOptions = {}) => {
      const { cursor, limit, type, customerType } = options;
      return { query: { cursor, limit: limit?.toString(), type, customer_type: customerType } };
    },
    ({ transactions, next_cursor }): TransactionPage => ({ transactions, nextCursor: next_cursor }),
    "transactions",
  ),

  /** Makes a purchase for which no money moves. Everything else is as if it had been paid. */
  testModePurchase: write(
    "POST /internal/payments/test-mode-purchase-session",
    (options: TestModePurchaseOptions) => ({
      body: { full_code: options.fullCode, price_id: options.priceId, quantity: options.quantity },
    }),
    nothing,
  ),

  /**
   * Adds to an item of a customer, or takes from it what there is.
   * @throws KnownError `ITEM_NOT_FOUND`, `ITEM_QUANTITY_INSUFFICIENT_AMOUNT`; Fault where no customer is named
   */
  createItemQuantityChange: write(
    "POST /payments/items/{customer_type}/{customer_id}/{item_id}/update-quantity",
    (options: ItemQuantityChangeOptions) => quantityChange(options),
    nothing,
  ),
}));

export type Payments = typeof payments;
