import { integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Tier } from "../../../protocol/tiers";
import { ofProject } from "../schema";

/** The last time that a key was used, from where and with what; visitors of a website are told by neither. */
export interface KeyUse {
  at: number;
  network?: string | null;
  client?: string | null;
}

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
    /** Says who made it; null for one that was made before this was stored. */
    createdBy: text({ mode: "json" }).$type<{ type: "user" | "owner" | "key" | "system"; id: string | null }>(),
    /** The id of the set that was made in its place. */
    replacedBy: text(),
    /** Holds the last use of its key of each tier, which is written about once an hour. */
    lastUses: text({ mode: "json" }).$type<Partial<Record<Tier, KeyUse>>>(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    uniqueIndex("internal_api_keys_by_publishable_client_key").on(table.projectId, table.publishableClientKeyHash),
    uniqueIndex("internal_api_keys_by_secret_server_key").on(table.projectId, table.secretServerKeyHash),
    uniqueIndex("internal_api_keys_by_super_secret_admin_key").on(table.projectId, table.superSecretAdminKeyHash),
  ],
);
