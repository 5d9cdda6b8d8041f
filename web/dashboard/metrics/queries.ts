import type { GatehouseAdminApp } from "../../kit";
import { resourceOptions } from "../../react";
import { refetchOnReturn } from "../../react/queries/resource-query";

/**
 * Reads how many users the project has, and how active they are. Writes to users change the numbers, and users in apps do so at any
 * time.
 */
export function metricsOptions(app: GatehouseAdminApp) {
  return { ...resourceOptions(app, "users", ["metrics"], () => app.getMetrics()), ...refetchOnReturn };
}
