import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import { type Database, type Id, idsIn } from "../../platform/database";
import { isOutgoing, type Outgoing } from "../sealed-rows";
import { dataVaultKeys, dataVaultPurges, dataVaultValues } from "./schema";

export type StoreKeyRow = Pick<typeof dataVaultKeys.$inferSelect, "projectId" | "storeId" | "id" | "sealedKey">;
export type PurgeRow = typeof dataVaultPurges.$inferSelect;

export type ValueKey = Pick<typeof dataVaultValues.$inferSelect, "projectId" | "storeId" | "keyId" | "name">;

/** A value of which KV is to be looked at. */
export type DueValue = ValueKey & { writtenAt: number; dueAt: number };

/** One store of a project. */
export interface StoreId {
  projectId: string;
  storeId: string;
}

const keyColumns = {
  projectId: dataVaultKeys.projectId,
  storeId: dataVaultKeys.storeId,
  id: dataVaultKeys.id,
  sealedKey: dataVaultKeys.sealedKey,
};

/** The key of a store: a row, or nothing before the store's first value. */
export function selectStoreKey(db: Database, { projectId, storeId }: { projectId: Id; storeId: string }) {
  return db
    .select(keyColumns)
    .from(dataVaultKeys)
    .where(and(eq(dataVaultKeys.projectId, projectId), eq(dataVaultKeys.storeId, storeId)));
}

/** The keys of some stores of a project. */
export function selectStoreKeys(
  db: Database,
  { projectId, storeIds }: { projectId: string; storeIds: readonly string[] },
) {
  return db
    .select({ storeId: dataVaultKeys.storeId, id: dataVaultKeys.id })
    .from(dataVaultKeys)
    .where(and(eq(dataVaultKeys.projectId, projectId), inArray(dataVaultKeys.storeId, idsIn(storeIds))));
}

/** Keys of all projects that a rotation of the root secret has to seal anew. */
export function selectOutgoingStoreKeys(db: Database, { seal, limit }: Outgoing) {
  return db.select(keyColumns).from(dataVaultKeys).where(isOutgoing(dataVaultKeys.seal, seal)).limit(limit);
}

/** The purge that is due first, if one is due. */
export function selectDuePurge(db: Database, { now }: { now: number }) {
  return db
    .select()
    .from(dataVaultPurges)
    .where(lte(dataVaultPurges.dueAt, now))
    .orderBy(asc(dataVaultPurges.dueAt))
    .limit(1);
}

/** Values of which KV is to be looked at by now. */
export function selectDueValues(db: Database, { now, limit }: { now: number; limit: number }) {
  const { projectId, storeId, keyId, name, writtenAt, dueAt } = dataVaultValues;
  return db
    .select({ projectId, storeId, keyId, name, writtenAt, dueAt: sql<number>`${dueAt}`.as("due_at") })
    .from(dataVaultValues)
    .where(lte(dueAt, now))
    .limit(limit);
}
