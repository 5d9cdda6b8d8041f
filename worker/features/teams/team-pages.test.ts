import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { memberCountUpTo } from "../../db/memberships/joins";
import { selectTeamPage } from "../../db/teams/queries";
import { teams } from "../../db/teams/schema";
import { storeMembers, storeTeams, teamId } from "../../testing/many-teams";
import { db, project, type TestProject } from "../../testing/project";
import { planOf } from "../../testing/query-plan";
import { expectError } from "../../testing/refusals";
import { countedMembers } from "./contract";

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

  it("200: those that a search finds by a part of the name in either case, taken literally, or by the id", async () => {
    const p = await project();
    const [first] = await make(p, "Analysts 100%", "Bakers", "Ana_lysts");
    const found = async (query: string) => namesIn(await p.admin(key, { query: { query } })).sort();
    expect(await found("ana")).toEqual(["Ana_lysts", "Analysts 100%"]);
    expect(await found("a_l")).toEqual(["Ana_lysts"]);
    expect(await found("0%")).toEqual(["Analysts 100%"]);
    expect(await found(String(first).toUpperCase())).toEqual(["Analysts 100%"]);
    expect(await found("nothing")).toEqual([]);
  });

  // Evidence: page-ends-before-metadata-too-heavy-2
  it("200 a page that ends before its metadata are too heavy, after which the next one begins", async () => {
    // Attack: a user who may create teams makes sixty with half a megabyte of metadata each; the owner opens the list, and the
    // isolate that reads it ends, with all requests in it.
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
