import type { CustomerKey } from "../customer";

/** One item of one customer, whose changes are one ledger. */
export interface ItemKey<ProjectId = string> extends CustomerKey<ProjectId> {
  itemId: string;
}
