import type { GatehouseAdminApp } from "../../kit/index";
import { resourceOptions } from "../../react/index";

/** All key sets of a project, the valid ones first, each group newest first. */
export function apiKeysOptions(app: GatehouseAdminApp) {
  return resourceOptions(app, "internal-api-keys", [], async () => {
    const keys = await app.listInternalApiKeys();
    return keys.sort(
      (a, b) => Number(b.isValid()) - Number(a.isValid()) || b.createdAt.getTime() - a.createdAt.getTime(),
    );
  });
}
