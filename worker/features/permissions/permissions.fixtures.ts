import { and, eq, sql } from "drizzle-orm";
import { teamMemberships } from "../../db/memberships/schema";
import { projectPermissionGrants, teamPermissionGrants } from "../../db/permissions/schema";
import { teams } from "../../db/teams/schema";
import { db, type TestProject } from "../../testing/project";
import { accessToken, bareUser } from "../../testing/tokens";

/** `admin` and `editor` contain each other; `reader` is of the project; `basic` contains one that is not defined. */
export const definitions = {
  "rbac.permissions": {
    admin: { scope: "team", containedPermissionIds: { editor: true, $delete_team: true } },
    editor: { description: "May edit", scope: "team", containedPermissionIds: { admin: true, $update_team: true } },
    basic: { scope: "team", containedPermissionIds: { gone: true, reader: true, $read_members: true } },
    reader: { scope: "project", containedPermissionIds: { visitor: true, admin: true } },
    visitor: { description: "May look", scope: "project" },
  },
  "rbac.defaultPermissions": {
    teamCreator: { admin: true },
    teamMember: { basic: true, gone: true },
    signUp: { reader: true, gone: true },
  },
};

/** A user of a project, and callers that carry their token. */
export async function userOf(p: TestProject) {
  const id = await bareUser(p.id);
  return { id, ...p.as({ access_token: await accessToken(p.id, id) }) };
}

/** An anonymous user of a project, and callers that carry their token. */
export async function anonymousUserOf(p: TestProject) {
  const id = await bareUser(p.id, { isAnonymous: true });
  return { id, ...p.as({ access_token: await accessToken(p.id, id, { isAnonymous: true }) }) };
}

/** A team made without the API, with members. Ids are given where their order matters. */
export async function teamOf(p: TestProject, userIds: string[], id: string = crypto.randomUUID()): Promise<string> {
  const createdAt = Date.now();
  await db.batch([
    db.insert(teams).values({ projectId: p.id, id, displayName: "Crew", createdAt }),
    ...userIds.map((userId) =>
      db.insert(teamMemberships).values({ projectId: p.id, teamId: id, userId, userOrdinal: 1, createdAt }),
    ),
  ]);
  return id;
}

/** Grants permissions in a team without the API. */
export async function grantInTeam(p: TestProject, teamId: string, userId: string, ...permissionIds: string[]) {
  const ids = sql`json_each(${JSON.stringify(permissionIds)})`;
  const rows = sql`select ${p.id}, ${teamId}, ${userId}, value from ${ids}`;
  await db.batch([db.insert(teamPermissionGrants).select(rows)]);
}

/** Grants permissions in the project without the API. */
export async function grantInProject(p: TestProject, userId: string, ...permissionIds: string[]) {
  const ids = sql`json_each(${JSON.stringify(permissionIds)})`;
  const rows = sql`select ${p.id}, ${userId}, value from ${ids}`;
  await db.batch([db.insert(projectPermissionGrants).select(rows)]);
}

/** Reads what was granted to a user as it is stored, in all teams and in the project. */
export async function storedGrants(p: TestProject, userId: string): Promise<{ team: string[]; project: string[] }> {
  const [inTeams, inProject] = await db.batch([
    db
      .select()
      .from(teamPermissionGrants)
      .where(and(eq(teamPermissionGrants.projectId, p.id), eq(teamPermissionGrants.userId, userId))),
    db
      .select()
      .from(projectPermissionGrants)
      .where(and(eq(projectPermissionGrants.projectId, p.id), eq(projectPermissionGrants.userId, userId))),
  ]);
  return {
    team: inTeams.map(({ permissionId }) => permissionId).sort(),
    project: inProject.map(({ permissionId }) => permissionId).sort(),
  };
}
