import { Fault } from "../errors/fault";
import type { Caller } from "../requests/caller";

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

// In few bytes, since each page of the client app loads it: a part of its own would be larger.

/** With the ids of all kinds of customers, of which a reference has one. */
type AnyReference = Record<"itemId", string> & Partial<Record<"userId" | "teamId" | "customCustomerId", string>>;

export async function getItem(caller: Caller, item: ItemReference): Promise<Item> {
  const params = itemParams("getItem", item);
  const read = await caller.read("GET /payments/items/{customer_type}/{customer_id}/{item_id}", { params });
  return { displayName: read.display_name, quantity: read.quantity, nonNegativeQuantity: Math.max(0, read.quantity) };
}

/** @throws Fault where no customer is named */
export function itemParams(method: string, reference: ItemReference) {
  const item = reference as AnyReference;
  const customer_id = item.userId || item.teamId || item.customCustomerId;
  if (!customer_id) throw new Fault(`${method} requires one of userId, teamId, or customCustomerId`);
  const customer_type = item.userId ? "user" : item.teamId ? "team" : "custom";
  return { customer_type, customer_id, item_id: item.itemId } as const;
}
