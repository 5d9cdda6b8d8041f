import { and, eq, isNull, lt, lte, or, sql } from "drizzle-orm";
import { type Database, insertFrom, rowIs, type Statement } from "../../../platform/database";
import { newId } from "../../../platform/secrets";
import { isLinkOf, type LinkKey, type OwnAccount } from "../oauth-links";
import { oauthLinks, providerTokens } from "../schema";
import type { TokenRow } from "./queries";

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
