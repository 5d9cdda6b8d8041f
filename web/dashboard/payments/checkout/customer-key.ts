import type { CustomerType } from "../customer-types";

/** A customer by type and id. */
export interface CustomerKey {
  readonly type: CustomerType;
  readonly id: string;
}
