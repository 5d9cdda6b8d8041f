import { useContext } from "react";
import type { GatehouseClientApp } from "../../kit";
import { AppContext } from "../provider/app-context";

/**
 * The app of the nearest `GatehouseProvider`.
 * @throws Error outside of one, and when `projectIdMustMatch` names another project
 */
export function useApp({ projectIdMustMatch }: { projectIdMustMatch?: string } = {}): GatehouseClientApp {
  const app = useContext(AppContext);
  if (!app) throw new Error("useApp must be used within a GatehouseProvider");
  if (projectIdMustMatch !== undefined && projectIdMustMatch !== app.projectId) {
    throw new Error(`Unexpected project ID in useApp: ${app.projectId}`);
  }
  return app;
}
