import { kitCode, literal } from "../../code/written-code";
import { subject } from "../checkout/checkout";
import type { CustomerKey } from "../customer-types";
import { itemReference } from "./queries";

// These functions write what was done for a customer, as code.

/** The cancellation of a subscription, or what takes it back. */
export function subscriptionCode(customer: CustomerKey, change: "cancel" | "resume", subscriptionId: string): string {
  const { before, billing } = billingOf(customer);
  return kitCode(before, `${billing}.${change}`, subscriptionId);
}

/** The switch of a subscription to another price. */
export function switchCode(
  customer: CustomerKey,
  subscriptionId: string,
  to: { offerId: string; priceId: string },
): string {
  const { before, billing } = billingOf(customer);
  return kitCode(before, `${billing}.switch`, subscriptionId, to);
}

function billingOf(customer: CustomerKey): { before: string[]; billing: string } {
  const { before, callee } = subject(customer);
  const owner = customer.type === "custom" ? `{ app: serverApp, customCustomerId: ${literal(customer.id)} }` : callee;
  return { before, billing: `billingOf(${owner})` };
}

/** A change of a quantity; `description` and `expiresAt` are left out where they are not given. */
export function quantityCode(
  customer: CustomerKey,
  itemId: string,
  change: { quantity: number; description?: string; expiresAt?: string },
): string {
  return kitCode([], "adminApp.createItemQuantityChange", { ...itemReference(customer, itemId), ...change });
}

/** A change that takes also more than a customer has. */
export function decreaseCode(customer: CustomerKey, itemId: string, amount: number): string {
  const item = literal(itemReference(customer, itemId));
  return kitCode([`const item = await serverApp.getItem(${item});`], "item.decreaseQuantity", amount);
}
