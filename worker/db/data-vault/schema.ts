import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { projects } from "../projects/schema";
import { sealIn } from "../sealed-rows";

/** The keys under which the values of data vault stores are encrypted. A store gets its key with its first value. */
export const dataVaultKeys = sqliteTable(
  "data_vault_keys",
  {
    projectId: text()
      .notNull()
      .references(() => projects.projectId, { onDelete: "cascade" }),
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
    /** When the values are next looked for. */
    dueAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.storeId, table.keyId] }),
    index("data_vault_purges_by_due_time").on(table.dueAt),
  ],
);
