import { oneOf, searchBy, text } from "../lists/address-search";
import { msg } from "../translation/message";
import { customerTypeOf } from "./customer-types";

const read = searchBy({
  part: oneOf("catalogue", "customers"),
  /** Of the transactions; absent for all types. */
  type: oneOf("subscription", "one_time", "item_quantity_change"),
  /** Of the transactions: those of test mode, or those for which money moves; absent for both. */
  mode: oneOf("test", "live"),
  /** Of the transactions, absent for all customers; of the customer who is looked up, absent for users. */
  customerType: customerTypeOf,
  /** The customer who is shown. */
  customer: text,
  /** A customer is looked up by this. */
  query: text,
  /** Of the catalogue, the item whose dialog is open; of a customer, the one whose use is shown. */
  item: text,
  /** The group whose dialog is open. */
  group: text,
  /** Names what is being added, in a dialog. */
  add: oneOf("item", "group"),
  /** The offer that is tried in test mode, in a dialog. */
  try: text,
  /** The purchase that is being refunded, in a dialog. */
  refund: text,
  /** Another dialog that is open. */
  open: oneOf("export"),
  /** The cursors of all pages after the first, up to the current one, joined by dots. */
  after: (cursors) => (cursors === true ? undefined : text(cursors)),
});

/** Says which part of the payments is shown, and what in it. Defaults are left out. */
export type PaymentSearch = ReturnType<typeof read>;

const ofPart = {
  catalogue: ["part", "item", "group", "add", "try"],
  customers: ["part", "customerType", "customer", "item", "query"],
  overview: ["type", "mode", "customerType", "after", "refund", "open"],
} as const;

/** Holds what the list of transactions is filtered by. */
export type TransactionFilter = Pick<PaymentSearch, "type" | "mode" | "customerType">;

const pageSize = 25;

/** Returns what the filters of a search select, as the API takes it. */
export function filterOf({ type, mode, customerType }: TransactionFilter) {
  return { type, customer_type: customerType, test_mode: mode && mode === "test" };
}

/** The page of transactions that a search shows, as the API takes it. */
export function transactionRequestOf(search: PaymentSearch) {
  return { ...filterOf(search), limit: String(pageSize), cursor: cursorsOf(search).at(-1) };
}

/** Reads the search of an address; invalid values, and those of other parts, are left out. */
export function parsePaymentSearch(search: Record<string, unknown>): PaymentSearch {
  const all = read(search);
  const names: readonly string[] = ofPart[all.part ?? "overview"];
  const isOfNobody = all.part === "customers" && all.customer === undefined;
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => names.includes(name) && !(isOfNobody && name === "item")),
  );
}

/** The parts of the payments, by their names in the address. The first is shown where the address names none. */
export const paymentParts = {
  overview: msg("Overview"),
  catalogue: msg("Catalogue"),
  customers: msg("Customers"),
} as const;

export type PaymentPart = keyof typeof paymentParts;

type CursorSearch = Pick<PaymentSearch, "after">;

/** The cursors of the pages after the first, up to the current one. */
export function cursorsOf({ after }: CursorSearch): string[] {
  return after === undefined ? [] : after.split(".");
}

/** The same search on the next page, which begins at `cursor`. */
export function nextPage<Search extends CursorSearch>(search: Search, cursor: string): Search {
  return { ...search, after: [...cursorsOf(search), cursor].join(".") };
}

/** The same search on the previous page. */
export function previousPage<Search extends CursorSearch>(search: Search): Search {
  return { ...search, after: cursorsOf(search).slice(0, -1).join(".") || undefined };
}
