import { eq } from "drizzle-orm";
import { apiKeys } from "../../db/api-keys/schema";
import type { Json } from "../../protocol/fields";
import { db, project, type TestProject } from "../../testing/project";
import { grantInTeam, teamOf } from "../permissions/permissions.fixtures";

/** A project with keys of both kinds, in which `admin` contains `keeper`, which may manage a team's keys. */
export function keyProject(override: Record<string, Json> = {}): Promise<TestProject> {
  return project({
    "apiKeys.enabled": { user: true, team: true },
    "users.allowClientUserDeletion": true,
    "rbac.permissions": {
      admin: { scope: "team", containedPermissionIds: { keeper: true } },
      keeper: { scope: "team", containedPermissionIds: { admin: true, $manage_api_keys: true } },
      basic: { scope: "team", containedPermissionIds: { $read_members: true } },
    },
    ...override,
  });
}

/** A key of a server's making, with its text as `value`. */
export async function userKey(p: TestProject, userId: string, fields: object = {}) {
  const body = { description: "Robot", expires_at_millis: null, user_id: userId, ...fields };
  return (await p.server("POST /user-api-keys", { body })).body;
}

/** A key of a server's making, with its text as `value`. */
export async function teamKey(p: TestProject, teamId: string, fields: object = {}) {
  const body = { description: "Robot", expires_at_millis: null, team_id: teamId, ...fields };
  return (await p.server("POST /team-api-keys", { body })).body;
}

/** A key as it is shown after its creation. */
export function masked({ value, ...key }: { value: string }) {
  return { ...key, value: { last_four: value.slice(-4) } };
}

/** Changes a stored key behind the API's back. */
export async function changeStored(id: string, set: Partial<typeof apiKeys.$inferInsert>): Promise<void> {
  await db.batch([db.update(apiKeys).set(set).where(eq(apiKeys.id, id))]);
}

/** A team with a member who was granted some permissions. */
export async function teamWith(p: TestProject, userId: string, ...permissionIds: string[]): Promise<string> {
  const teamId = await teamOf(p, [userId]);
  await grantInTeam(p, teamId, userId, ...permissionIds);
  return teamId;
}

/** Texts that open nothing, whatever is done with them. */
export const strangeTexts = ["", "sk_", "' or 1=1 --", "x".repeat(10_000), "\u0000"];

/** The key's text after a change of its checksum, of its secret and of its case: none of them is the key. */
export function forgeries(text: string): string[] {
  const flipped = text.at(-1) === "0" ? "1" : "0";
  return [
    text.slice(0, -1) + flipped,
    text.replace(/_./, text[3] === "0" ? "_1" : "_0"),
    text.toUpperCase(),
    `${text} `,
  ];
}
