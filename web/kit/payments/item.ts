import { Fault } from "../errors/fault";
import type { Caller } from "../requests/caller";

/** How much a customer has of an item, such as credits or seats, as it was when it was read. */
export interface Item {
  readonly displayName: string;
  /** Can be negative. */
  readonly quantity: number;
  /** The same, and 0 where that is negative. */
  readonly nonNegativeQuantity: number;
}

/** Whose item: a user's, a team's, or that of a customer of whom the project's backend alone has a record. */
export type CustomerReference =
  | { readonly userId: string }
  | { readonly teamId: string }
  | { readonly customCustomerId: string };

/** Which item of which customer. */
export type ItemReference = { readonly itemId: string } & CustomerReference;

export async function getItem(caller: Caller, item: ItemReference): Promise<Item> {
  const params = itemParams("getItem", item);
  const read = await caller.read("GET /payments/items/{customer_type}/{customer_id}/{item_id}", { params });
  const { display_name: displayName, quantity } = read;
  return { displayName, quantity, nonNegativeQuantity: Math.max(0, quantity) };
}

/** @throws Fault where no customer is named */
export function itemParams(method: string, reference: ItemReference) {
  const { itemId: item_id, userId, teamId, customCustomerId } = reference as Record<string, string | undefined>;
  const customer_id = userId ?? teamId ?? customCustomerId;
  if (customer_id === undefined) throw new Fault(`${method} requires one of userId, teamId, or customCustomerId`);
  const customer_type = userId !== undefined ? "user" : teamId !== undefined ? "team" : "custom";
  return { customer_type, customer_id, item_id: item_id ?? "" } as const;
}
