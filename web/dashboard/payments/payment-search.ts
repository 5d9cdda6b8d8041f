import type { Transaction } from "../../kit";
import { msg } from "../translation/message";
import { type CustomerType, customerTypeOf } from "./customer-types";

/** Says which part of the payments is shown, and what in it, as it appears in the address. Defaults are left out. */
export type PaymentSearch = CursorSearch & {
  part?: Exclude<PaymentPart, "overview">;
  /** Of the transactions; absent for all types. */
  type?: Transaction["type"];
  /** Of the transactions: those of test mode, or those for which money moves; absent for both. */
  mode?: "test" | "live";
  /** Of the transactions, absent for all customers; of the customer who is looked up, absent for users. */
  customerType?: CustomerType;
  /** The customer who is shown. */
  customer?: string;
  /** A customer is looked up by this. */
  query?: string;
  /** Of the catalogue, the item whose dialog is open; of a customer, the one whose use is shown. */
  item?: string;
  /** The group whose dialog is open. */
  group?: string;
  /** Names what is being added, in a dialog. */
  add?: "item" | "group";
  /** The offer that is tried in test mode, in a dialog. */
  try?: string;
  /** The purchase that is being refunded, in a dialog. */
  refund?: string;
  /** Another dialog that is open. */
  open?: "export";
};

/** Holds what the list of transactions is filtered by. */
export type TransactionFilter = Pick<PaymentSearch, "type" | "mode" | "customerType">;

const types: readonly Transaction["type"][] = ["subscription", "one_time", "item_quantity_change"];

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
  const part = isPart(search.part) && search.part !== "overview" ? search.part : undefined;
  const customerType = customerTypeOf(search.customerType);
  if (part === "catalogue") {
    const add = search.add === "item" || search.add === "group" ? search.add : undefined;
    return { part, ...given("item", search), ...given("group", search), ...(add && { add }), ...given("try", search) };
  }
  if (part === "customers") {
    const customer = given("customer", search);
    const item = "customer" in customer ? given("item", search) : {};
    return { part, ...(customerType && { customerType }), ...customer, ...item, ...given("query", search) };
  }
  const type = types.find((each) => each === search.type);
  const mode = search.mode === "test" || search.mode === "live" ? search.mode : undefined;
  return {
    ...(type && { type }),
    ...(mode && { mode }),
    ...(customerType && { customerType }),
    ...given("after", search),
    ...given("refund", search),
    ...(search.open === "export" && { open: "export" }),
  };
}

/** A text of the search under its name; nothing where it is empty or of another type. */
function given<Name extends string>(name: Name, search: Record<string, unknown>): { [Each in Name]?: string } {
  const text = search[name];
  // The router reads a text of digits as a number.
  if (typeof text === "number") return { [name]: String(text) } as { [Each in Name]?: string };
  return typeof text === "string" && text !== "" ? ({ [name]: text } as { [Each in Name]?: string }) : {};
}

/** The parts of the payments, by their names in the address. The first is shown where the address names none. */
export const paymentParts = {
  overview: msg("Overview"),
  catalogue: msg("Catalogue"),
  customers: msg("Customers"),
} as const;

export type PaymentPart = keyof typeof paymentParts;

/** Tells whether a value of the address names a part. */
function isPart(part: unknown): part is PaymentPart {
  return typeof part === "string" && Object.hasOwn(paymentParts, part);
}

/** The page of a list that is paged by cursor, in the address. */
type CursorSearch = {
  /** The cursors of all pages after the first, up to the current one, joined by dots. */
  after?: string;
};

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
