import { useContext } from "react";
import { AppContext } from "../queries/query-hooks";
import type { ReactClientApp } from "./objects-with-hooks";

/**
 * The app of the nearest `GatehouseProvider`.
 * @throws Error outside of one, and when `projectIdMustMatch` names another project
 */
export function useApp({ projectIdMustMatch }: { projectIdMustMatch?: string } = {}): ReactClientApp {
  const app = useContext(AppContext);
  if (!app) throw new Error("useApp must be used within a GatehouseProvider");
  if (projectIdMustMatch !== undefined && projectIdMustMatch !== app.projectId) {
    throw new Error(`Unexpected project ID in useApp: ${app.projectId}`);
  }
  // A provider in a website is given the app of this package; our own pages need none of its hooks.
  return app as ReactClientApp;
}
