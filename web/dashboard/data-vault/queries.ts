import type { GatehouseAdminApp } from "../../kit";
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
