import { isKnownError } from "../errors/known-error";
import type { Caller } from "../requests/caller";
import type { RequestParts, ResponseOf } from "../requests/endpoints";
import { type Subject, tableOf, tableOfObjects } from "../rows/operation";
import { bought, type Item, type ItemReference, itemKey, itemParams, requestOf, toItem } from "./item";

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

function toServerItem(
  item: ResponseOf<typeof itemKey>,
  {
    caller,
    parts: { params },
  }: { readonly caller: Caller<"server">; readonly parts: RequestParts<typeof itemKey, "server"> },
): ServerItem {
  const change = async (delta: number, allowsNegative = false) => {
    const parts = { params, query: { allow_negative: allowsNegative }, body: { delta } };
    await caller.write("POST /payments/items/{customer_type}/{customer_id}/{item_id}/update-quantity", parts);
  };
  return {
    ...toItem(item),
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

/**
 * The request that changes a quantity.
 * @throws Fault unless exactly one customer is named
 */
export function quantityChange(options: ItemQuantityChangeOptions, allowsNegative = false) {
  const { quantity: delta, expiresAt: expires_at, description, idempotencyKey: idempotency_key } = options;
  return {
    params: itemParams("updateItemQuantity", options),
    query: { allow_negative: allowsNegative },
    body: { delta, expires_at, description, idempotency_key },
  };
}

interface Customer extends Subject {
  readonly id: string;
}

export const serverItems = /* @__PURE__ */ tableOf("server", ({ read }) => ({
  /** Returns how much a customer has of an item, with methods that change it. @throws KnownError `ITEM_NOT_FOUND` */
  getItem: read(itemKey, requestOf, toServerItem, "items", bought),
}));

export const serverUserItems = /* @__PURE__ */ tableOfObjects<Customer>()("server", ({ read }) => ({
  /** Returns how much the user has of an item, with methods that change it. @throws KnownError `ITEM_NOT_FOUND` */
  getItem: read(
    itemKey,
    ({ id }: Customer, itemId: string) => requestOf({ itemId, userId: id }),
    toServerItem,
    "items",
    bought,
  ),
}));

export const serverTeamItems = /* @__PURE__ */ tableOfObjects<Customer>()("server", ({ read }) => ({
  /** Returns how much the team has of an item, with methods that change it. @throws KnownError `ITEM_NOT_FOUND` */
  getItem: read(
    itemKey,
    ({ id }: Customer, itemId: string) => requestOf({ itemId, teamId: id }),
    toServerItem,
    "items",
    bought,
  ),
}));
