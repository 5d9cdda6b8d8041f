import type { GatehouseAdminApp } from "../../../kit";
import { appInternals } from "../../../kit/app/internals";
import { RequestError } from "../../../kit/errors/request-error";
import { checkoutKey, checkoutOf } from "../../../kit/payments/purchases";
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
