import { literal } from "../../code/written-code";
import type { CustomerKey } from "../customer-types";

/** Returns what a customer is called on, and the options that name a customer who is in no record of the project. */
export function subject({ type, id }: CustomerKey): { before: string[]; callee: string; named: object } {
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

/** Leads a user to the page on which they buy an offer. */
export const checkoutSnippet = `const url = await user.createCheckoutUrl({ offerId: "pro" });
window.location.assign(url);`;
