import { and, type Column, eq, sql } from "drizzle-orm";
import { recordEventsOf } from "../../db/outbox/changes";
import { teams } from "../../db/teams/schema";
import type { Database, Statement } from "../../platform/database";
import type { OneTeam } from "./queries";

const json = (column: Column) => sql`json(${column})`;

/** What `toTeam` makes of a row, made by the database. */
export const teamJson = sql`json_object(
  'id', ${teams.id},
  'display_name', ${teams.displayName},
  'profile_image_url', ${teams.profileImageUrl},
  'client_metadata', ${json(teams.clientMetadata)},
  'client_read_only_metadata', ${json(teams.clientReadOnlyMetadata)},
  'server_metadata', ${json(teams.serverMetadata)},
  'created_at_millis', ${teams.createdAt}
)`;

/** Tells of a team as the statement finds it; of none, if it is gone by then. */
export function recordTeam(db: Database, type: "team.created" | "team.updated", team: OneTeam): Statement {
  return recordEventsOf(db, { projectId: team.projectId, type, data: teamJson, rows: rowOf(team) });
}

/** Tells that a team goes. It comes before the deletion. */
export function recordTeamDeletion(db: Database, team: OneTeam): Statement {
  const data = sql`json_object('id', ${teams.id})`;
  return recordEventsOf(db, { projectId: team.projectId, type: "team.deleted", data, rows: rowOf(team) });
}

function rowOf({ projectId, teamId }: OneTeam) {
  return sql`from ${teams} where ${and(eq(teams.projectId, projectId), eq(teams.id, teamId))}`;
}
