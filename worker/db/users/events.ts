import { and, type SQL, sql } from "drizzle-orm";
import type { Condition, Database, Statement } from "../../platform/database";
import { wireName } from "../../protocol/wire-names";
import type { UserKey } from "../keys";
import { jsonBoolean, jsonObject, recordEventsOf } from "../outbox/changes";
import { teamJson } from "../teams/events";
import { isUser, selectedTeam } from "./joins";
import { shownFields } from "./queries";
import { restrictedTypeIn } from "./restriction";
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

const restrictedType = restrictedTypeIn(users.projectId);

/** The JSON of a user on the wire, with every field. */
const userJson = jsonObject({
  id: users.id,
  ...Object.fromEntries(shownFields.map((name) => [wireName(name), users[name]])),
  signed_up_at_millis: users.signedUpAt,
  last_active_at_millis: users.lastActiveAt,
  auth_with_email: jsonBoolean(sql`${users.hasPassword} or ${users.otpAuthEnabled}`),
  selected_team_id: sql`${team.id}`,
  selected_team: sql`iif(${team.id} is null, null, ${teamJson})`,
  is_restricted: jsonBoolean(sql`${restrictedType} is not null`),
  restricted_reason: sql`(select iif(type is null, null, json_object('type', type)) from (select ${restrictedType} as type))`,
  risk_scores: sql`coalesce(json(${users.riskScores}), json_object('sign_up', json_object('bot', 0, 'free_trial_abuse', 0)))`,
  suspended_at_millis: users.suspendedAt,
});
