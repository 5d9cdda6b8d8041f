import type { Transaction } from "../../../kit";
import { currenciesOf, type Price } from "../../../ui/text/price-text";
import { toCsv } from "../../files/csv";

export type Format = "csv" | "json";

/** What a file of transactions is: its type, and how it is written. */
export const files: Record<Format, { type: string; write: (transactions: readonly Transaction[]) => string }> = {
  csv: { type: "text/csv", write: (transactions) => toCsv([Object.keys(columns), ...transactions.map(cellsOf)]) },
  json: { type: "application/json", write: (transactions) => `${JSON.stringify(transactions, null, 2)}\n` },
};

/** The columns are named as the fields of the API. A price has a column for each currency. */
const columns: Record<string, (transaction: Transaction) => string> = {
  id: ({ id }) => id,
  type: ({ type }) => type,
  created_at: ({ created_at_millis }) => timeText(created_at_millis),
  customer_type: ({ customer_type }) => customer_type,
  customer_id: ({ customer_id }) => customer_id,
  customer_display_name: ({ customer_display_name }) => customer_display_name ?? "",
  quantity: ({ quantity }) => String(quantity),
  test_mode: ({ test_mode }) => String(test_mode),
  offer_id: ({ offer_id }) => offer_id ?? "",
  offer_display_name: ({ offer_display_name }) => offer_display_name ?? "",
  price: ({ price }) => (price ? currenciesOf(price as Price).map((each) => `${price[each]} ${each}`) : []).join(" / "),
  interval: ({ price }) => price?.interval?.join(" ") ?? "",
  status: ({ status }) => status ?? "",
  item_id: ({ item_id }) => item_id ?? "",
  description: ({ description }) => description ?? "",
  expires_at: ({ expires_at_millis }) => timeText(expires_at_millis),
  refunded_at: ({ refunded_at_millis }) => timeText(refunded_at_millis),
  stripe_subscription_id: ({ stripe_subscription_id }) => stripe_subscription_id ?? "",
  stripe_payment_intent_id: ({ stripe_payment_intent_id }) => stripe_payment_intent_id ?? "",
};

function cellsOf(transaction: Transaction): string[] {
  return Object.values(columns).map((cell) => cell(transaction));
}

function timeText(millis: number | null | undefined): string {
  return millis == null ? "" : new Date(millis).toISOString();
}
