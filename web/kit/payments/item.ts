import { Fault } from "../errors/fault";
import type { ResponseOf } from "../requests/endpoints";
import { tableOf } from "../rows/operation";

/** Says how much a customer has of an item, such as credits or seats, as it was when it was read. */
export interface Item {
  readonly displayName: string;
  /** Can be negative. */
  readonly quantity: number;
  /** The same, and 0 where that is negative. */
  readonly nonNegativeQuantity: number;
}

/** Says whose item is meant: a user's, a team's, or that of a customer of whom the project's backend alone has a record. */
export type CustomerReference =
  | { readonly userId: string }
  | { readonly teamId: string }
  | { readonly customCustomerId: string };

/** Says which item of which customer is meant. */
export type ItemReference = { readonly itemId: string } & CustomerReference;

/** With the ids of all kinds of customers, of which a reference has one. */
type AnyReference = Record<"itemId", string> & Partial<Record<"userId" | "teamId" | "customCustomerId", string>>;

/** @throws Fault unless exactly one customer is named */
export function itemParams(method: string, reference: ItemReference) {
  const { itemId: item_id, userId, teamId, customCustomerId } = reference as AnyReference;
  const customers = [["user", userId] as const, ["team", teamId] as const, ["custom", customCustomerId] as const];
  const [[customer_type, customer_id] = [], second] = customers.filter(([, id]) => id);
  if (!customer_type || !customer_id || second) {
    throw new Fault(`${method} requires one of userId, teamId, or customCustomerId`);
  }
  return { customer_type, customer_id, item_id };
}

// Of apps, users and teams. All rows of a tier make the same of a response, so that what they read is one view.

export const itemKey = "GET /payments/items/{customer_type}/{customer_id}/{item_id}";
export const bought = { refetchOnReturn: true } as const;

export const requestOf = (item: ItemReference) => ({ params: itemParams("getItem", item) });
/** @internal */
export function toItem({ display_name, quantity }: ResponseOf<typeof itemKey>): Item {
  return { displayName: display_name, quantity, nonNegativeQuantity: Math.max(0, quantity) };
}

export const ownItems = /* @__PURE__ */ tableOf("client", ({ read }) => ({
  /** Returns how much a customer has of an item. @throws KnownError `ITEM_NOT_FOUND`; Fault unless exactly one customer is named */
  getItem: read(itemKey, requestOf, toItem, "items", bought),
}));

export type OwnItems = typeof ownItems;

/** Says whose item to report on, and of which time. */
export type ItemUsageOptions = ItemReference & {
  readonly from: Date;
  /** Now, where it is not given. */
  readonly until?: Date | undefined;
  /** From one element to the next, of which there are at most 100; a day by default. */
  readonly interval?: "hour" | "day" | "week" | undefined;
};

/** Says how much of an item a customer had at a time, and what was added and taken since the time before. */
export interface ItemUsage {
  readonly at: Date;
  readonly quantity: number;
  /** By requests and one-time purchases: what subscriptions include is part of the quantity alone. */
  readonly added: number;
  readonly removed: number;
}
