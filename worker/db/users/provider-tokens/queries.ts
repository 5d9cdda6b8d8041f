import { asc, sql } from "drizzle-orm";
import { columnsOf, type Database, type Id, rowIs } from "../../../platform/database";
import type { UserIn, UserKey } from "../../keys";
import { isOutgoing, type Outgoing } from "../../sealed-rows";
import type { OwnAccount } from "../oauth-links";
import { oauthLinks, providerTokens, users } from "../schema";

export type TokenRow = typeof providerTokens.$inferSelect;

/** Tokens that are stored with a user's link of an account. */
export interface StoredTokens extends TokenRow {
  account: OwnAccount;
}

/** A user's accounts at one provider, by the provider's id in the project's configuration, or one of these. */
export interface Connection extends UserKey {
  providerConfigId: string;
  accountId?: string | undefined;
}

/**
 * Selects the user, their links at a provider that may be used for its API, and the tokens that are stored with those. Read the rows
 * with `readConnection`.
 */
export function selectConnection(
  db: Database,
  { projectId, userId, providerConfigId, accountId }: Omit<Connection, "projectId"> & { projectId: Id },
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
      rowIs(oauthLinks, {
        projectId: users.projectId,
        userId: users.id,
        providerConfigId,
        ...(accountId !== undefined && { accountId }),
        allowConnectedAccounts: true,
      }),
    )
    .leftJoin(providerTokens, rowIs(providerTokens, { projectId: oauthLinks.projectId, linkId: oauthLinks.id }))
    .where(rowIs(users, { projectId, id: userId }));
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
    .innerJoin(providerTokens, rowIs(providerTokens, { projectId: oauthLinks.projectId, linkId: oauthLinks.id }))
    .where(rowIs(oauthLinks, { projectId, userId, allowConnectedAccounts: true }))
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
    .innerJoin(oauthLinks, rowIs(oauthLinks, { projectId: providerTokens.projectId, id: providerTokens.linkId }))
    .where(isOutgoing(providerTokens.seal, seal))
    .limit(limit);
}
