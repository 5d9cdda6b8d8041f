import { and, eq, inArray, sql } from "drizzle-orm";
import { teamMemberships } from "../../../db/memberships/schema";
import { teams } from "../../../db/teams/schema";
import { oauthLinks } from "../../../db/users/oauth-links/schema";
import { passkeys } from "../../../db/users/passkeys/schema";
import { passwords } from "../../../db/users/passwords/schema";
import type { User } from "../../../db/users/queries";
import { users } from "../../../db/users/schema";
import type { Database, Statement } from "../../../platform/database";
import type { Json } from "../../../protocol/fields";
import { changePrimaryEmail, endSignInByEmail, followChannels } from "../contact-channels";
import { followLinks, linkAccounts } from "../oauth-links";
import { reindexUsers, searchName } from "../search";
import { recordUser } from "./events";
import { type NewUserFields, personalTeamName, unnamedPersonalTeam } from "./new-user";

/** What is to become of a user; what is left out stays. An address must be in normal form, a password hashed. */
export interface UserChanges {
  displayName?: string | null | undefined;
  profileImageUrl?: string | null | undefined;
  clientMetadata?: Json | undefined;
  clientReadOnlyMetadata?: Json | undefined;
  serverMetadata?: Json | undefined;
  /** Deselected instead, if the user is in no such team by then. */
  selectedTeamId?: string | null | undefined;
  /** Null deletes the primary channel. */
  primaryEmail?: string | null | undefined;
  primaryEmailVerified?: boolean | undefined;
  primaryEmailAuthEnabled?: boolean | undefined;
  /** Null removes the password. */
  passwordHash?: string | null | undefined;
  otpAuthEnabled?: boolean | undefined;
  /** Removes all passkeys. */
  passkeyAuthEnabled?: false | undefined;
  requiresTotpMfa?: boolean | undefined;
  /** Makes an anonymous user a known one, whose unnamed personal team is called after the name or address given here. */
  isAnonymous?: false | undefined;
}

interface OneUser {
  projectId: string;
  userId: string;
}

/**
 * The statements that change a user, to be sent in one batch. It fails as `isSignInEmailTaken` tells. A user who is gone
 * by then breaks a foreign key or is not changed.
 */
export function changeUser(db: Database, user: OneUser, changes: UserChanges): Statement[] {
  const { projectId, userId } = user;
  const isThisUser = and(eq(users.projectId, projectId), eq(users.id, userId));
  const columns = changedColumns(changes);
  const { selectedTeamId } = changes;
  const selection =
    selectedTeamId === undefined ? {} : { selectedTeamId: selectedTeamId && ownTeam(user, selectedTeamId) };
  const hasColumns = Object.keys({ ...columns, ...selection }).length > 0;
  const channels = changePrimaryEmail(db, user, {
    email: changes.primaryEmail,
    isVerified: changes.primaryEmailVerified,
    usedForAuth: changes.primaryEmailAuthEnabled,
  });
  const index = "displayName" in columns ? reindexUsers(db, isThisUser) : [];
  return [
    ...(hasColumns
      ? [
          db
            .update(users)
            .set({ ...columns, ...selection })
            .where(isThisUser),
        ]
      : []),
    ...changePassword(db, user, changes.passwordHash),
    ...(changes.passkeyAuthEnabled === false ? [deletePasskeys(db, user)] : []),
    ...(changes.isAnonymous === false ? namePersonalTeam(db, user, changes) : []),
    ...channels,
    ...(channels.length > 0 ? followChannels(db, user) : index),
  ];
}

/**
 * Turns an anonymous user into a known one who signed up, with the same id: what is given overwrites, and an unnamed
 * personal team gets its name. A password, sign-in addresses, passkeys and linked accounts from before stop working:
 * whoever had the anonymous user's token could set them, and must not come back in by them. The statements fail as those
 * of `newUser` do.
 */
export function upgradeAnonymousUser(
  db: Database,
  user: User,
  { oauthProviders = [], ...fields }: Omit<NewUserFields, "isAnonymous">,
): { user: User; statements: Statement[] } {
  const one = { projectId: user.projectId, userId: user.id };
  // A sign-up that knows no name, image or address says nothing of those that the user has.
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
      endSignInByEmail(db, one),
      deleteLinks(db, one),
      ...changeUser(db, one, changes),
      ...linkAccounts(db, one, oauthProviders),
      followLinks(db, one),
      recordUser(db, "user.updated", one),
    ],
  };
}

/** The columns that change, with their values. */
function changedColumns(changes: UserChanges): Partial<User> {
  const { displayName, passwordHash } = changes;
  const columns = {
    displayName: displayName === undefined ? undefined : displayName || null,
    searchName: displayName === undefined ? undefined : searchName(displayName),
    profileImageUrl: changes.profileImageUrl,
    clientMetadata: changes.clientMetadata,
    clientReadOnlyMetadata: changes.clientReadOnlyMetadata,
    serverMetadata: changes.serverMetadata,
    hasPassword: passwordHash === undefined ? undefined : passwordHash !== null,
    otpAuthEnabled: changes.otpAuthEnabled,
    passkeyAuthEnabled: changes.passkeyAuthEnabled,
    requiresTotpMfa: changes.requiresTotpMfa,
    isAnonymous: changes.isAnonymous,
  } satisfies Partial<User>;
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** The team if the user is a member of it when the statement runs, else null: a selection never outlives a membership. */
function ownTeam({ projectId, userId }: OneUser, teamId: string) {
  return sql`(
    select ${teamMemberships.teamId} from ${teamMemberships}
    where ${and(eq(teamMemberships.projectId, projectId), eq(teamMemberships.userId, userId), eq(teamMemberships.teamId, teamId))}
  )`;
}

function changePassword(db: Database, { projectId, userId }: OneUser, hash: string | null | undefined): Statement[] {
  if (hash === undefined) return [];
  if (hash === null) {
    return [db.delete(passwords).where(and(eq(passwords.projectId, projectId), eq(passwords.userId, userId)))];
  }
  return [
    db
      .insert(passwords)
      .values({ projectId, userId, hash })
      .onConflictDoUpdate({ target: [passwords.projectId, passwords.userId], set: { hash } }),
  ];
}

function deletePasskeys(db: Database, { projectId, userId }: OneUser): Statement {
  return db.delete(passkeys).where(and(eq(passkeys.projectId, projectId), eq(passkeys.userId, userId)));
}

function deleteLinks(db: Database, { projectId, userId }: OneUser): Statement {
  return db.delete(oauthLinks).where(and(eq(oauthLinks.projectId, projectId), eq(oauthLinks.userId, userId)));
}

function namePersonalTeam(db: Database, { projectId, userId }: OneUser, owner: UserChanges): Statement[] {
  const displayName = personalTeamName(owner);
  if (!displayName) return [];
  const ownTeams = db
    .select({ id: teamMemberships.teamId })
    .from(teamMemberships)
    .where(and(eq(teamMemberships.projectId, projectId), eq(teamMemberships.userId, userId)));
  return [
    db
      .update(teams)
      .set({ displayName })
      .where(
        and(eq(teams.projectId, projectId), eq(teams.displayName, unnamedPersonalTeam), inArray(teams.id, ownTeams)),
      ),
  ];
}
