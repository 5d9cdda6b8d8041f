import { and, eq, sql } from "drizzle-orm";
import { type Database, insertable, type Statement, violatesUnique } from "../../../platform/database";
import { newId } from "../../../platform/secrets";
import { type LinkedAccount, users } from "../users/schema";
import { oauthLinks } from "./schema";

interface OneUser {
  projectId: string;
  userId: string;
}

/** Links accounts to a user, each of which signs them in and lets the project use the provider's API. */
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
