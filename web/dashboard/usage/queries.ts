import type { GatehouseAdminApp, Metrics } from "../../kit";
import { resourceOptions } from "../../react";
import { refetchOnReturn } from "../../react/queries/resource-query";

/** Reads what the project stores, and may. Nearly every write changes it, and users in apps write at any time. */
export function usageOptions(app: GatehouseAdminApp) {
  return { ...resourceOptions(app, "project", ["usage"], () => app.getUsage()), ...refetchOnReturn };
}

/**
 * Reads how many users the project has, and how active they are. Writes to users change the numbers, and users in apps do so at any
 * time.
 */
export function metricsOptions(app: GatehouseAdminApp) {
  return { ...resourceOptions(app, "users", ["metrics"], () => app.getMetrics()), ...refetchOnReturn };
}

/** Counts who has each method: that of codes also those who have never chosen them, as their pages say. */
export function methodCounts({ login_methods, code_users }: Pick<Metrics, "login_methods" | "code_users">) {
  const others = login_methods.filter(({ method }) => method !== "otp");
  return code_users > 0 ? [...others, { method: "otp", count: code_users }] : others;
}
