import { foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { sealIn } from "../../sealed-rows";
import { oauthLinks } from "../oauth-links/schema";

/** Holds what a provider gave for one consent: an access token for its API, and what renews that. */
export const providerTokens = sqliteTable(
  "provider_tokens",
  {
    projectId: text().notNull(),
    id: text().notNull(),
    linkId: text().notNull(),
    /** The requested scopes. */
    scopes: text({ mode: "json" }).$type<string[]>().notNull(),
    sealedAccessToken: text().notNull(),
    /** Zero once the provider has refused the access token. */
    expiresAt: integer().notNull(),
    /** Null when the provider gave none, or has refused it. Sealed under the same root secret as the access token. */
    sealedRefreshToken: text(),
    /** Until then one request has claimed the refresh token, because some providers accept each only once. */
    refreshingUntil: integer().notNull().default(0),
    createdAt: integer().notNull(),
    seal: text().generatedAlwaysAs(sealIn("sealed_access_token")),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    foreignKey({
      columns: [table.projectId, table.linkId],
      foreignColumns: [oauthLinks.projectId, oauthLinks.id],
    }).onDelete("cascade"),
    index("provider_tokens_of_link").on(table.projectId, table.linkId, table.createdAt),
    index("provider_tokens_by_seal").on(table.seal),
  ],
);
