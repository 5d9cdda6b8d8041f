import { and, eq, exists, getTableColumns, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import {
  type Condition,
  type Database,
  ifFewer,
  insertable,
  rowIs,
  type Statement,
  violatesNotNull,
  violatesUnique,
} from "../../platform/database";
import { newId } from "../../platform/secrets";
import type { UserIn, UserKey } from "../keys";
import { placeIn } from "../oldest-first";
import { type LinkedAccount, oauthLinks, users } from "./schema";

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
  return rowIs(oauthLinks, { projectId, userId, providerConfigId, accountId });
}

export function isLink({ projectId, userId, linkId }: LinkKey) {
  return rowIs(oauthLinks, { projectId, id: linkId, userId });
}

const listed = { ...getTableColumns(oauthLinks), place: placeIn(oauthLinks) };

/** A user's links, for `oldestFirst`. */
export function selectLinks(db: Database, { projectId, userId }: UserIn) {
  return db.select(listed).from(oauthLinks).where(rowIs(oauthLinks, { projectId, userId }));
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
  const ofUser = db.select({ one: sql`1` }).from(oauthLinks).where(rowIs(oauthLinks, { projectId, userId }));
  return sql`(${exists(selectLinkOf(db, account))} or ${ifFewer(ofUser, max)})`;
}

export function selectLink(db: Database, link: LinkKey) {
  return db.select().from(oauthLinks).where(isLink(link));
}

/** Says what can become of a link; what is undefined stays. */
export type LinkChanges = {
  [Field in "accountId" | "email" | "allowSignIn" | "allowConnectedAccounts"]?: OAuthLink[Field] | undefined;
};

/** Stores a link. It fails as `isSecondSignIn`, `isOwnAccountTaken` and `isSignInAccountTaken` recognise. */
export function insertLink(db: Database, link: OAuthLink): Statement {
  return db.insert(oauthLinks).values({ ...link, allowSignIn: allowedSignIn(db, link, link.allowSignIn) });
}

/** Changes a link and returns what has become of it. It fails as `insertLink` does. */
export function updateLink(
  db: Database,
  link: Pick<OAuthLink, "projectId" | "userId" | "id" | "providerConfigId">,
  { allowSignIn, ...changes }: LinkChanges,
) {
  return db
    .update(oauthLinks)
    .set({ ...changes, allowSignIn: allowedSignIn(db, link, allowSignIn) })
    .where(isLink({ ...link, linkId: link.id }))
    .returning();
}

/** Deletes a link; stored tokens go with it. */
export function deleteLink(db: Database, link: LinkKey) {
  return db.delete(oauthLinks).where(isLink(link)).returning({ id: oauthLinks.id });
}

/**
 * Returns whether a link allows sign-in, as requested: null, which no link may have, when another of the user's links at the
 * provider does. It is decided as the statement runs, so that of two requests at once only one succeeds. It is no index
 * because a server may create a user with several such links.
 */
function allowedSignIn<Requested extends boolean | undefined>(
  db: Database,
  { projectId, userId, providerConfigId, id }: Pick<OAuthLink, "projectId" | "userId" | "id" | "providerConfigId">,
  requested: Requested,
) {
  if (!requested) return requested;
  const other = alias(oauthLinks, "other");
  const others = db
    .select({ id: other.id })
    .from(other)
    .where(and(rowIs(other, { projectId, userId, providerConfigId, allowSignIn: true }), ne(other.id, id)));
  return sql<boolean>`case when ${exists(others)} then null else 1 end`;
}

/** Deletes all links of a user. */
export function deleteLinksOf(db: Database, { projectId, userId }: UserKey): Statement {
  return db.delete(oauthLinks).where(rowIs(oauthLinks, { projectId, userId }));
}

/** Links accounts to a new user, each of which signs them in and lets the project use the provider's API. */
export function linkAccounts(db: Database, user: UserKey, accounts: readonly LinkedAccount[]): Statement[] {
  const createdAt = Date.now();
  const links = accounts.map(({ id, account_id, email }) => ({
    ...user,
    id: newId(),
    providerConfigId: id,
    accountId: account_id,
    email,
    allowSignIn: true,
    allowConnectedAccounts: true,
    createdAt,
  }));
  return insertable(oauthLinks, links).map((some) => db.insert(oauthLinks).values(some));
}

/**
 * Lets an account sign in a user who exists, and the project use the provider's API for them. It changes the user's own link of the
 * account, or else makes a new one. If the account signs in another user, the batch fails, as `isSignInAccountTaken` recognises.
 *
 * @param email the address that the provider reports; null leaves the one that the link has
 */
export function linkAccount(db: Database, { email, ...account }: OwnAccount & { email: string | null }): Statement[] {
  const permissions = { allowSignIn: true, allowConnectedAccounts: true };
  return [
    db
      .insert(oauthLinks)
      .values({ ...account, ...permissions, id: newId(), email, createdAt: Date.now() })
      .onConflictDoUpdate({
        target: [oauthLinks.projectId, oauthLinks.userId, oauthLinks.providerConfigId, oauthLinks.accountId],
        set: { ...permissions, email: email ?? undefined },
      }),
    followLinks(db, account),
  ];
}

/** Copies the linked accounts to the user's row as they are when it runs. It ends every batch that changes links. */
export function followLinks(db: Database, { projectId, userId }: UserKey): Statement {
  const accounts = sql`(
    select json_group_array(
      json_object('id', provider_config_id, 'account_id', account_id, 'email', email) order by created_at, rowid
    )
    from ${oauthLinks} where project_id = ${projectId} and user_id = ${userId}
  )`;
  return db
    .update(users)
    .set({ oauthProviders: accounts })
    .where(rowIs(users, { projectId, id: userId }));
}

/** Tells whether a write failed because another link at the provider signs the user in already. */
export function isSecondSignIn(error: unknown): boolean {
  return violatesNotNull(error, "oauth_links.allow_sign_in");
}

/** Tells whether a write failed because an account that it allows to sign in signs another user in already. */
export function isSignInAccountTaken(error: unknown): boolean {
  return violatesUnique(error, "oauth_links.project_id, oauth_links.provider_config_id, oauth_links.account_id");
}

/** Tells whether a write failed because the user has a link of the account already. */
export function isOwnAccountTaken(error: unknown): boolean {
  return violatesUnique(
    error,
    "oauth_links.project_id, oauth_links.user_id, oauth_links.provider_config_id, oauth_links.account_id",
  );
}
