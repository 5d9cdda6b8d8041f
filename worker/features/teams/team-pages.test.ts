import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { memberCountUpTo } from "../../db/memberships/joins";
import { selectTeamPage } from "../../db/teams/queries";
import { teams } from "../../db/teams/schema";
import { storeMembers, storeTeams, teamId } from "../../testing/many-teams";
import { planOf } from "../../testing/measured-databases";
import { db, project, type TestProject } from "../../testing/project";
import { expectError, expectPlainError } from "../../testing/refusals";
import { bareUser } from "../../testing/tokens";
import { countedMembers } from "./contract";
import { join, userOf } from "./teams.fixtures";

const key = "GET /internal/teams";

const namesIn = (response: { body: { items: { display_name: string }[] } }) =>
  response.body.items.map(({ display_name }) => display_name);

/** Makes teams of these names, one after the other. */
async function make(p: TestProject, ...names: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const display_name of names) ids.push((await p.server("POST /teams", { body: { display_name } })).body.id);
  return ids;
}

describe("GET /internal/teams", () => {
  it("200: the teams of the project alone, newest first, as servers see them", async () => {
    const [p, other] = [await project(), await project()];
    await make(other, "Theirs");
    const { body } = await p.server("POST /teams", { body: { display_name: "Crew", server_metadata: { a: 1 } } });
    const response = await p.admin(key);
    expect(response.body).toEqual({
      items: [{ ...body, member_count: 0 }],
      is_paginated: true,
      pagination: { next_cursor: null },
    });
    expect(response.cost.d1).toBe(1);
  });

  it("200: each page begins where the one before ended, also with teams of the same millisecond", async () => {
    const p = await project();
    await make(p, ...Array.from({ length: 7 }, (_, index) => `Crew ${index}`));
    const all = namesIn(await p.admin(key));
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await p.admin(key, { query: { limit: "3", ...(cursor && { cursor }) } });
      paged.push(...namesIn(page));
      cursor = page.body.pagination.next_cursor;
    } while (cursor !== null);
    expect([paged, new Set(paged).size]).toEqual([all, 7]);
  });

  it("200: those that a search finds by a part of the name in either case, with accents or without, taken literally, or by the id", async () => {
    const p = await project();
    const [first] = await make(p, "Analysts 100%", "Bakers", "Ana_lysts");
    const found = async (query: string) => namesIn(await p.admin(key, { query: { query } })).sort();
    expect(await found("ana")).toEqual(["Ana_lysts", "Analysts 100%"]);
    expect(await found("a_l")).toEqual(["Ana_lysts"]);
    expect(await found("0%")).toEqual(["Analysts 100%"]);
    expect(await found(String(first).toUpperCase())).toEqual(["Analysts 100%"]);
    expect(await found("nothing")).toEqual([]);
    const [, renamed = ""] = await make(p, "José İstanbul", "Old");
    await p.server("PATCH /teams/{team_id}", { params: { team_id: renamed }, body: { display_name: "東京チーム" } });
    for (const query of ["jose", "JOSÉ", "istanbul", "i\u0307stanbul"]) {
      expect([query, await found(query)]).toEqual([query, ["José İstanbul"]]);
    }
    expect([await found("京チ"), await found("old")]).toEqual([["東京チーム"], []]);
  });

  // Evidence: page-ends-before-metadata-too-heavy-2
  it("200 a page that ends before its metadata are too heavy, after which the next one begins", async () => {
    // Attack: a user who may create teams makes sixty with half a megabyte of metadata each. The owner opens the list. The isolate that
    // reads it ends, with all requests in it.
    const p = await project();
    await make(p, ...Array.from({ length: 10 }, (_, index) => `Crew ${index}`));
    const clientMetadata = sql`${JSON.stringify("x".repeat(511_000))}`;
    await db.batch([db.update(teams).set({ clientMetadata }).where(eq(teams.projectId, p.id))]);
    const paged: string[][] = [];
    let cursor: string | null = null;
    do {
      const page = await p.admin(key, { query: { ...(cursor && { cursor }) } });
      expect(page.body.items[0].client_metadata).toHaveLength(511_000);
      expect(page.cost.d1).toBe(2);
      paged.push(namesIn(page));
      cursor = page.body.pagination.next_cursor;
    } while (cursor !== null);
    expect(paged.map(({ length }) => length)).toEqual([7, 3]);
    const light = await p.admin(key, { query: { omit_metadata: "true" } });
    expect(namesIn(light)).toEqual(paged.flat());
    expect([light.body.items[0].client_metadata, light.body.pagination.next_cursor, light.cost.d1]).toEqual([
      null,
      null,
      1,
    ]);
  });

  it("200: one page among 10,000 teams, reading no others", async () => {
    const p = await project();
    await storeTeams(p, []);
    let response = await p.admin(key, { query: { limit: "50" } });
    for (let page = 1; page <= 2; page++) {
      const query = { limit: "50", cursor: response.body.pagination.next_cursor };
      response = await p.admin(key, { query });
    }
    expect([response.body.items[0].id, response.body.items[49].id]).toEqual([teamId(9_899), teamId(9_850)]);
    expect(response.cost.rowsRead).toBeLessThan(80);
    expect(response.cost.d1).toBe(1);
    const begin = { createdAt: 5_000, id: teamId(5_000) };
    const plan = await planOf(
      selectTeamPage(db, { projectId: p.id, limit: 50, begin, memberCount: memberCountUpTo(10) }),
    );
    expect(plan).toMatch(/USING INDEX teams_in_order/);
    expect(plan).not.toMatch(/TEMP B-TREE/);
  });

  it("200 with the number of members of each team, also of those that a search finds", async () => {
    const [p, other] = [await project(), await project()];
    const [, crew = ""] = await make(p, "Empty", "Crew");
    for (let count = 0; count < 3; count++) {
      const { body: user } = await p.server("POST /users", { body: {} });
      const params = { team_id: crew, user_id: user.id };
      await p.server("POST /team-memberships/{team_id}/{user_id}", { params, body: {} });
    }
    const counts = async (of: TestProject, query = {}) =>
      (await of.admin(key, { query })).body.items.map((team: { member_count: number }) => team.member_count);
    expect(await counts(p)).toEqual([3, 0]);
    expect(await counts(p, { query: "crew" })).toEqual([3]);
    expect(await counts(other)).toEqual([]);
  });

  it("200 and reads no more members of a large team than are counted", async () => {
    const p = await project();
    const [crew = ""] = await make(p, "Crew");
    await storeMembers(p, crew, 3_000);
    const response = await p.admin(key);
    expect(response.body.items[0].member_count).toBe(countedMembers);
    expect(response.cost.rowsRead).toBeLessThan(countedMembers + 50);
  });

  it("400 SCHEMA_ERROR for a limit out of range, a malformed cursor and unknown parameters", async () => {
    const p = await project();
    const refused: Record<string, string>[] = [{ limit: "0" }, { limit: "101" }, { cursor: "first" }, { desc: "true" }];
    for (const query of refused) {
      expectError(await p.admin(key, { query }), 400, "SCHEMA_ERROR");
    }
  });
});

