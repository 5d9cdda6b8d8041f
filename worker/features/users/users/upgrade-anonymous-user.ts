import { changedColumns, changeUser } from "../../../db/users/changes";
import { endSignInByEmail } from "../../../db/users/contact-channels/changes";
import { recordUser } from "../../../db/users/events";
import { deleteLinksOf, followLinks, linkAccounts } from "../../../db/users/oauth-links/changes";
import type { User } from "../../../db/users/queries";
import type { Database, Statement } from "../../../platform/database";
import type { NewUserFields } from "./new-user";
import { namePersonalTeam } from "./personal-team";

/**
 * Turns an anonymous user into a known one who signed up, with the same id: what is given overwrites, and an unnamed
 * personal team gets its name. A password, sign-in addresses, passkeys and linked accounts from before stop working:
 * anyone who held the anonymous user's token could set them, and must not sign in by them. The statements fail as those
 * of `newUser` do.
 */
export function upgradeAnonymousUser(
  db: Database,
  user: User,
  { oauthProviders = [], ...fields }: Omit<NewUserFields, "isAnonymous">,
): { user: User; statements: Statement[] } {
  const key = { projectId: user.projectId, userId: user.id };
  // A sign-up without a name, image or address leaves those that the user has.
  const changes = {
    ...fields,
    displayName: fields.displayName ?? undefined,
    profileImageUrl: fields.profileImageUrl ?? undefined,
    primaryEmail: fields.primaryEmail ?? undefined,
    primaryEmailAuthEnabled: fields.primaryEmailAuthEnabled ?? false,
    passwordHash: fields.passwordHash ?? null,
    passkeyAuthEnabled: false,
    isAnonymous: false,
  } as const;
  const isSameEmail = changes.primaryEmail === undefined || changes.primaryEmail === user.primaryEmail;
  const upgraded: User = {
    ...user,
    ...changedColumns(changes),
    primaryEmail: changes.primaryEmail ?? user.primaryEmail,
    primaryEmailVerified: changes.primaryEmailVerified ?? (isSameEmail && user.primaryEmailVerified),
    primaryEmailAuthEnabled: changes.primaryEmailAuthEnabled,
    oauthProviders,
  };
  return {
    user: upgraded,
    statements: [
      endSignInByEmail(db, key),
      deleteLinksOf(db, key),
      ...changeUser(db, key, changes),
      ...namePersonalTeam(db, key, changes),
      ...linkAccounts(db, key, oauthProviders),
      followLinks(db, key),
      recordUser(db, "user.updated", key),
    ],
  };
}
