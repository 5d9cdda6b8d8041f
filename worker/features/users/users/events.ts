import { and, type Column, eq, sql } from "drizzle-orm";
import { teamMemberships } from "../../../db/memberships/schema";
import { jsonBoolean, recordEventsOf } from "../../../db/outbox/changes";
import { teams } from "../../../db/teams/schema";
import { isSelectedTeam } from "../../../db/users/queries";
import { users } from "../../../db/users/schema";
import type { Database, Statement } from "../../../platform/database";
import { teamJson } from "../../teams";

interface OneUser {
  projectId: string;
  userId: string;
}

/** Tells of a user as the statement finds them; of nobody, if they are gone by then. */
export function recordUser(db: Database, type: "user.created" | "user.updated", one: OneUser): Statement {
  return recordEventsOf(db, {
    projectId: one.projectId,
    type,
    data: userJson,
    rows: sql`from ${users} left join ${teams} on ${isSelectedTeam} where ${isUser(one)}`,
  });
}

/** Tells that a user goes, and leaves their teams. It comes before the deletion. */
export function recordUserDeletion(db: Database, { projectId, userId }: OneUser): Statement[] {
  const isMembership = and(eq(teamMemberships.projectId, projectId), eq(teamMemberships.userId, userId));
  const ownTeams = sql`(
    select json_group_array(json_object('id', ${teams.id}) order by ${teams.createdAt}, ${teams.id})
    from ${teamMemberships}
    join ${teams} on ${and(eq(teams.projectId, teamMemberships.projectId), eq(teams.id, teamMemberships.teamId))}
    where ${isMembership}
  )`;
  return [
    recordEventsOf(db, {
      projectId,
      type: "team_membership.deleted",
      data: sql`json_object('team_id', ${teamMemberships.teamId}, 'user_id', ${teamMemberships.userId})`,
      rows: sql`from ${teamMemberships} where ${isMembership}`,
    }),
    recordEventsOf(db, {
      projectId,
      type: "user.deleted",
      data: sql`json_object('id', ${users.id}, 'teams', json(${ownTeams}))`,
      rows: sql`from ${users} where ${isUser({ projectId, userId })}`,
    }),
  ];
}

function isUser({ projectId, userId }: OneUser) {
  return and(eq(users.projectId, projectId), eq(users.id, userId));
}

const json = (column: Column) => sql`json(${column})`;

/** What `toUser` makes of a row, made by the database, which takes no more than 32 arguments for one function. */
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
  '$.selected_team_id', ${teams.id},
  '$.selected_team', iif(${teams.id} is null, null, ${teamJson}),
  '$.is_anonymous', ${jsonBoolean(users.isAnonymous)}
)`;
