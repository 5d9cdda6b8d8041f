import { soleTeamIdsOf } from "../../../db/memberships/joins";
import { changedColumns, deselectTeamsBut } from "../../../db/users/changes";
import { recordUser } from "../../../db/users/events";
import { followLinks, linkAccounts } from "../../../db/users/oauth-links";
import type { User } from "../../../db/users/queries";
import type { Database, Statement } from "../../../platform/database";
import { type NewUserFields, namePersonalTeam } from "./new-user";
import { startClean } from "./start-clean";

/**
 * Turns an anonymous user into one who signed up, with the same id. What is given overwrites, and an unnamed personal team gets its
 * name. Whoever held the anonymous user's token may have set up ways to sign in, and all of these are gone. So is the selection of
 * a team that others are in. The statements fail as those of `newUser` and of `startClean` do.
 */
export function upgradeAnonymousUser(
  db: Database,
  user: User,
  { oauthProviders = [], ...fields }: Omit<NewUserFields, "isAnonymous" | "requiresTotpMfa">,
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
    requiresTotpMfa: false,
    isAnonymous: false,
  } as const;
  const upgraded: User = {
    ...user,
    ...changedColumns(changes),
    credentialVersion: user.credentialVersion + 1,
    ...emailAfter(user, changes),
    primaryEmailAuthEnabled: changes.primaryEmailAuthEnabled,
    oauthProviders,
  };
  return {
    user: upgraded,
    statements: [
      ...startClean(db, user, changes),
      // As with a claim: others may have joined it by invitations of whoever held the token before.
      deselectTeamsBut(db, key, soleTeamIdsOf(db, key)),
      ...namePersonalTeam(db, key, changes),
      ...linkAccounts(db, key, oauthProviders),
      followLinks(db, key),
      recordUser(db, "user.updated", key),
    ],
  };
}

/** The primary address after the upgrade: one that was never verified goes, unless the sign-up names it. */
function emailAfter(
  user: User,
  { primaryEmail, primaryEmailVerified }: { primaryEmail?: string | undefined; primaryEmailVerified?: boolean },
): Pick<User, "primaryEmail" | "primaryEmailVerified"> {
  const isSame = primaryEmail === undefined || primaryEmail === user.primaryEmail;
  const isVerified = isSame && user.primaryEmailVerified;
  return {
    primaryEmail: primaryEmail ?? (isVerified ? user.primaryEmail : null),
    primaryEmailVerified: primaryEmailVerified ?? isVerified,
  };
}
