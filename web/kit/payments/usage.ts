import type { ItemReference } from "./item";

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
