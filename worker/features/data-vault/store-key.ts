import { insertStoreKey, replaceStoreKey } from "../../db/data-vault/changes";
import { type StoreId, type StoreKeyRow, selectStoreKey } from "../../db/data-vault/queries";
import { type Statement, violatesForeignKey } from "../../platform/database";
import { reseal, seal, UnsealError, unseal } from "../../platform/sealing";
import { newId, newSecret } from "../../platform/secrets";
import type { Tools } from "../../platform/tools";
import type { CommonError } from "../../protocol/common-errors";
import type { Failing } from "../../protocol/failing";
import { storeUnreadable } from "./contract";
import type { OpenStore } from "./values";

/*
 * Each store has a random key, which is sealed under the root secret. A rotation of the root secret seals the keys anew and
 * leaves the values alone. Values are beyond reading as soon as their key is deleted, wherever KV still has them.
 */

/** A store with its key open. */
export async function openStore(
  { settings, fail }: Pick<Tools, "settings"> & Failing<typeof storeUnreadable>,
  row: StoreKeyRow,
): Promise<OpenStore> {
  const { projectId, storeId, id, sealedKey } = row;
  try {
    return { projectId, storeId, id, key: await unseal(settings.serverSecrets, purposeOf(row), sealedKey) };
  } catch (error) {
    if (error instanceof UnsealError) return fail(storeUnreadable, undefined, { cause: error });
    throw error;
  }
}

/** The key of a store, which it is given if it has none. Of concurrent requests all get the same. */
export async function ensureStoreKey(
  { db, settings, fail }: Pick<Tools, "db" | "settings"> & Failing<CommonError>,
  store: StoreId,
): Promise<StoreKeyRow> {
  const sealedKey = await seal(settings.serverSecrets, purposeOf(store), newSecret());
  const row = { ...store, id: newId(), sealedKey, createdAt: Date.now() };
  const storing = db.batch([insertStoreKey(db, row), selectStoreKey(db, store)]);
  const [, [stored]] = await orNoProject({ fail }, store, storing);
  return stored ?? row;
}

/** Returns what a write gives, unless the project was deleted after the caller was loaded. */
export async function orNoProject<T>(
  { fail }: Failing<CommonError>,
  { projectId }: StoreId,
  writing: Promise<T>,
): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    if (violatesForeignKey(error)) fail("CURRENT_PROJECT_NOT_FOUND", { project_id: projectId }, { cause: error });
    throw error;
  }
}

/** The statement that stores a key sealed under the current root secret, where it is not. */
export async function resealStoreKey(
  { db, settings }: Pick<Tools, "db" | "settings">,
  row: StoreKeyRow,
): Promise<Statement[]> {
  const to = await reseal(settings.serverSecrets, purposeOf(row), row.sealedKey);
  return to === undefined ? [] : [replaceStoreKey(db, row, to)];
}

function purposeOf({ projectId, storeId }: StoreId): string {
  return `data-vault-key/${projectId}/${storeId}`;
}
