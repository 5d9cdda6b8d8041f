import { and, eq, isNull, lte, or, sql } from "drizzle-orm";
import type { Database, Statement } from "../../../platform/database";
import { newId } from "../../../platform/secrets";
import { isLinkOf, type OwnAccount } from "../oauth-links";
import { oauthLinks } from "../oauth-links/schema";
import { providerTokens } from "./schema";

/** Tokens of one consent in the form in which they are stored. */
export interface SealedTokens {
  scopes: readonly string[];
  sealedAccessToken: string;
  /** When the access token ends, in milliseconds. */
  expiresAt: number;
  /** Null when the provider gave none. */
  sealedRefreshToken: string | null;
}

/** Stores tokens with the user's link of the account; none when there is no such link by then. */
export function insertTokens(db: Database, account: OwnAccount, tokens: SealedTokens): Statement {
  const row = db
    .select({
      projectId: oauthLinks.projectId,
      id: sql<string>`${newId()}`.as("id"),
      linkId: sql<string>`${oauthLinks.id}`.as("link_id"),
      scopes: sql<string[]>`${JSON.stringify(tokens.scopes)}`.as("scopes"),
      sealedAccessToken: sql<string>`${tokens.sealedAccessToken}`.as("sealed_access_token"),
      expiresAt: sql<number>`${tokens.expiresAt}`.as("expires_at"),
      sealedRefreshToken: sql<string | null>`${tokens.sealedRefreshToken}`.as("sealed_refresh_token"),
      refreshingUntil: sql<number>`0`.as("refreshing_until"),
      createdAt: sql<number>`${Date.now()}`.as("created_at"),
    })
    .from(oauthLinks)
    .where(isLinkOf(account));
  return db.insert(providerTokens).select(row);
}

/**
 * Deletes what new tokens leave without a use, lest rows pile up: expired access tokens that nothing renews, and tokens of
 * no other scopes than the new ones have. A refresh token gives way to another refresh token only.
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
        eq(providerTokens.projectId, account.projectId),
        eq(providerTokens.linkId, sql`(${link})`),
        or(
          and(cannotRenew, lte(providerTokens.expiresAt, Date.now())),
          sealedRefreshToken === null ? and(cannotRenew, isCovered) : isCovered,
        ),
      ),
    );
}

/** Deletes the tokens of a link that is about to be another account's. */
export function dropProviderTokens(
  db: Database,
  { projectId, linkId }: { projectId: string; linkId: string },
): Statement {
  return db
    .delete(providerTokens)
    .where(and(eq(providerTokens.projectId, projectId), eq(providerTokens.linkId, linkId)));
}
