import { env } from "cloudflare:workers";
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

/** The id of one of `storeTeams`. */
export const teamId = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;

/** Stores 10,000 teams without the API, with members who are in each team or in one of `every` so many. */
export async function storeTeams(p: TestProject, members: { userId: string; every: number }[]): Promise<void> {
  const numbers = "with recursive numbers (i) as (select 0 union all select i + 1 from numbers where i < 9999)";
  const id = "'00000000-0000-4000-8000-' || printf('%012d', i)";
  const membership = `insert into team_memberships (project_id, team_id, user_id, user_ordinal, created_at) ${numbers}
    select ?, ${id}, ?, 1, i from numbers where i % ? = 0`;
  await env.DB.batch([
    env.DB.prepare(
      `insert into teams (project_id, id, display_name, created_at) ${numbers} select ?, ${id}, 'Crew ' || i, i from numbers`,
    ).bind(p.id),
    ...members.map(({ userId, every }) => env.DB.prepare(membership).bind(p.id, userId, every)),
  ]);
}
