import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type Condition, type Database, idsIn, type Statement } from "../../platform/database";
import type { PurgeRow, StoreKeyRow } from "./queries";
import { dataVaultKeys, dataVaultPurges } from "./schema";

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

/** Has the values of all stores of a project deleted later. Their keys go with the project. */
export function purgeStores(db: Database, { projectId }: { projectId: string }): Statement {
  return insertPurges(db, isKeyOf(projectId));
}

function insertPurges(db: Database, ofKeys: SQL | undefined): Statement {
  const now = Date.now();
  const rows = db
    .select({
      projectId: dataVaultKeys.projectId,
      storeId: dataVaultKeys.storeId,
      keyId: sql<string>`${dataVaultKeys.id}`.as("key_id"),
      removedAt: sql<number>`${now}`.as("removed_at"),
      dueAt: sql<number>`${now}`.as("due_at"),
    })
    .from(dataVaultKeys)
    .where(ofKeys);
  return db.insert(dataVaultPurges).select(rows);
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