describe("GET /teams in pages", () => {
  it("200: pages with a limit, either way, by a search and of a user; the whole list without", async () => {
    const p = await project();
    const ids = await make(p, "Ada", "Bakers", "Crew of Ada", "Drivers");
    await db.batch(ids.map((id, createdAt) => db.update(teams).set({ createdAt }).where(eq(teams.id, id))) as never);
    const user = await userOf(p);
    for (const id of ids.slice(1)) await join(p, id, user.id, []);
    const paged = async (send: TestProject["server"], query: Record<string, string>) => {
      const found: string[] = [];
      let cursor: string | null = null;
      do {
        const { body } = await send("GET /teams", { query: { ...query, ...(cursor && { cursor }) } });
        found.push(...namesIn({ body }));
        expect(body.is_paginated).toBe(true);
        cursor = body.pagination.next_cursor;
      } while (cursor !== null);
      return found.join();
    };
    for (const limit of ["1", "3", "5000"]) {
      expect(await paged(p.server, { limit, order_by: "created_at" })).toBe("Ada,Bakers,Crew of Ada,Drivers");
      expect(await paged(p.server, { limit, desc: "true" })).toBe("Drivers,Crew of Ada,Bakers,Ada");
      expect(await paged(p.server, { limit, query: "ada" })).toBe("Ada,Crew of Ada");
      expect(await paged(p.server, { limit, user_id: user.id, desc: "true" })).toBe("Drivers,Crew of Ada,Bakers");
      expect(await paged(user.client, { limit, user_id: "me", query: "ada" })).toBe("Crew of Ada");
    }
    const { body } = await p.server("GET /teams", { query: { query: "ada", desc: "true" } });
    expect([namesIn({ body }), body.is_paginated]).toEqual([["Crew of Ada", "Ada"], false]);
    expect((await p.server("GET /teams", { query: { limit: "0" } })).status).toBe(400);
  });

  it("200: a page among 10,000 teams in two round trips, reading no others", async () => {
    const p = await project();
    await storeTeams(p, []);
    const first = await p.server("GET /teams", { query: { limit: "50" } });
    const query = { limit: "50", cursor: first.body.pagination.next_cursor };
    const second = await p.server("GET /teams", { query });
    expect(second.body.items[0].id).toBe(teamId(50));
    for (const { cost } of [first, second]) expect([cost.d1, cost.rowsRead < 80]).toEqual([2, true]);
  });
});

