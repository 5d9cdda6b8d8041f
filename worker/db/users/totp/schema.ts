import { foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { sealIn } from "../../sealed-rows";
import { users } from "../schema";

/** The secret of a user's authenticator app, sealed. */
export const totpSecrets = sqliteTable(
  "totp_secrets",
  {
    projectId: text().notNull(),
    userId: text().notNull(),
    sealedSecret: text().notNull(),
    seal: text().generatedAlwaysAs(sealIn("sealed_secret")),
    /** The newest time step whose code was accepted: none is accepted twice. */
    lastUsedStep: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.userId] }),
    foreignKey({ columns: [table.projectId, table.userId], foreignColumns: [users.projectId, users.id] }).onDelete(
      "cascade",
    ),
    index("totp_secrets_by_seal").on(table.seal),
  ],
);
