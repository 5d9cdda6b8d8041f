import { foreignKey, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "../schema";

/** A user's password, apart from the user's row, so that no list of users ever holds a hash. */
export const passwords = sqliteTable(
  "passwords",
  {
    projectId: text().notNull(),
    userId: text().notNull(),
    /** A PHC or Modular Crypt Format string. */
    hash: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.userId] }),
    foreignKey({ columns: [table.projectId, table.userId], foreignColumns: [users.projectId, users.id] }).onDelete(
      "cascade",
    ),
  ],
);
