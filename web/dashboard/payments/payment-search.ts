import type { ListTransactionsOptions, Transaction } from "../../kit";
import { type CursorSearch, cursorsOf } from "../shell/cursor-search";

/** Which part of the transactions is shown, as it appears in the address. Defaults are left out. */
export type PaymentSearch = CursorSearch & {
  /** Absent for all types. */
  type?: Transaction["type"];
};

const types: readonly Transaction["type"][] = ["subscription", "one_time", "item_quantity_change"];

const pageSize = 25;

/** The page of transactions that a search shows. */
export function transactionRequestOf(search: PaymentSearch): ListTransactionsOptions {
  return { type: search.type, limit: pageSize, cursor: cursorsOf(search).at(-1) };
}

/** Reads the search of an address; invalid values are left out. */
export function parsePaymentSearch({ type, after }: Record<string, unknown>): PaymentSearch {
  const known = types.find((each) => each === type);
  return { ...(known && { type: known }), ...(typeof after === "string" && after !== "" && { after }) };
}
