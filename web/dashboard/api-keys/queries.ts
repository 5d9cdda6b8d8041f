import { mutationOptions } from "@tanstack/react-query";
import type { GatehouseAdminApp, InternalApiKey, InternalApiKeyCreateOptions } from "../../kit";
import { resourceOptions } from "../../react";

/** All key sets of a project, the valid ones first, each group newest first. */
export function apiKeysOptions(app: GatehouseAdminApp) {
  return resourceOptions(app, "internal-api-keys", [], async () => {
    const keys = await app.listInternalApiKeys();
    return keys.sort(
      (a, b) => Number(b.isValid()) - Number(a.isValid()) || b.createdAt.getTime() - a.createdAt.getTime(),
    );
  });
}

export function createApiKeysOptions(app: GatehouseAdminApp) {
  return mutationOptions({ mutationFn: (keys: InternalApiKeyCreateOptions) => app.createInternalApiKey(keys) });
}

export const revokeApiKeysOptions = mutationOptions({ mutationFn: (keys: InternalApiKey) => keys.revoke() });
