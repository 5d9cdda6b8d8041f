import { kitCode, literal } from "../code/written-code";
import { type CustomerKey, itemReference } from "./customer-types";

// These functions write what was done for a customer, as code.

/** Returns what a customer is called on, and the options that name a customer who is in no record of the project. */
function subject({ type, id }: CustomerKey): { before: string[]; callee: string; named: object } {
  if (type === "custom") return { before: [], callee: "serverApp", named: { customCustomerId: id } };
  const read = type === "user" ? "getUser" : "getTeam";
  return { before: [`const ${type} = await serverApp.${read}(${literal(id)});`], callee: type, named: {} };
}

/** The creation of a link on which a customer buys an offer. */
export function checkoutCode(customer: CustomerKey, offerId: string): string {
  const { before, callee, named } = subject(customer);
  const options = literal({ ...named, offerId });
  return [...before, `const url = await ${callee}.createCheckoutUrl(${options});`].join("\n");
}

/** The purchase of an offer in test mode. */
export function grantCode(
  customer: CustomerKey,
  offerId: string,
  bought: { priceId: string; quantity: number },
): string {
  const before = [checkoutCode(customer, offerId), 'const fullCode = new URL(url).pathname.split("/").at(-1);'];
  const [priceId, quantity] = [literal(bought.priceId), bought.quantity];
  return [...before, `await adminApp.testModePurchase({ fullCode, priceId: ${priceId}, quantity: ${quantity} });`].join(
    "\n",
  );
}

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

/** Leads a user to the page on which they buy an offer. */
export const checkoutSnippet = `const url = await user.createCheckoutUrl({ offerId: "pro" });
window.location.assign(url);`;
