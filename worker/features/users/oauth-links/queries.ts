import { and, eq, sql } from "drizzle-orm";
import { type Database, insertable, type Statement, violatesUnique } from "../../../platform/database";
import { newId } from "../../../platform/secrets";
import { type LinkedAccount, users } from "../users/schema";
import { oauthLinks } from "./schema";

interface OneUser {
  projectId: string;
  userId: string;
}

/** An account at a provider as one user's. There is one link of it at most. */
export interface OwnAccount extends OneUser {
  providerConfigId: string;
  accountId: string;
}

/** Whether a link is the user's of an account. */
export function isLinkOf({ projectId, userId, providerConfigId, accountId }: OwnAccount) {
  return and(
    eq(oauthLinks.projectId, projectId),
    eq(oauthLinks.userId, userId),
    eq(oauthLinks.providerConfigId, providerConfigId),
    eq(oauthLinks.accountId, accountId),
  );
}

/** Links accounts to a new user, each of which signs them in and lets the project use the provider's API. */
export function linkAccounts(db: Database, user: OneUser, accounts: readonly LinkedAccount[]): Statement[] {
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
 * Lets an account sign a user in who exists, and the project use the provider's API for them: by the user's own link of
 * the account, or else by a new one. The batch fails as `isSignInAccountTaken` tells.
 *
 * @param email the address that the provider knows; null leaves the one that the link has
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
export function followLinks(db: Database, { projectId, userId }: OneUser): Statement {
  const accounts = sql`(
    select json_group_array(
      json_object('id', provider_config_id, 'account_id', account_id, 'email', email) order by created_at, rowid
    )
    from ${oauthLinks} where project_id = ${projectId} and user_id = ${userId}
  )`;
  return db
    .update(users)
    .set({ oauthProviders: accounts })
    .where(and(eq(users.projectId, projectId), eq(users.id, userId)));
}

/** Whether a write failed because an account that it allows to sign in is somebody's sign-in already. */
export function isSignInAccountTaken(error: unknown): boolean {
  return violatesUnique(error, "oauth_links.project_id, oauth_links.provider_config_id, oauth_links.account_id");
}

/** Whether a write failed because the user has a link of the account already. */
export function isOwnAccountTaken(error: unknown): boolean {
  return violatesUnique(
    error,
    "oauth_links.project_id, oauth_links.user_id, oauth_links.provider_config_id, oauth_links.account_id",
  );
}
