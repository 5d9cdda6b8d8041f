import { and, eq, inArray, isNotNull, lt, or, type SQL, sql } from "drizzle-orm";
import { type Condition, type Database, idsIn, insertFrom, type Statement } from "../../platform/database";
import type { DueValue, PurgeRow, StoreKeyRow, ValueKey } from "./queries";
import { dataVaultKeys, dataVaultPurges, dataVaultValues } from "./schema";

/** Stores the key of a store, unless another request has given it one. */
export function insertStoreKey(db: Database, row: StoreKeyRow & { createdAt: number }): Statement {
  return db.insert(dataVaultKeys).values(row).onConflictDoNothing();
}

/** Stores the same key sealed anew, unless another has taken its place. */
export function replaceStoreKey(db: Database, { projectId, storeId, sealedKey }: StoreKeyRow, to: string): Statement {
  return db
    .update(dataVaultKeys)
    .set({ sealedKey: to })
    .where(and(isKeyOf(projectId, eq(dataVaultKeys.storeId, storeId)), eq(dataVaultKeys.sealedKey, sealedKey)));
}

/**
 * Removes the keys of stores, without which their values cannot be opened any more, and has the values deleted later.
 *
 * @param only the condition under which this happens
 */
export function removeStores(
  db: Database,
  { projectId, storeIds, only }: { projectId: string; storeIds: readonly string[]; only: Condition },
): [Statement, Statement] {
  const are = and(isKeyOf(projectId, inArray(dataVaultKeys.storeId, idsIn(storeIds))), only);
  return [insertPurges(db, are), db.delete(dataVaultKeys).where(are)];
}

/**
 * Counts a value before it is written to KV. Until `settleValue`, it counts as the largest that may be there. A look at KV that is due
 * is put off, since it may not show the write yet.
 *
 * @param lookAt when KV shows what the write has left
 */
export function countValue(db: Database, value: ValueKey & { bytes: number }, lookAt: number): Statement {
  const { projectId, keyId, name, bytes, dueAt } = dataVaultValues;
  const { bytes: written } = value;
  const isUnsure = or(lt(sql`${written}`, bytes), isNotNull(dueAt));
  return db
    .insert(dataVaultValues)
    .values({ ...value, writtenAt: Date.now() })
    .onConflictDoUpdate({
      target: [projectId, keyId, name],
      set: {
        bytes: sql`max(${bytes}, ${written})`,
        writtenAt: Date.now(),
        dueAt: sql`iif(${isUnsure}, ${lookAt}, null)`,
      },
    });
}

/** Has KV looked at for a value that was deleted there, or may not have been written. */
export function lookAtValue(db: Database, value: ValueKey, lookAt: number): Statement {
  return db.update(dataVaultValues).set({ dueAt: lookAt }).where(isValue(value));
}

/** Counts a value as KV has it, unless it was written meanwhile. @param bytes null where there is none */
export function settleValue(db: Database, value: DueValue, bytes: number | null): Statement {
  const isStill = and(
    isValue(value),
    eq(dataVaultValues.writtenAt, value.writtenAt),
    eq(dataVaultValues.dueAt, value.dueAt),
  );
  return bytes === null
    ? db.delete(dataVaultValues).where(isStill)
    : db.update(dataVaultValues).set({ bytes, dueAt: null }).where(isStill);
}

/** Counts some values no more, of a store whose key is gone. */
export function deleteValuesOf(db: Database, { projectId, keyId }: PurgeRow, limit: number) {
  const some = db
    .select({ id: sql`rowid` })
    .from(dataVaultValues)
    .where(and(eq(dataVaultValues.projectId, projectId), eq(dataVaultValues.keyId, keyId)))
    .limit(limit);
  return db.delete(dataVaultValues).where(inArray(sql`rowid`, some));
}

function isValue({ projectId, keyId, name }: ValueKey) {
  return and(
    eq(dataVaultValues.projectId, projectId),
    eq(dataVaultValues.keyId, keyId),
    eq(dataVaultValues.name, name),
  );
}

/** Has the values of all stores of a project deleted later. Their keys go with the project. */
export function purgeStores(db: Database, { projectId }: { projectId: string }): Statement {
  return insertPurges(db, isKeyOf(projectId));
}

function insertPurges(db: Database, ofKeys: SQL | undefined): Statement {
  const now = Date.now();
  const { projectId, storeId, id: keyId } = dataVaultKeys;
  const values = { projectId, storeId, keyId, removedAt: now, dueAt: now };
  return insertFrom(db, dataVaultPurges, values, sql`from ${dataVaultKeys} where ${ofKeys}`);
}

/** Puts off a purge, whose values may not all be listed yet. */
export function postponePurge(db: Database, purge: PurgeRow, dueAt: number): Statement {
  return db.update(dataVaultPurges).set({ dueAt }).where(isPurge(purge));
}

export function deletePurge(db: Database, purge: PurgeRow): Statement {
  return db.delete(dataVaultPurges).where(isPurge(purge));
}

function isKeyOf(projectId: string, store?: SQL) {
  return and(eq(dataVaultKeys.projectId, projectId), store);
}

function isPurge({ projectId, storeId, keyId }: PurgeRow) {
  return and(
    eq(dataVaultPurges.projectId, projectId),
    eq(dataVaultPurges.storeId, storeId),
    eq(dataVaultPurges.keyId, keyId),
  );
}
