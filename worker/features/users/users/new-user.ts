import { and, eq, sql } from "drizzle-orm";
import type { Project } from "../../../db/projects/project";
import { passwords } from "../../../db/users/passwords/schema";
import type { User } from "../../../db/users/queries";
import { type LinkedAccount, users } from "../../../db/users/schema";
import type { Database, Statement } from "../../../platform/database";
import { newId } from "../../../platform/secrets";
import type { Json } from "../../../protocol/fields";
import { signUpDefaultGrants } from "../../permissions";
import { newTeam } from "../../teams";
import { insertChannel } from "../contact-channels";
import { linkAccounts } from "../oauth-links";
import { indexUsers, searchName } from "../search";
import { recordUser } from "./events";

/** The name of a personal team whose owner had neither a name nor an address when it was made. */
export const unnamedPersonalTeam = "Personal Team";

/** What a user is made with. An address must be in normal form, a password hashed, a linked account's provider known. */
export interface NewUserFields {
  displayName?: string | null;
  profileImageUrl?: string | null;
  clientMetadata?: Json;
  clientReadOnlyMetadata?: Json;
  serverMetadata?: Json;
  primaryEmail?: string | null;
  primaryEmailVerified?: boolean;
  primaryEmailAuthEnabled?: boolean;
  passwordHash?: string | null;
  otpAuthEnabled?: boolean;
  requiresTotpMfa?: boolean;
  /** Accounts that sign the user in and whose API access the project may use. */
  oauthProviders?: LinkedAccount[];
  isAnonymous?: boolean;
}

/**
 * A new user, and the statements that make it, to be sent in one batch: row, primary address, password, linked accounts,
 * default permissions, search index, a personal team when the project gives one, and the event.
 *
 * The batch fails when somebody signs in with the address already (`isSignInEmailTaken`) or with a linked account
 * (`isSignInAccountTaken`).
 */
export function newUser(
  db: Database,
  project: Project,
  fields: NewUserFields,
): { user: User; statements: [Statement, ...Statement[]] } {
  const row = newRow(project, fields);
  const { projectId, id: userId, signedUpAt: createdAt } = row;
  const personalTeam = project.config.teams.createPersonalTeamOnSignUp
    ? newTeam(db, project, { displayName: personalTeamName(row) ?? unnamedPersonalTeam, creatorUserId: userId })
    : undefined;
  const stored = { ...row, selectedTeamId: personalTeam?.team.id ?? null };
  const statements: [Statement, ...Statement[]] = [
    db.insert(users).values({ ...stored, ordinal: sql`(select coalesce(max(ordinal), 0) + 1 from ${users})` }),
    ...(row.primaryEmail === null
      ? []
      : [
          insertChannel(db, {
            projectId,
            id: newId(),
            userId,
            type: "email",
            value: row.primaryEmail,
            isPrimary: true,
            isVerified: row.primaryEmailVerified,
            usedForAuth: row.primaryEmailAuthEnabled,
            createdAt,
          }),
        ]),
    ...(fields.passwordHash ? [db.insert(passwords).values({ projectId, userId, hash: fields.passwordHash })] : []),
    ...linkAccounts(db, { projectId, userId }, row.oauthProviders),
    ...signUpDefaultGrants(db, project, { userId }),
    indexUsers(db, and(eq(users.projectId, projectId), eq(users.id, userId))),
    ...(personalTeam?.statements ?? []),
    recordUser(db, "user.created", { projectId, userId }),
  ];
  return { user: { ...stored, selectedTeam: personalTeam?.team ?? null }, statements };
}

/** What a personal team is called after its owner; undefined when there is nothing to call it after. */
export function personalTeamName(owner: { displayName?: string | null; primaryEmail?: string | null }) {
  const name = owner.displayName || owner.primaryEmail;
  return name ? `${name}'s Team` : undefined;
}

function newRow(project: Project, fields: NewUserFields): Omit<User, "selectedTeam"> {
  const now = Date.now();
  const displayName = fields.displayName || null;
  const primaryEmail = fields.primaryEmail ?? null;
  return {
    projectId: project.id,
    id: newId(),
    displayName,
    searchName: searchName(displayName),
    profileImageUrl: fields.profileImageUrl ?? null,
    isAnonymous: fields.isAnonymous ?? false,
    signedUpAt: now,
    lastActiveAt: now,
    selectedTeamId: null,
    clientMetadata: fields.clientMetadata ?? null,
    clientReadOnlyMetadata: fields.clientReadOnlyMetadata ?? null,
    serverMetadata: fields.serverMetadata ?? null,
    primaryEmail,
    primaryEmailVerified: primaryEmail !== null && (fields.primaryEmailVerified ?? false),
    primaryEmailAuthEnabled: primaryEmail !== null && (fields.primaryEmailAuthEnabled ?? false),
    hasPassword: Boolean(fields.passwordHash),
    otpAuthEnabled: fields.otpAuthEnabled ?? false,
    passkeyAuthEnabled: false,
    requiresTotpMfa: fields.requiresTotpMfa ?? false,
    oauthProviders: fields.oauthProviders ?? [],
  };
}
