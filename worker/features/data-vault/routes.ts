import { selectStoreKey, selectStoreKeys } from "../../db/data-vault/queries";
import type { Project } from "../../db/projects/project";
import { tooManyRequests } from "../../protocol/error-definitions";
import type { Failing } from "../../protocol/failing";
import type { AppRouter } from "../access";
import * as contract from "./contract";
import { deleteValue, ensureStoreKey, openStore, orNoProject, readValue, valuePrefix, writeValue } from "./values";

/** Stores on one page. Each takes a request to KV. */
const pageSize = 50;

/** Values that are counted: as many as KV lists at once. */
const maxCounted = 1000;

/** KV takes one write in a second for one name. */
const nextWrite = { retryAfterMillis: 1000 };

export function dataVaultRoutes(router: AppRouter) {
  router.route(contract.readValue, {
    prefetch: ({ db, provenProjectId: projectId, params: { store_id: storeId } }) => ({
      key: selectStoreKey(db, { projectId, storeId }),
    }),
    handle: async (context) => {
      const { vault, caller, params, body, found, fail } = context;
      requireStore(context, caller.project, params.store_id);
      const [row] = found.key;
      const value = row && (await readValue(vault, await openStore(context, row), body.hashed_key));
      if (row && value === undefined) return fail(contract.valueUnreadable);
      return {
        encrypted_value:
          value ??
          fail("DATA_VAULT_STORE_HASHED_KEY_DOES_NOT_EXIST", {
            store_id: params.store_id,
            hashed_key: body.hashed_key,
          }),
      };
    },
  });

  router.route(contract.setValue, {
    prefetch: ({ db, provenProjectId: projectId, params: { store_id: storeId } }) => ({
      key: selectStoreKey(db, { projectId, storeId }),
    }),
    handle: async (context) => {
      const { caller, params, body, found, fail } = context;
      const store = requireStore(context, caller.project, params.store_id);
      const opened = await openStore(context, found.key[0] ?? (await ensureStoreKey(context, store)));
      const isTaken = await orNoProject(
        context,
        store,
        writeValue(context, opened, body.hashed_key, body.encrypted_value),
      );
      return isTaken ? { success: true as const } : fail(tooManyRequests, nextWrite);
    },
  });

  router.route(contract.deleteValue, {
    prefetch: ({ db, provenProjectId: projectId, params: { store_id: storeId } }) => ({
      key: selectStoreKey(db, { projectId, storeId }),
    }),
    handle: async (context) => {
      const { caller, params, body, found, fail } = context;
      requireStore(context, caller.project, params.store_id);
      const [row] = found.key;
      const isTaken = !row || (await deleteValue(context, row, body.hashed_key));
      return isTaken ? { success: true as const } : fail(tooManyRequests, nextWrite);
    },
  });

  router.route(contract.listStores, async ({ db, vault, caller: { project }, query }) => {
    const { stores } = project.config.dataVault;
    const ids = Object.keys(stores).sort();
    const from = ids.filter((id) => query.cursor === undefined || id >= query.cursor);
    const page = from.slice(0, pageSize);
    const [keys] =
      page.length > 0 ? await db.batch([selectStoreKeys(db, { projectId: project.id, storeIds: page })]) : [[]];
    const items = await Promise.all(
      page.map(async (storeId) => {
        const key = keys.find((row) => row.storeId === storeId);
        const prefix = key && valuePrefix({ projectId: project.id, storeId }, key.id);
        const listed = prefix && (await vault.list({ prefix, limit: maxCounted }));
        return {
          id: storeId,
          display_name: stores[storeId]?.displayName ?? "",
          entries: listed ? listed.keys.length : 0,
          has_more_entries: listed ? !listed.list_complete : false,
        };
      }),
    );
    return { items, is_paginated: true as const, pagination: { next_cursor: from[pageSize] ?? null } };
  });
}

/** A store has to be in the project's configuration. */
function requireStore({ fail }: Failing<"DATA_VAULT_STORE_DOES_NOT_EXIST">, project: Project, storeId: string) {
  if (!Object.hasOwn(project.config.dataVault.stores, storeId)) {
    fail("DATA_VAULT_STORE_DOES_NOT_EXIST", { store_id: storeId });
  }
  return { projectId: project.id, storeId };
}
