import type { ListTransactionsOptions, Transaction } from "../../kit";
import { type CursorSearch, cursorsOf } from "../shell/cursor-search";
import { type CustomerType, customerTypeOf } from "./customer-types";
import { isPart, type PaymentPart } from "./parts";

/** Which part of the payments is shown, and what in it, as it appears in the address. Defaults are left out. */
export type PaymentSearch = CursorSearch & {
  part?: Exclude<PaymentPart, "overview">;
  /** Of the transactions; absent for all types. */
  type?: Transaction["type"];
  /** Of the transactions, absent for all customers; of the customer who is looked up, absent for users. */
  customerType?: CustomerType;
  /** The customer who is shown. */
  customer?: string;
  /** By which a customer is looked up. */
  query?: string;
  /** The item whose dialog is open. */
  item?: string;
  /** The group whose dialog is open. */
  group?: string;
  /** What is being added, in a dialog. */
  add?: "item" | "group";
};

const types: readonly Transaction["type"][] = ["subscription", "one_time", "item_quantity_change"];

const pageSize = 25;

/** The page of transactions that a search shows. */
export function transactionRequestOf(search: PaymentSearch): ListTransactionsOptions {
  const { type, customerType } = search;
  return { type, customerType, limit: pageSize, cursor: cursorsOf(search).at(-1) };
}

/** Reads the search of an address; invalid values, and those of other parts, are left out. */
export function parsePaymentSearch(search: Record<string, unknown>): PaymentSearch {
  const part = isPart(search.part) && search.part !== "overview" ? search.part : undefined;
  const customerType = customerTypeOf(search.customerType);
  if (part === "catalogue") {
    const add = search.add === "item" || search.add === "group" ? search.add : undefined;
    return { part, ...given("item", search), ...given("group", search), ...(add && { add }) };
  }
  if (part === "customers") {
    return { part, ...(customerType && { customerType }), ...given("customer", search), ...given("query", search) };
  }
  const type = types.find((each) => each === search.type);
  return { ...(type && { type }), ...(customerType && { customerType }), ...given("after", search) };
}

/** A text of the search under its name; nothing where it is empty or of another type. */
function given<Name extends string>(name: Name, search: Record<string, unknown>): { [Each in Name]?: string } {
  const text = search[name];
  // The router reads a text of digits as a number.
  if (typeof text === "number") return { [name]: String(text) } as { [Each in Name]?: string };
  return typeof text === "string" && text !== "" ? ({ [name]: text } as { [Each in Name]?: string }) : {};
}
