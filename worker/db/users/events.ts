import { and, type Column, eq, type SQL, sql } from "drizzle-orm";
import type { Condition, Database, Statement } from "../../platform/database";
import type { UserKey } from "../keys";
import { jsonBoolean, recordEventsOf } from "../outbox/changes";
import { teamJson } from "../teams/events";
import { selectedTeam } from "./joins";
import { users } from "./schema";

const [team, isSelectedTeam] = selectedTeam;

/** Records a user as the statement finds them; nothing when they are gone by then, or a condition does not hold. */
export function recordUser(
  db: Database,
  type: "user.created" | "user.updated",
  user: UserKey,
  condition?: Condition,
): Statement {
  return recordEventsOf(db, {
    projectId: user.projectId,
    type,
    data: userJson,
    rows: rowsOf(and(isUser(user), condition)),
  });
}

/** Records that users have changed, as the statement finds them. */
export function recordUsers(db: Database, projectId: string, areUsers: SQL | undefined): Statement {
  return recordEventsOf(db, { projectId, type: "user.updated", data: userJson, rows: rowsOf(areUsers) });
}

/**
 * Records that a user is deleted. It comes before the deletion.
 *
 * @param user.teams JSON of the teams that the user leaves
 */
export function recordUserDeletion(db: Database, { teams, ...user }: UserKey & { teams: SQL }): Statement {
  return recordEventsOf(db, {
    projectId: user.projectId,
    type: "user.deleted",
    data: sql`json_object('id', ${users.id}, 'teams', json(${teams}))`,
    rows: sql`from ${users} where ${isUser(user)}`,
  });
}

function rowsOf(areUsers: SQL | undefined): SQL {
  return sql`from ${users} left join ${team} on ${isSelectedTeam} where ${areUsers}`;
}

function isUser({ projectId, userId }: UserKey) {
  return and(eq(users.projectId, projectId), eq(users.id, userId));
}

const json = (column: Column) => sql`json(${column})`;

/** The JSON of a user on the wire, with every field, made by the database, which takes 32 arguments for one function. */
const userJson = sql`json_insert(
  json_object(
    'id', ${users.id},
    'display_name', ${users.displayName},
    'primary_email', ${users.primaryEmail},
    'primary_email_verified', ${jsonBoolean(users.primaryEmailVerified)},
    'primary_email_auth_enabled', ${jsonBoolean(users.primaryEmailAuthEnabled)},
    'profile_image_url', ${users.profileImageUrl},
    'signed_up_at_millis', ${users.signedUpAt},
    'last_active_at_millis', ${users.lastActiveAt},
    'client_metadata', ${json(users.clientMetadata)},
    'client_read_only_metadata', ${json(users.clientReadOnlyMetadata)},
    'server_metadata', ${json(users.serverMetadata)},
    'has_password', ${jsonBoolean(users.hasPassword)}
  ),
  '$.otp_auth_enabled', ${jsonBoolean(users.otpAuthEnabled)},
  '$.passkey_auth_enabled', ${jsonBoolean(users.passkeyAuthEnabled)},
  '$.auth_with_email', ${jsonBoolean(sql`${users.hasPassword} or ${users.otpAuthEnabled}`)},
  '$.requires_totp_mfa', ${jsonBoolean(users.requiresTotpMfa)},
  '$.oauth_providers', ${json(users.oauthProviders)},
  '$.selected_team_id', ${team.id},
  '$.selected_team', iif(${team.id} is null, null, ${teamJson}),
  '$.is_anonymous', ${jsonBoolean(users.isAnonymous)},
  '$.restricted_at_millis', ${users.restrictedAt}
)`;
