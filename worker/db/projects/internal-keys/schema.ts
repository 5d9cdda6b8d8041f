import { integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { ofProject } from "../schema";

/**
 * A set of up to three keys of a project. Keys are found by their SHA-256 and told apart by their last four characters. The
 * publishable one is on every website, so it is stored as it is too; older sets have it as a hash only.
 */
export const internalApiKeys = sqliteTable(
  "internal_api_keys",
  {
    projectId: ofProject(),
    id: text().notNull(),
    description: text().notNull(),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    manuallyRevokedAt: integer(),
    publishableClientKey: text(),
    publishableClientKeyHash: text(),
    publishableClientKeyLastFour: text(),
    secretServerKeyHash: text(),
    secretServerKeyLastFour: text(),
    superSecretAdminKeyHash: text(),
    superSecretAdminKeyLastFour: text(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    uniqueIndex("internal_api_keys_by_publishable_client_key").on(table.projectId, table.publishableClientKeyHash),
    uniqueIndex("internal_api_keys_by_secret_server_key").on(table.projectId, table.secretServerKeyHash),
    uniqueIndex("internal_api_keys_by_super_secret_admin_key").on(table.projectId, table.superSecretAdminKeyHash),
  ],
);
