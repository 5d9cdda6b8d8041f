import { and, asc, eq, isNull, lt, lte, or, sql } from "drizzle-orm";
import { columnsOf, type Database, type Id, insertFrom, rowIs, type Statement } from "../../platform/database";
import { newId } from "../../platform/secrets";
import type { UserIn, UserKey } from "../keys";
import { isOutgoing, type Outgoing } from "../sealed-rows";
import { isLinkOf, type LinkKey, type OwnAccount } from "./oauth-links";
import { oauthLinks, providerTokens, users } from "./schema";

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
      rowIs(oauthLinks, {
        projectId: users.projectId,
        userId: users.id,
        providerConfigId,
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

/** Tokens of one consent in the form in which they are stored. */
export interface SealedTokens {
  scopes: readonly string[];
  sealedAccessToken: string;
  /** Says when the access token ends, in milliseconds. */
  expiresAt: number;
  /** Null when the provider gave none. */
  sealedRefreshToken: string | null;
}

/** Stores tokens with the user's link of the account; none when there is no such link by then. */
export function insertTokens(db: Database, account: OwnAccount, tokens: SealedTokens): Statement {
  const { projectId, id: linkId } = oauthLinks;
  const columns = { projectId, id: newId(), linkId, refreshingUntil: 0, createdAt: Date.now() };
  const values = { ...tokens, ...columns, scopes: [...tokens.scopes] };
  return insertFrom(db, providerTokens, values, sql`from ${oauthLinks} where ${isLinkOf(account)}`);
}

/**
 * Deletes what new tokens leave without a use, so that rows do not pile up. These are expired access tokens that nothing renews, and
 * tokens that have no scopes beyond the new ones. A refresh token gives way to another refresh token only.
 */
export function deleteSuperseded(
  db: Database,
  account: OwnAccount,
  { scopes, sealedRefreshToken }: Pick<SealedTokens, "scopes" | "sealedRefreshToken">,
): Statement {
  const link = db.select({ id: oauthLinks.id }).from(oauthLinks).where(isLinkOf(account));
  const cannotRenew = isNull(providerTokens.sealedRefreshToken);
  const isCovered = sql`not exists (
    select 1 from json_each(${providerTokens.scopes})
    where value not in (select value from json_each(${JSON.stringify(scopes)}))
  )`;
  return db
    .delete(providerTokens)
    .where(
      and(
        rowIs(providerTokens, { projectId: account.projectId, linkId: sql`(${link})` }),
        or(
          and(cannotRenew, lte(providerTokens.expiresAt, Date.now())),
          sealedRefreshToken === null ? and(cannotRenew, isCovered) : isCovered,
        ),
      ),
    );
}

/** Deletes the tokens of a link that is to become another account's. */
export function deleteTokensOf(db: Database, { projectId, linkId }: Pick<LinkKey, "projectId" | "linkId">): Statement {
  return db.delete(providerTokens).where(rowIs(providerTokens, { projectId, linkId }));
}

/** Takes an access token that the provider has refused out of use, unless it was renewed meanwhile. */
export function retireAccessToken(db: Database, { projectId, id, sealedAccessToken }: TokenRow): Statement {
  return db
    .update(providerTokens)
    .set({ expiresAt: 0 })
    .where(and(isRow({ projectId, id }), eq(providerTokens.sealedAccessToken, sealedAccessToken)));
}

/** Stores the same tokens sealed anew, unless others have taken their place. */
export function replaceTokens(
  db: Database,
  row: Pick<TokenRow, "projectId" | "id" | "sealedAccessToken" | "sealedRefreshToken">,
  set: Pick<TokenRow, "sealedAccessToken" | "sealedRefreshToken">,
): Statement {
  const { sealedAccessToken, sealedRefreshToken } = row;
  return db
    .update(providerTokens)
    .set(set)
    .where(
      and(
        isRow(row),
        eq(providerTokens.sealedAccessToken, sealedAccessToken),
        sealedRefreshToken === null
          ? isNull(providerTokens.sealedRefreshToken)
          : eq(providerTokens.sealedRefreshToken, sealedRefreshToken),
      ),
    );
}

/** Claims a refresh token until some time: of concurrent claims, one gets the row back. */
export function claimRefreshToken(db: Database, row: TokenRow, { now, until }: { now: number; until: number }) {
  return db
    .update(providerTokens)
    .set({ refreshingUntil: until })
    .where(and(holdsRefreshToken(row), lt(providerTokens.refreshingUntil, now)))
    .returning({ id: providerTokens.id });
}

/** Lets go of a refresh token that `claimRefreshToken` took, and stores what has come of it; what is left out stays. */
export function settleRefreshToken(
  db: Database,
  row: TokenRow,
  outcome: Partial<Pick<TokenRow, "sealedAccessToken" | "expiresAt" | "sealedRefreshToken">>,
) {
  return db
    .update(providerTokens)
    .set({ ...outcome, refreshingUntil: 0 })
    .where(holdsRefreshToken(row))
    .returning({ id: providerTokens.id });
}

function isRow({ projectId, id }: Pick<TokenRow, "projectId" | "id">) {
  return rowIs(providerTokens, { projectId, id });
}

/** Tells whether a row is there still, with the refresh token that it was read with. */
function holdsRefreshToken(row: TokenRow) {
  return and(isRow(row), eq(providerTokens.sealedRefreshToken, row.sealedRefreshToken ?? ""));
}
