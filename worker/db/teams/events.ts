import { sql } from "drizzle-orm";
import { type Database, rowIs, type Statement } from "../../platform/database";
import type { TeamKey } from "../keys";
import { jsonObject, recordEventsOf } from "../outbox/changes";
import { teams } from "./schema";

/** The JSON of a team on the wire, with every field. */
export const teamJson = jsonObject({
  id: teams.id,
  display_name: teams.displayName,
  profile_image_url: teams.profileImageUrl,
  client_metadata: teams.clientMetadata,
  client_read_only_metadata: teams.clientReadOnlyMetadata,
  server_metadata: teams.serverMetadata,
  created_at_millis: teams.createdAt,
});

/** Records a team as the statement finds it; nothing when the team is gone by then. */
export function recordTeam(db: Database, type: "team.created" | "team.updated", team: TeamKey): Statement {
  return recordEventsOf(db, { projectId: team.projectId, type, data: teamJson, rows: rowOf(team) });
}

/** Records that a team is deleted. It comes before the deletion. */
export function recordTeamDeletion(db: Database, team: TeamKey): Statement {
  const data = sql`json_object('id', ${teams.id})`;
  return recordEventsOf(db, { projectId: team.projectId, type: "team.deleted", data, rows: rowOf(team) });
}

function rowOf({ projectId, teamId }: TeamKey) {
  return sql`from ${teams} where ${rowIs(teams, { projectId, id: teamId })}`;
}
