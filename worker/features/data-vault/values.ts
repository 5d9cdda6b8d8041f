import { encodeHexLowerCase } from "@oslojs/encoding";
import type { StoreId } from "../../db/data-vault/queries";
import { decrypt, encrypt } from "../../platform/encryption";

/*
 * Values lie in KV as `{project}/{store}/{id of the store's key}/{sha-256 of the hashed key}`, which has at most 202 of the 512
 * bytes that KV allows. With the id of its key in its name, a value of a store that was removed is never mixed up with one of
 * a new store of the same id, however late it is purged.
 */

/** A store with its key open. */
export interface OpenStore extends StoreId {
  id: string;
  key: string;
}

/** What the names of all values under one key of a store begin with. */
export function valuePrefix({ projectId, storeId }: StoreId, keyId: string): string {
  return `${projectId}/${storeId}/${keyId}/`;
}

export async function valueName(store: StoreId & { id: string }, hashedKey: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(hashedKey));
  return valuePrefix(store, store.id) + encodeHexLowerCase(new Uint8Array(digest));
}

/** The value, null where there is none, or undefined where it does not open, such as one that was moved from another name. */
export async function readValue(
  vault: KVNamespace,
  store: OpenStore,
  hashedKey: string,
): Promise<string | null | undefined> {
  const name = await valueName(store, hashedKey);
  const encrypted = await vault.get(name, "arrayBuffer");
  return encrypted && (await decrypt(store.key, purposeOf(name), new Uint8Array(encrypted)));
}

/** Stores a value encrypted under its store's key. @returns whether KV took it: it takes one write in a second for one name */
export async function writeValue(
  vault: KVNamespace,
  store: OpenStore,
  hashedKey: string,
  value: string,
): Promise<boolean> {
  const name = await valueName(store, hashedKey);
  const encrypted = await encrypt(store.key, purposeOf(name), value);
  return isWritten(vault.put(name, encrypted));
}

/** Deletes a value, if there is one. @returns whether KV took it, as of `writeValue` */
export async function deleteValue(
  vault: KVNamespace,
  store: StoreId & { id: string },
  hashedKey: string,
): Promise<boolean> {
  return deleteNamed(vault, await valueName(store, hashedKey));
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
