import type { Caller } from "../requests/caller";

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

/** @internal */
export async function listTransactions(
  caller: Caller<"admin">,
  { cursor, limit, type, customerType }: ListTransactionsOptions,
): Promise<TransactionPage> {
  const query = { cursor, limit: limit?.toString(), type, customer_type: customerType };
  const { transactions, next_cursor } = await caller.read("GET /internal/payments/transactions", { query });
  return { transactions, nextCursor: next_cursor };
}
