import { encodeHexLowerCase } from "@oslojs/encoding";
import { countValue, insertStoreKey, lookAtValue, replaceStoreKey } from "../../db/data-vault/changes";
import { type StoreId, type StoreKeyRow, selectStoreKey, type ValueKey } from "../../db/data-vault/queries";
import { type Statement, violatesForeignKey } from "../../platform/database";
import { decrypt, encrypt } from "../../platform/encryption";
import { reseal, seal, UnsealError, unseal } from "../../platform/sealing";
import { newId, newSecret } from "../../platform/secrets";
import type { Tools } from "../../platform/tools";
import type { CommonError } from "../../protocol/common-errors";
import type { Failing } from "../../protocol/failing";
import { storeUnreadable } from "./contract";

/*
 * Values lie in KV as `{project}/{store}/{id of the store's key}/{sha-256 of the hashed key}`, which has at most 202 of the 512
 * bytes that KV allows. The name has the id of the store's key. So a value of a removed store, however late it is purged, is
 * never taken for one of a new store of the same id.
 */

/** A store with its key open. */
interface OpenStore extends StoreId {
  id: string;
  key: string;
}

/** Returns what the names of all values under one key of a store begin with. */
export function valuePrefix({ projectId, storeId }: StoreId, keyId: string): string {
  return `${projectId}/${storeId}/${keyId}/`;
}

/** Sets how long after a change KV shows what there is, and more: a request that began earlier may still write a value. */
export const settleMillis = 10 * 60 * 1000;

async function keyOf({ projectId, storeId, id }: StoreId & { id: string }, hashedKey: string): Promise<ValueKey> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(hashedKey));
  return { projectId, storeId, keyId: id, name: encodeHexLowerCase(new Uint8Array(digest)) };
}

/** The name of a value in KV. */
export function nameOf({ name, ...store }: ValueKey): string {
  return valuePrefix(store, store.keyId) + name;
}

/** The value, null where there is none, or undefined where it does not open, such as one that was moved from another name. */
export async function readValue(
  vault: KVNamespace,
  store: OpenStore,
  hashedKey: string,
): Promise<string | null | undefined> {
  const name = nameOf(await keyOf(store, hashedKey));
  const encrypted = await vault.get(name, "arrayBuffer");
  return encrypted && (await decrypt(store.key, purposeOfValue(name), new Uint8Array(encrypted)));
}

/**
 * Stores a value encrypted under its store's key, and counts it before: refused is what the project has no storage for.
 *
 * @returns whether KV took it: it takes one write in a second for one name
 */
export async function writeValue(
  { db, vault }: Pick<Tools, "db" | "vault">,
  store: OpenStore,
  hashedKey: string,
  value: string,
): Promise<boolean> {
  const key = await keyOf(store, hashedKey);
  const name = nameOf(key);
  const encrypted = await encrypt(store.key, purposeOfValue(name), value);
  await db.batch([countValue(db, { ...key, bytes: encrypted.byteLength }, Date.now() + settleMillis)]);
  let isTaken = false;
  try {
    isTaken = await isWritten(vault.put(name, encrypted));
    return isTaken;
  } finally {
    if (!isTaken) await db.batch([lookAtValue(db, key, Date.now() + settleMillis)]);
  }
}

/** Deletes a value, if there is one. @returns whether KV took it, as of `writeValue` */
export async function deleteValue(
  { db, vault }: Pick<Tools, "db" | "vault">,
  store: StoreId & { id: string },
  hashedKey: string,
): Promise<boolean> {
  const key = await keyOf(store, hashedKey);
  const isTaken = await deleteNamed(vault, nameOf(key));
  if (isTaken) await db.batch([lookAtValue(db, key, Date.now() + settleMillis)]);
  return isTaken;
}

/** `deleteValue` of a name that KV has listed. */
export function deleteNamed(vault: KVNamespace, name: string): Promise<boolean> {
  return isWritten(vault.delete(name));
}

/** The name has the project, the store and the key: a value opens nowhere else. */
function purposeOfValue(name: string): string {
  return `data-vault-value/${name}`;
}

/** KV refuses a second write to one name within a second, with an error that shows its reason in the message only. */
async function isWritten(write: Promise<void>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof Error && /\b429\b/.test(error.message)) return false;
    throw error;
  }
}

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
    return { projectId, storeId, id, key: await unseal(settings.serverSecrets, purposeOfKey(row), sealedKey) };
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
  const sealedKey = await seal(settings.serverSecrets, purposeOfKey(store), newSecret());
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
  const to = await reseal(settings.serverSecrets, purposeOfKey(row), row.sealedKey);
  return to === undefined ? [] : [replaceStoreKey(db, row, to)];
}

function purposeOfKey({ projectId, storeId }: StoreId): string {
  return `data-vault-key/${projectId}/${storeId}`;
}
