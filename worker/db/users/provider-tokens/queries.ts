import { and, asc, eq, sql } from "drizzle-orm";
import { columnsOf, type Database, type Id } from "../../../platform/database";
import type { UserIn, UserKey } from "../../keys";
import { isOutgoing, type Outgoing } from "../../sealed-rows";
import type { OwnAccount } from "../oauth-links/queries";
import { oauthLinks } from "../oauth-links/schema";
import { users } from "../schema";
import { providerTokens } from "./schema";

export type TokenRow = typeof providerTokens.$inferSelect;

/** Tokens that are stored with a user's link of an account. */
export interface StoredTokens extends TokenRow {
  account: OwnAccount;
}

/** A user's accounts at one provider, by the provider's id in the project's configuration. */
export interface Connection extends UserKey {
  providerConfigId: string;
}

/**
 * Selects the user, their links at a provider that may be used for its API, and the tokens that are stored with those. Read the rows
 * with `readConnection`.
 */
export function selectConnection(
  db: Database,
  { projectId, userId, providerConfigId }: Omit<Connection, "projectId"> & { projectId: Id },
) {
  return db
    .select({
      linkedId: sql<string | null>`${oauthLinks.id}`.as("linked_id"),
      accountId: sql<string>`${oauthLinks.accountId}`.as("linked_account_id"),
      tokens: columnsOf(providerTokens, "token"),
    })
    .from(users)
    .leftJoin(
      oauthLinks,
      and(
        eq(oauthLinks.projectId, users.projectId),
        eq(oauthLinks.userId, users.id),
        eq(oauthLinks.providerConfigId, providerConfigId),
        eq(oauthLinks.allowConnectedAccounts, true),
      ),
    )
    .leftJoin(
      providerTokens,
      and(eq(providerTokens.projectId, oauthLinks.projectId), eq(providerTokens.linkId, oauthLinks.id)),
    )
    .where(and(eq(users.projectId, projectId), eq(users.id, userId)));
}

/** The rows of `selectConnection`: whether there is such a user and such a link, and the tokens, those that last longest first. */
export function readConnection(connection: Connection, rows: Awaited<ReturnType<typeof selectConnection>>) {
  const tokens: StoredTokens[] = rows
    // A link without tokens comes with tokens of nulls.
    .filter((row) => row.tokens?.id)
    .map((row) => ({ ...(row.tokens as TokenRow), account: { ...connection, accountId: row.accountId } }));
  return {
    hasUser: rows.length > 0,
    isConnected: rows.some((row) => row.linkedId !== null),
    tokens: tokens.sort((a, b) => b.expiresAt - a.expiresAt),
  };
}

/** Reads what may be shown of the tokens that are stored for a user, by the link and then the oldest first. */
export function selectTokenFacts(db: Database, { projectId, userId }: UserIn) {
  return db
    .select({
      linkId: providerTokens.linkId,
      scopes: providerTokens.scopes,
      createdAt: providerTokens.createdAt,
      expiresAt: providerTokens.expiresAt,
      isRenewable: sql<number>`${providerTokens.sealedRefreshToken} is not null`.as("is_renewable"),
    })
    .from(oauthLinks)
    .innerJoin(
      providerTokens,
      and(eq(providerTokens.projectId, oauthLinks.projectId), eq(providerTokens.linkId, oauthLinks.id)),
    )
    .where(
      and(
        eq(oauthLinks.projectId, projectId),
        eq(oauthLinks.userId, userId),
        eq(oauthLinks.allowConnectedAccounts, true),
      ),
    )
    .orderBy(asc(oauthLinks.createdAt), asc(providerTokens.createdAt));
}

/** Tokens of all projects that a rotation of the root secret has to seal anew, with the account that each belongs to. */
export function selectOutgoingTokens(db: Database, { seal, limit }: Outgoing) {
  return db
    .select({
      projectId: providerTokens.projectId,
      id: providerTokens.id,
      sealedAccessToken: providerTokens.sealedAccessToken,
      sealedRefreshToken: providerTokens.sealedRefreshToken,
      userId: oauthLinks.userId,
      providerConfigId: oauthLinks.providerConfigId,
      accountId: oauthLinks.accountId,
    })
    .from(providerTokens)
    .innerJoin(
      oauthLinks,
      and(eq(oauthLinks.projectId, providerTokens.projectId), eq(oauthLinks.id, providerTokens.linkId)),
    )
    .where(isOutgoing(providerTokens.seal, seal))
    .limit(limit);
}
