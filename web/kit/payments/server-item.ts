import { isKnownError } from "../errors/known-error";
import type { Caller } from "../requests/caller";
import { getItem, type Item, type ItemReference, itemParams } from "./item";

/** An item that a trusted backend changes the quantity of. The object itself stays as it was read. */
export interface ServerItem extends Item {
  /** Adds to the quantity. @throws KnownError `ITEM_QUANTITY_INSUFFICIENT_AMOUNT` while less than nothing is left after it */
  increaseQuantity(amount: number): Promise<void>;
  /** Takes from the quantity, also more than there is. */
  decreaseQuantity(amount: number): Promise<void>;
  /** Takes from the quantity if there is enough, and resolves to whether there was: also of requests at the same time. */
  tryDecreaseQuantity(amount: number): Promise<boolean>;
}

/** A change of a quantity. */
export type ItemQuantityChangeOptions = ItemReference & {
  /** Is added to what there is, or taken from it where it is negative. */
  readonly quantity: number;
  /** Says when the change ends, in ISO 8601. */
  readonly expiresAt?: string;
  readonly description?: string;
  /** Names the change: repeating it makes no second one. */
  readonly idempotencyKey?: string;
};

export async function getServerItem(caller: Caller<"server">, reference: ItemReference): Promise<ServerItem> {
  const item = await getItem(caller, reference);
  const change = (quantity: number, allowsNegative = false) =>
    changeQuantity(caller, { ...reference, quantity }, allowsNegative);
  return {
    ...item,
    increaseQuantity: (amount) => change(amount),
    decreaseQuantity: (amount) => change(-amount, true),
    tryDecreaseQuantity: async (amount) => {
      try {
        await change(-amount);
        return true;
      } catch (error) {
        if (isKnownError(error, "ITEM_QUANTITY_INSUFFICIENT_AMOUNT")) return false;
        throw error;
      }
    },
  };
}

export async function changeQuantity(
  caller: Caller<"server">,
  options: ItemQuantityChangeOptions,
  allowsNegative: boolean,
): Promise<void> {
  const parts = quantityChange(options, allowsNegative);
  await caller.write("POST /payments/items/{customer_type}/{customer_id}/{item_id}/update-quantity", parts);
}

/**
 * The request that changes a quantity.
 * @throws Fault where no customer is named
 */
export function quantityChange(options: ItemQuantityChangeOptions, allowsNegative = false) {
  const { quantity: delta, expiresAt: expires_at, description, idempotencyKey: idempotency_key } = options;
  return {
    params: itemParams("updateItemQuantity", options),
    query: { allow_negative: allowsNegative },
    body: { delta, expires_at, description, idempotency_key },
  };
}
