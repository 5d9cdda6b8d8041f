import { mutationOptions } from "@tanstack/react-query";
import type { GatehouseAdminApp } from "../../kit";
import { settingsIn } from "../forms/config-document";
import { configOptions } from "../forms/config-queries";

export { projectTeamOptions, stripeAccountOptions, transactionOptions } from "../../react/queries/server-queries";

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
