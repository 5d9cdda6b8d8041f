import type { Caller } from "../requests/caller";
import { type ItemReference, itemParams } from "./item";

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

/** @internal */
export async function getItemUsage(caller: Caller<"server">, usage: ItemUsageOptions): Promise<ItemUsage[]> {
  const { items } = await caller.read("GET /payments/items/{customer_type}/{customer_id}/{item_id}/usage", {
    params: itemParams("getItemUsage", usage),
    query: {
      from_millis: usage.from.getTime(),
      until_millis: usage.until?.getTime(),
      interval: usage.interval,
    },
  });
  return items.map(({ at_millis, ...counts }) => ({ at: new Date(at_millis), ...counts }));
}
