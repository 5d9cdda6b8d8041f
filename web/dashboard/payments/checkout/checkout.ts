import { appInternals } from "../../../kit/app/internals";
import { RequestError } from "../../../kit/errors/request-error";
import type { GatehouseAdminApp } from "../../../kit/index";
import { checkoutKey, checkoutOf } from "../../../kit/payments/purchases";
import { literal } from "../../code/written-code";
import type { Translate } from "../../translation/use-translation";
import type { CustomerKey } from "../customer-types";

/** The most units that the API takes. */
export const maxUnits = 1_000_000;

/** The address of the page on which a customer buys an offer. */
export async function checkoutUrl(app: GatehouseAdminApp, { type, id }: CustomerKey, offerId: string): Promise<string> {
  return (await app[appInternals].caller("server").write(checkoutKey, checkoutOf(type, id, { offerId }))).url;
}

/** Gives a customer an offer as if it was bought, in test mode: no money moves. */
export async function grantOffer(
  app: GatehouseAdminApp,
  customer: CustomerKey,
  { offerId, priceId, quantity }: { offerId: string; priceId: string; quantity: number },
): Promise<void> {
  const url = new URL(await checkoutUrl(app, customer, offerId));
  await app.testModePurchase({ fullCode: url.pathname.split("/").at(-1) ?? "", priceId, quantity });
  await app[appInternals].caller("server").announce("billing");
}

/** Returns what is to be done where the server refuses to sell an offer; undefined where its own sentence says it. */
export function explainPurchase(error: unknown, t: Translate): { message: string } | undefined {
  if (!(error instanceof RequestError) || !error.text.startsWith("Payments are not set up")) return undefined;
  return { message: t("This project has no account at Stripe yet. Set up payments in the overview first.") };
}

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
