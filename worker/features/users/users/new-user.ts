import type { UserKey } from "../../../db/keys";
import { teamIdsOf } from "../../../db/memberships/joins";
import type { Project } from "../../../db/projects/project";
import { searchName } from "../../../db/search-text";
import { renameTeams } from "../../../db/teams/changes";
import { indexNewUser, insertUser } from "../../../db/users/changes";
import { recordUser } from "../../../db/users/events";
import { linkAccounts } from "../../../db/users/oauth-links";
import { setPassword } from "../../../db/users/passwords";
import { type AssessedFields, type PlainFields, plainFields, type User } from "../../../db/users/queries";
import { addChannel } from "../../../db/users/take-email";
import type { Database, Statement } from "../../../platform/database";
import { newId } from "../../../platform/secrets";
import { signUpDefaultGrants } from "../../permissions";
import { newTeam } from "../../teams";

/** Holds what a user is created with. An address must be in normal form, a password hashed, a linked account's provider configured. */
export interface NewUserFields extends PlainFields, AssessedFields {
  /** Is given where it was made up before. */
  id?: string;
  displayName?: string | null;
  primaryEmail?: string | null;
  primaryEmailVerified?: boolean;
  primaryEmailAuthEnabled?: boolean;
  passwordHash?: string | null;
  otpAuthEnabled?: boolean;
  otpAuthSwitchedOff?: boolean;
  requiresTotpMfa?: boolean;
  /** Accounts that sign the user in and whose API access the project may use. */
  oauthProviders?: User["oauthProviders"];
  isAnonymous?: boolean;
}

/**
 * Returns a new user, and the statements that make it, to be sent in one batch. They store the row, primary address, password, linked
 * accounts, default permissions, search index and event. They also make a personal team when the project gives one.
 *
 * The batch fails when another user signs in with the address (`isSignInEmailTaken`) or with a linked account (`isSignInAccountTaken`).
 */
export function newUser(
  db: Database,
  project: Project,
  fields: NewUserFields,
): { user: User; statements: [Statement, ...Statement[]] } {
  const row = newRow(project, fields);
  const { projectId, id: userId, signedUpAt: createdAt } = row;
  const key = { projectId, userId };
  const personalTeam = project.config.teams.createPersonalTeamOnSignUp
    ? newTeam(db, project, { displayName: personalTeamName(row) ?? unnamedPersonalTeam, creatorUserId: userId })
    : undefined;
  const selectedTeam = personalTeam?.team ?? null;
  const user = { ...row, selectedTeamId: selectedTeam?.id ?? null, selectedTeam };
  const statements: [Statement, ...Statement[]] = [
    insertUser(db, user),
    ...(row.primaryEmail === null
      ? []
      : addChannel(db, {
          ...key,
          id: newId(),
          type: "email",
          value: row.primaryEmail,
          isPrimary: true,
          isVerified: row.primaryEmailVerified,
          usedForAuth: row.primaryEmailAuthEnabled,
          createdAt,
        })),
    ...(fields.passwordHash ? [setPassword(db, key, fields.passwordHash)] : []),
    ...linkAccounts(db, key, row.oauthProviders),
    ...signUpDefaultGrants(db, project, { userId }),
    indexNewUser(db, key),
    ...(personalTeam?.statements ?? []),
    recordUser(db, "user.created", key),
  ];
  return { user, statements };
}

function newRow(project: Project, fields: NewUserFields): Omit<User, "selectedTeam"> {
  const now = Date.now();
  const displayName = fields.displayName || null;
  const primaryEmail = fields.primaryEmail ?? null;
  return {
    projectId: project.id,
    id: fields.id ?? newId(),
    displayName,
    searchName: searchName(displayName),
    ...(Object.fromEntries(plainFields.map((name) => [name, fields[name] ?? null])) as Pick<User, keyof PlainFields>),
    isAnonymous: fields.isAnonymous ?? false,
    signedUpAt: now,
    lastActiveAt: now,
    selectedTeamId: null,
    credentialVersion: 0,
    suspendedAt: null,
    suspensionReason: null,
    restrictedByAdmin: fields.restrictedByAdmin ?? false,
    restrictedByAdminReason: fields.restrictedByAdminReason ?? null,
    restrictedByAdminPrivateDetails: fields.restrictedByAdminPrivateDetails ?? null,
    countryCode: fields.countryCode ?? null,
    riskScores: fields.riskScores ?? null,
    primaryEmail,
    primaryEmailVerified: primaryEmail !== null && (fields.primaryEmailVerified ?? false),
    primaryEmailAuthEnabled: primaryEmail !== null && (fields.primaryEmailAuthEnabled ?? false),
    primaryEmailProvenByEmailAlone: false,
    hasPassword: Boolean(fields.passwordHash),
    otpAuthEnabled: fields.otpAuthEnabled ?? false,
    otpAuthSwitchedOff: fields.otpAuthSwitchedOff ?? false,
    passkeyAuthEnabled: false,
    requiresTotpMfa: fields.requiresTotpMfa ?? false,
    oauthProviders: fields.oauthProviders ?? [],
  };
}

/** The name of a personal team whose owner had neither a name nor an address when it was made. */
export const unnamedPersonalTeam = "Personal Team";

/** Holds what a personal team is named after. */
interface Owner {
  displayName?: string | null | undefined;
  primaryEmail?: string | null | undefined;
}

/** The name of a personal team after its owner; undefined when they have neither a name nor an address. */
export function personalTeamName(owner: Owner): string | undefined {
  const name = owner.displayName || owner.primaryEmail;
  return name ? `${name}'s Team` : undefined;
}

/** Names a user's personal team after them, if it has no name of its own yet. */
export function namePersonalTeam(db: Database, user: UserKey, owner: Owner): Statement[] {
  const to = personalTeamName(owner);
  if (!to) return [];
  return [renameTeams(db, { projectId: user.projectId, teamIds: teamIdsOf(db, user), from: unnamedPersonalTeam, to })];
}
