import { mutationOptions } from "@tanstack/react-query";
import type { GatehouseAdminApp } from "../../kit";

export { stripeAccountOptions, transactionOptions } from "../../react/queries/server-queries";

export function setupPaymentsOptions(app: GatehouseAdminApp) {
  return mutationOptions({ mutationFn: () => app.setupPayments() });
}
