import type { GatehouseAdminApp, InternalApiKey } from "../../kit/index";
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

/** The publishable keys that were made in this window, by the id of their set. The server shows a key once. */
const madeKeys = new Map<string, string>();

/** Keeps the publishable key of a new set until the window is closed. Secret keys are not kept. */
export function rememberPublishableKey({
  id,
  publishableClientKey,
}: {
  id: string;
  publishableClientKey?: string | null;
}): void {
  if (publishableClientKey) madeKeys.set(id, publishableClientKey);
}

/** The newest publishable key that was made in this window and is still valid. */
export function rememberedPublishableKey(keys: readonly Pick<InternalApiKey, "id" | "isValid">[]): string | undefined {
  const newest = keys.find((key) => key.isValid() && madeKeys.has(key.id));
  return newest && madeKeys.get(newest.id);
}
