import type { AdminOwnedProject, GatehouseAdminApp } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { resourceOptions } from "../../react";
import { refetchOnReturn } from "../../react/queries/resource-query";

/** A store of the data vault, with how many values it has. */
export interface Store {
  readonly id: string;
  readonly displayName: string;
  readonly entries: number;
  /** Is true if it has more values than were counted. */
  readonly hasMoreEntries: boolean;
}

/** All stores of the project, by their ids. They are part of its configuration; servers set values at any time. */
export function storesOptions(app: GatehouseAdminApp) {
  const options = resourceOptions(app, "project", ["data-vault-stores"], async () => {
    const stores: Store[] = [];
    let cursor: string | undefined;
    do {
      const page = await app[appInternals].caller("admin").read("GET /data-vault/stores", { query: { cursor } });
      for (const { id, display_name: displayName, entries, has_more_entries: hasMoreEntries } of page.items) {
        stores.push({ id, displayName, entries, hasMoreEntries });
      }
      cursor = page.pagination.next_cursor ?? undefined;
    } while (cursor !== undefined);
    return stores;
  });
  return { ...options, ...refetchOnReturn };
}

/** The changes of the configuration that give a store a name, or make it with that name; null deletes it. */
export function storeOverride({ id, displayName }: { id: string; displayName: string | null }) {
  return displayName === null
    ? { [`dataVault.stores.${id}`]: null }
    : { [`dataVault.stores.${id}.displayName`]: displayName };
}

/** Makes a store or changes its name; without a name it is deleted. */
export function saveStore(project: AdminOwnedProject, store: { id: string; displayName: string | null }) {
  return project.updateConfig(storeOverride(store));
}

/** A value by its key, and the secret that it is encrypted with. Neither leaves the browser. */
export interface ValueReference {
  readonly storeId: string;
  readonly key: string;
  readonly secret: string;
}

/** Reads one value; null where there is none under this key and secret. */
export async function readValue(app: GatehouseAdminApp, { storeId, key, secret }: ValueReference) {
  const store = await app.getDataVaultStore(storeId);
  return store.getValue(key, { secret });
}

export async function deleteValue(app: GatehouseAdminApp, { storeId, key, secret }: ValueReference): Promise<void> {
  const store = await app.getDataVaultStore(storeId);
  await store.deleteValue(key, { secret });
}
