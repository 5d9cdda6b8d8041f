import { type Database, insertable, type Statement, violatesUnique } from "../../../platform/database";
import { oauthLinks } from "./schema";

export type OAuthLink = typeof oauthLinks.$inferSelect;

export function insertLinks(db: Database, links: OAuthLink[]): Statement[] {
  return insertable(links).map((some) => db.insert(oauthLinks).values(some));
}

/** Whether a write failed because an account that it allows to sign in is somebody's sign-in already. */
export function isSignInAccountTaken(error: unknown): boolean {
  return violatesUnique(error, "oauth_links.project_id, oauth_links.provider_config_id, oauth_links.account_id");
}
