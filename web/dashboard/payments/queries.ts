import { mutationOptions } from "@tanstack/react-query";
import type { GatehouseAdminApp } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { payments } from "../../kit/operations/payments";
import { resourceOptions } from "../../react/queries/resource-query";
import { viewOf } from "../../react/queries/view-of";
import { configOptions } from "../forms/config";
import { settingsIn } from "../forms/config-document";
import { type PaymentSearch, transactionRequestOf } from "./payment-search";

/** Every team of the project. */
export const projectTeamOptions = (app: GatehouseAdminApp) => viewOf(app, app.listTeams);

/** The project's account at Stripe, whose owner fills in the rest of it on a page of Stripe's. */
export const stripeAccountOptions = (app: GatehouseAdminApp) => viewOf(app, payments.getStripeAccountInfo);

/** The page of transactions that a search shows. */
export function transactionOptions(app: GatehouseAdminApp, search: PaymentSearch) {
  const query = transactionRequestOf(search);
  return resourceOptions(app, "transactions", ["dashboard", JSON.stringify(query)], () =>
    app[appInternals].caller("admin").read("GET /internal/payments/transactions", { query }),
  );
}

export function setupPaymentsOptions(app: GatehouseAdminApp) {
  return mutationOptions({ mutationFn: () => app.setupPayments() });
}

/** The names of the items by their ids. */
export function itemNameOptions(app: GatehouseAdminApp) {
  return {
    ...configOptions(app),
    select: (config: Parameters<typeof settingsIn>[0]) =>
      settingsIn(config, "payments.items").map(([id, { displayName }]) => [id, String(displayName || id)] as const),
  };
}
