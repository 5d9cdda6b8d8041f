import { describe, expect, it } from "vitest";
import { eventsOf, keepEvents } from "../../../testing/events";
import { measuredDatabases } from "../../../testing/measured-databases";
import { project, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { d1 } from "../../../testing/shards";

/** Makes a user a member of new teams, or new users members of a team, without a request for each. */
async function insertMemberships({ id }: TestProject, count: number, of: { userId?: string; teamId?: string }) {
  const ids = Array.from({ length: count }, () => crypto.randomUUID());
  const numbered = "json_each(?2)";
  const statements = [
    of.teamId === undefined
      ? `insert into teams (project_id, id, display_name, created_at) select ?1, value, 'Team', key from ${numbered}`
      : `insert into users (project_id, id, ordinal, signed_up_at, last_active_at, last_active_day, search_name)
         select ?1, value, (select max(ordinal) from users) + 1 + key, 1, 1, 1, '' from ${numbered}`,
    `insert into team_memberships (project_id, team_id, user_id, user_ordinal, created_at)
     select ?1, coalesce(?3, value), u.id, u.ordinal, key from ${numbered}
     join users u on u.project_id = ?1 and u.id = coalesce(?4, value)`,
    `insert into team_permission_grants (project_id, team_id, user_id, permission_id)
     select ?1, coalesce(?3, value), coalesce(?4, value), 'team_member' from ${numbered}`,
  ];
  for (const statement of statements) {
    const values = [id, JSON.stringify(ids), of.teamId ?? null, of.userId ?? null];
    const used = statement.includes("?3") ? 4 : 2;
    await d1
      .prepare(statement)
      .bind(...values.slice(0, used))
      .run();
  }
  return ids;
}

const countOf = (p: TestProject, table: string) =>
  d1.prepare(`select count(*) as n from ${table} where project_id = ?`).bind(p.id).first<number>("n");

describe("deletions of what has many memberships", () => {
  // Evidence: memberships-end-in-batches
  it("end those of a user in batches, each with its events, and tell of all teams at the end", async () => {
    // Attack: a user who is in thousands of teams is deleted, so that the database of all tenants is held by one batch.
    const p = await keepEvents(await project());
    const { body: user } = await p.server("POST /users", { body: {} });
    const teamIds = await insertMemberships(p, 50, { userId: user.id });
    const before = (await eventsOf(p)).length;
    const { settings, maxTaken } = measuredDatabases(p.id, "team_memberships");
    const { status } = await p.server("DELETE /users/{user_id}", { params: { user_id: user.id }, settings });
    expect(status).toBe(200);
    const events = (await eventsOf(p)).slice(before);
    const left = teamIds.map((team_id) => ({ type: "team_membership.deleted", data: { team_id, user_id: user.id } }));
    expect(events.slice(0, -1)).toHaveLength(50);
    expect(events.slice(0, -1)).toEqual(expect.arrayContaining(left));
    const teams = teamIds.map((id) => ({ id }));
    expect(events.at(-1)).toEqual({ type: "user.deleted", data: { id: user.id, teams } });
    expect(await countOf(p, "team_memberships")).toBe(0);
    expect(maxTaken()).toBe(20);
  });

  it("end those of a team in batches, of which its own event tells", async () => {
    // Attack: a team with very many members is deleted.
    const p = await keepEvents(await project());
    await p.server("POST /users", { body: {} });
    const { body: team } = await p.server("POST /teams", { body: { display_name: "Team" } });
    await insertMemberships(p, 50, { teamId: team.id });
    const before = (await eventsOf(p)).length;
    const { settings, maxTaken } = measuredDatabases(p.id, "team_memberships");
    const { status } = await p.server("DELETE /teams/{team_id}", { params: { team_id: team.id }, settings });
    expect(status).toBe(200);
    expect((await eventsOf(p)).slice(before)).toEqual([{ type: "team.deleted", data: { id: team.id } }]);
    expect([await countOf(p, "team_memberships"), await countOf(p, "users")]).toEqual([0, 51]);
    expect(maxTaken()).toBe(20);
  });

  // Evidence: deletions-end-after-some-batches
  it.each(["user", "team"] as const)(
    "409 after a bounded number of batches of a %s; the next request goes on",
    async (kind) => {
      // Attack: what has a million memberships is deleted by requests that run for hours, as many at once as their sender likes.
      // Or each batch reads all that is left, so that one request reads fifty times as much.
      const p = await project();
      const { body: user } = await p.server("POST /users", { body: {} });
      const { body: team } = await p.server("POST /teams", { body: { display_name: "Team" } });
      await insertMemberships(p, 1_030, kind === "user" ? { userId: user.id } : { teamId: team.id });
      const remove = () =>
        kind === "user"
          ? p.server("DELETE /users/{user_id}", { params: { user_id: user.id } })
          : p.server("DELETE /teams/{team_id}", { params: { team_id: team.id } });
      const first = await remove();
      expectPlainError(first, 409, "There is more to delete than one request deletes. Please send it again.");
      expect(first.cost.rowsRead).toBeLessThan(30_000);
      expect(await countOf(p, "team_memberships")).toBe(30);
      expect((await remove()).status).toBe(200);
      expect(await countOf(p, "team_memberships")).toBe(0);
      expect((await remove()).status).toBe(404);
    },
  );

  // Evidence: keys-end-before-memberships
  it.each(["user", "team"] as const)("409 for a %s leaves none of its keys valid, whoever made them", async (kind) => {
    // Attack: a team of more members than one request takes out is deleted, or a user in as many teams. Who made a key of it is out of
    // the team, and the key goes on.
    const p = await project({ "apiKeys.enabled": { user: true, team: true } });
    const { body: user } = await p.server("POST /users", { body: {} });
    const { body: team } = await p.server("POST /teams", { body: { display_name: "Team" } });
    const isUser = kind === "user";
    const key = { description: "Key", expires_at_millis: null };
    const { body: made } = isUser
      ? await p.server("POST /user-api-keys", { body: { ...key, user_id: user.id } })
      : await p.server("POST /team-api-keys", { body: { ...key, team_id: team.id } });
    await insertMemberships(p, 1_030, isUser ? { userId: user.id } : { teamId: team.id });
    const body = { api_key: made.value };
    const check = () =>
      isUser ? p.server("POST /user-api-keys/check", { body }) : p.server("POST /team-api-keys/check", { body });
    expect((await check()).status).toBe(200);
    const { status } = isUser
      ? await p.server("DELETE /users/{user_id}", { params: { user_id: user.id } })
      : await p.server("DELETE /teams/{team_id}", { params: { team_id: team.id } });
    expect(status).toBe(409);
    if (isUser) expectError(await check(), 404, "API_KEY_NOT_FOUND");
    else expectError(await check(), 401, "API_KEY_REVOKED");
  });
});