describe("a user in 1,000 of 10,000 teams", () => {
  let p: TestProject;
  let user: Awaited<ReturnType<typeof userOf>>;
  let bystander: string;

  beforeAll(async () => {
    p = await project();
    user = await userOf(p);
    bystander = await bareUser(p.id);
    await storeTeams(p, [
      { userId: user.id, every: 10 },
      { userId: bystander, every: 1 },
    ]);
  });

  it("200: their teams, oldest first, in one round trip that reads no others", async () => {
    for (const response of [
      await user.client("GET /teams", { query: { user_id: "me" } }),
      await p.server("GET /teams", { query: { user_id: user.id } }),
    ]) {
      expect([response.body.items.length, response.cost.d1]).toEqual([1_000, 1]);
      expect(response.body.items[999].id).toBe(teamId(9_990));
      expect(response.cost.rowsRead).toBeLessThan(3_100);
    }
  });

  it("200: their profiles, with the user in each, in two round trips that read no others", async () => {
    const response = await p.server("GET /team-member-profiles", { query: { user_id: user.id } });
    expect([response.body.items.length, response.cost.d1]).toEqual([1_000, 2]);
    expect(response.body.items[999]).toMatchObject({ team_id: teamId(9_990), user: { id: user.id } });
    expect(response.cost.rowsRead).toBeLessThan(4_100);
  });

  it("200: one of their teams, its members and its invitations, at the same cost as with one team", async () => {
    await join(p, teamId(1), user.id, ["$read_members", "$invite_members"]);
    const team_id = teamId(1);
    const members = await user.client("GET /team-member-profiles", { query: { team_id } });
    expect([members.body.items.length, members.cost.d1]).toEqual([2, 2]);
    const invitations = await user.client("GET /team-invitations", { query: { team_id } });
    expect([invitations.body.items.length, invitations.cost.d1]).toEqual([0, 1]);
    const team = await user.client("GET /teams/{team_id}", { params: { team_id } });
    expect([team.status, team.cost.d1]).toEqual([200, 1]);
    for (const { cost } of [members, invitations, team]) expect(cost.rowsRead).toBeLessThan(40);
  });

  it("200: leaving one of them, and deleting it, touches no others", async () => {
    const params = { team_id: teamId(10), user_id: "me" };
    const left = await user.client("DELETE /team-memberships/{team_id}/{user_id}", { params });
    expect([left.status, left.cost.d1]).toEqual([200, 2]);
    const deleted = await p.server("DELETE /teams/{team_id}", { params: { team_id: teamId(10) } });
    expect([deleted.status, deleted.cost.d1]).toEqual([200, 2]);
    for (const { cost } of [left, deleted]) expect(cost.rowsRead).toBeLessThan(60);
  });

  it("200: all of them for a server, in the order of their creation", async () => {
    const response = await p.server("GET /teams");
    expect(response.body.items.length).toBe(9_999);
    expect(response.body.items[9_998].id).toBe(teamId(9_999));
    expect(response.cost.rowsRead).toBeLessThan(10_100);
  });

  it("400 for a server beyond 10,000 teams, reading one more than these; the teams of a user are listed all the same", async () => {
    for (let count = 0; count < 3; count++) await p.server("POST /teams", { body: { display_name: "One more" } });
    const refused = await p.server("GET /teams");
    expectPlainError(refused, 400, "The project has more than 10000 teams. Please give a user_id.");
    expect(refused.cost.rowsRead).toBeLessThan(10_020);
    expect((await p.server("GET /teams", { query: { user_id: user.id } })).status).toBe(200);
  });
});
