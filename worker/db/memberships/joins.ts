import { and, eq } from "drizzle-orm";
import type { Database } from "../../platform/database";
import type { UserKey } from "../users/keys";
import { teamMemberships } from "./schema";

/** The ids of the teams that a user is a member of. */
export function teamIdsOf(db: Database, { projectId, userId }: UserKey) {
  return db
    .select({ id: teamMemberships.teamId })
    .from(teamMemberships)
    .where(and(eq(teamMemberships.projectId, projectId), eq(teamMemberships.userId, userId)));
}
