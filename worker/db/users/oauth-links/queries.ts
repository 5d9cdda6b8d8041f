import { and, eq, exists, getTableColumns, type SQL, sql } from "drizzle-orm";
import { type Condition, type Database, ifFewer } from "../../../platform/database";
import type { UserIn, UserKey } from "../../keys";
import { placeIn } from "../../oldest-first";
import { oauthLinks } from "./schema";

export type OAuthLink = typeof oauthLinks.$inferSelect;

export interface LinkKey extends UserKey {
  linkId: string;
}

/** An account at a provider as one user's. There is one link of it at most. */
export interface OwnAccount extends UserKey {
  providerConfigId: string;
  accountId: string;
}

/** An account as one user's, or subselects of what it is known by. */
export type OwnAccountKey = { projectId: string } & { [Part in Exclude<keyof OwnAccount, "projectId">]: string | SQL };

/** Tells whether a link is the user's of an account. */
export function isLinkOf({ projectId, userId, providerConfigId, accountId }: OwnAccountKey) {
  return and(
    eq(oauthLinks.projectId, projectId),
    eq(oauthLinks.userId, userId),
    eq(oauthLinks.providerConfigId, providerConfigId),
    eq(oauthLinks.accountId, accountId),
  );
}

export function isLink({ projectId, userId, linkId }: LinkKey) {
  return and(eq(oauthLinks.projectId, projectId), eq(oauthLinks.id, linkId), eq(oauthLinks.userId, userId));
}

const listed = { ...getTableColumns(oauthLinks), place: placeIn(oauthLinks) };

/** A user's links, for `oldestFirst`. */
export function selectLinks(db: Database, { projectId, userId }: UserIn) {
  return db
    .select(listed)
    .from(oauthLinks)
    .where(and(eq(oauthLinks.projectId, projectId), eq(oauthLinks.userId, userId)));
}

/** The user's link of an account, whether it allows sign-in or not. */
export function selectLinkOf(db: Database, account: OwnAccountKey) {
  return db.select({ id: oauthLinks.id }).from(oauthLinks).where(isLinkOf(account));
}

/** Some of the links of the project's users, for `oldestFirst`. */
export function selectProjectLinks(db: Database, { projectId, limit }: { projectId: string; limit: number }) {
  return db.select(listed).from(oauthLinks).where(eq(oauthLinks.projectId, projectId)).limit(limit);
}

/** That a user has the account already, or fewer than so many, as a condition of the statement that links it. */
export function roomForLink(db: Database, account: OwnAccount, max: number): Condition {
  const { projectId, userId } = account;
  const ofUser = db
    .select({ one: sql`1` })
    .from(oauthLinks)
    .where(and(eq(oauthLinks.projectId, projectId), eq(oauthLinks.userId, userId)));
  return sql`(${exists(selectLinkOf(db, account))} or ${ifFewer(ofUser, max)})`;
}

export function selectLink(db: Database, link: LinkKey) {
  return db.select().from(oauthLinks).where(isLink(link));
}
