import { foreignKey, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "../schema";

/** Holds what signs a user in once in place of the authenticator app. A code that was used is not here any more. */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    projectId: text().notNull(),
    userId: text().notNull(),
    /** SHA-256 of the code in normal form. */
    codeHash: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.userId, table.codeHash] }),
    foreignKey({ columns: [table.projectId, table.userId], foreignColumns: [users.projectId, users.id] }).onDelete(
      "cascade",
    ),
  ],
);
