import { teamMemberships } from "../db/memberships/schema";
import { teamPermissionGrants } from "../db/permissions/schema";
import { teams } from "../db/teams/schema";
import { newId } from "../platform/secrets";
import { db, internalProject } from "./project";
import { accessToken, bareUser } from "./tokens";

/**
 * An owner: a user of the internal project with a team of their own, whose admin they are, and callers that carry their
 * session.
 */
export async function owner() {
  const [userId, teamId] = [await bareUser("internal"), newId()];
  const now = Date.now();
  await db.batch([
    db.insert(teams).values({ projectId: "internal", id: teamId, displayName: "Owners", createdAt: now }),
    db.insert(teamMemberships).values({ projectId: "internal", teamId, userId, userOrdinal: 1, createdAt: now }),
    db.insert(teamPermissionGrants).values({ projectId: "internal", teamId, userId, permissionId: "team_admin" }),
  ]);
  const token = await accessToken("internal", userId);
  return { userId, teamId, token, ...internalProject().as({ access_token: token }) };
}
