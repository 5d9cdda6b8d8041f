import { encodeHexLowerCase } from "@oslojs/encoding";
import { countValue, lookAtValue } from "../../db/data-vault/changes";
import type { StoreId, ValueKey } from "../../db/data-vault/queries";
import { decrypt, encrypt } from "../../platform/encryption";
import type { Tools } from "../../platform/tools";

/*
 * Values lie in KV as `{project}/{store}/{id of the store's key}/{sha-256 of the hashed key}`, which has at most 202 of the 512
 * bytes that KV allows. The name has the id of the store's key. So a value of a removed store, however late it is purged, is
 * never taken for one of a new store of the same id.
 */

/** A store with its key open. */
export interface OpenStore extends StoreId {
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
  return encrypted && (await decrypt(store.key, purposeOf(name), new Uint8Array(encrypted)));
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
  const encrypted = await encrypt(store.key, purposeOf(name), value);
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
function purposeOf(name: string): string {
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
