import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { teamMemberships } from "../../db/memberships/schema";
import { teamPermissionGrants } from "../../db/permissions/schema";
import { teams } from "../../db/teams/schema";
import { db, type TestProject } from "../../testing/project";
import { accessToken, bareUser } from "../../testing/tokens";

export const onePixel =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
export const svg = "data:image/svg+xml;base64,PHN2Zy8+";
export const onePixelUrl = expect.stringMatching(/^http:\/\/localhost:8787\/images\/[0-9a-f]{64}\.png$/);

/** Clients may create teams; the creator holds `admin`, which contains `editor`, which may change and delete. */
export const clientTeams = {
  "teams.allowClientTeamCreation": true,
  "rbac.permissions": {
    admin: { scope: "team", containedPermissionIds: { editor: true } },
    editor: { scope: "team", containedPermissionIds: { admin: true, $update_team: true, $delete_team: true } },
    basic: { scope: "team", containedPermissionIds: { $read_members: true } },
  },
  "rbac.defaultPermissions": { teamCreator: { admin: true }, teamMember: { basic: true }, signUp: {} },
};

/** A user of a project, and callers that carry their token. */
export async function userOf(p: TestProject) {
  const id = await bareUser(p.id);
  return { id, ...p.as({ access_token: await accessToken(p.id, id) }) };
}

/** A team that a server created. */
export async function teamIn(p: TestProject, body: object = {}): Promise<{ id: string; created_at_millis: number }> {
  return (await p.server("POST /teams", { body: { display_name: "Crew", ...body } })).body;
}

export async function grantsIn(teamId: string): Promise<string[]> {
  const [rows] = await db.batch([
    db.select().from(teamPermissionGrants).where(eq(teamPermissionGrants.teamId, teamId)),
  ]);
  return rows.map((row) => row.permissionId);
}

export async function membersOf(teamId: string): Promise<string[]> {
  const [rows] = await db.batch([db.select().from(teamMemberships).where(eq(teamMemberships.teamId, teamId))]);
  return rows.map((row) => row.userId);
}

export async function teamCount(p: TestProject): Promise<number> {
  const [rows] = await db.batch([db.select({ id: teams.id }).from(teams).where(eq(teams.projectId, p.id))]);
  return rows.length;
}

/** Adds a member without the API, with permissions granted directly. */
export async function join(
  p: TestProject,
  teamId: string,
  userId: string,
  permissionIds: string[] = [],
): Promise<void> {
  const member = { projectId: p.id, teamId, userId };
  await db.batch([
    db.insert(teamMemberships).values({ ...member, userOrdinal: 1, createdAt: Date.now() }),
    ...permissionIds.map((permissionId) => db.insert(teamPermissionGrants).values({ ...member, permissionId })),
  ]);
}
