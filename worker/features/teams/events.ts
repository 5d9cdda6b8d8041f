import { and, type Column, eq, sql } from "drizzle-orm";
import type { Database, Statement } from "../../platform/database";
import { recordEventsOf } from "../webhooks";
import { teams } from "./schema";

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
export function recordTeam(
  db: Database,
  type: "team.created" | "team.updated",
  { projectId, teamId }: { projectId: string; teamId: string },
): Statement {
  const rows = sql`from ${teams} where ${and(eq(teams.projectId, projectId), eq(teams.id, teamId))}`;
  return recordEventsOf(db, { projectId, type, data: teamJson, rows });
}
