import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ofProject } from "../projects/schema";
import { sealIn } from "../sealed-rows";

/** The keys under which the values of data vault stores are encrypted. A store gets its key with its first value. */
export const dataVaultKeys = sqliteTable(
  "data_vault_keys",
  {
    projectId: ofProject(),
    storeId: text().notNull(),
    /** A store that was removed and made again under its id has another key. */
    id: text().notNull(),
    sealedKey: text().notNull(),
    createdAt: integer().notNull(),
    seal: text().generatedAlwaysAs(sealIn("sealed_key")),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.storeId] }),
    index("data_vault_keys_by_seal").on(table.seal),
  ],
);

/**
 * The values of stores lie in KV, and this table has a row for each, so that they count as stored. A value never counts as less than KV
 * may have, whatever is written at once. A row is made smaller or deleted only after a look at KV.
 */
export const dataVaultValues = sqliteTable(
  "data_vault_values",
  {
    projectId: ofProject(),
    storeId: text().notNull(),
    /** That of the store's key, which may be gone. */
    keyId: text().notNull(),
    /** SHA-256 of the hashed key. */
    name: text().notNull(),
    bytes: integer().notNull().default(0),
    writtenAt: integer().notNull(),
    /** Says when KV is looked at; null where nothing is to be learned from it. */
    dueAt: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.keyId, table.name] }),
    index("data_vault_values_by_due_time").on(table.dueAt).where(sql`${table.dueAt} is not null`),
  ],
);

/**
 * Stores whose key is gone, and whose values are still to be deleted from KV. They outlive their project, so they do not
 * reference it.
 */
export const dataVaultPurges = sqliteTable(
  "data_vault_purges",
  {
    projectId: text().notNull(),
    storeId: text().notNull(),
    keyId: text().notNull(),
    removedAt: integer().notNull(),
    /** Says when the values are next looked for. */
    dueAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.storeId, table.keyId] }),
    index("data_vault_purges_by_due_time").on(table.dueAt),
  ],
);
