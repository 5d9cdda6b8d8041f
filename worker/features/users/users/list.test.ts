import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { selectMemberPage } from "../../../db/memberships/list";
import { teamMemberships } from "../../../db/memberships/schema";
import { projectIdOfKey } from "../../../db/projects/internal-keys/queries";
import { teams } from "../../../db/teams/schema";
import { selectUserPage, type UserPage } from "../../../db/users/list";
import { users } from "../../../db/users/schema";
import { indexUsers } from "../../../db/users/search/search-index";
import { db, project, type TestProject } from "../../../testing/project";
import { expectError, refusals } from "../../../testing/refusals";
import { create, teamOf, unknownId } from "./users.fixtures";

const list = async (p: TestProject, query: Record<string, string> = {}) => {
  const { status, body, cost } = await p.server("GET /users", { query });
  expect(status).toBe(200);
  expect(body.is_paginated).toBe(true);
  const ids: string[] = body.items.map((item: { id: string }) => item.id);
  return { ids, next: body.pagination.next_cursor as string | null, cost, items: body.items };
};

describe("GET /users", () => {
  refusals("GET /users", ["server", "admin"]);

  it("200 pages in the order of sign-up, either way, by the id of the first user of the next page", async () => {
    const p = await project();
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.push((await create(p)).id);
    expect(await list(p)).toMatchObject({ ids, next: null });
    expect(await list(p, { limit: "2" })).toMatchObject({ ids: ids.slice(0, 2), next: ids[2] });
    expect(await list(p, { limit: "2", cursor: ids[2] ?? "" })).toMatchObject({ ids: ids.slice(2, 4), next: ids[4] });
    expect(await list(p, { limit: "2", cursor: ids[3] ?? "" })).toMatchObject({ ids: ids.slice(3), next: null });
    const newestFirst = ids.toReversed();
    expect(await list(p, { desc: "true", order_by: "signed_up_at", limit: "3" })).toMatchObject({
      ids: newestFirst.slice(0, 3),
      next: ids[1],
    });
    expect(await list(p, { desc: "true", cursor: ids[1] ?? "" })).toMatchObject({
      ids: newestFirst.slice(3),
      next: null,
    });
  });

  // Attack: page into another project's list with one of its users as the cursor.
  it("200 an empty page for an unknown cursor and for another project's user; lists never mix projects", async () => {
    const [p, other] = [await project(), await project()];
    const [mine, foreign] = [await create(p, { display_name: "Ada" }), await create(other, { display_name: "Ada" })];
    for (const cursor of [unknownId, foreign.id])
      expect(await list(p, { cursor })).toMatchObject({ ids: [], next: null });
    expect((await list(p)).ids).toEqual([mine.id]);
    expect((await list(p, { query: "ada" })).ids).toEqual([mine.id]);
    expect((await list(p, { query: foreign.id })).ids).toEqual([]);
  });

  it("200 without anonymous users, unless the query includes them", async () => {
    const p = await project();
    const [user, anonymous] = [await create(p), await create(p, { is_anonymous: true })];
    expect((await list(p)).ids).toEqual([user.id]);
    expect((await list(p, { include_anonymous: "true" })).ids).toEqual([user.id, anonymous.id]);
    expect((await list(p, { query: anonymous.id })).ids).toEqual([]);
  });

  it("200 lists the members of a team, also with a search; an empty list for an unknown team", async () => {
    const p = await project();
    const [first, second] = [await create(p, { display_name: "Ada" }), await create(p, { display_name: "Adam" })];
    const team_id = await teamOf(p, second.id);
    expect((await list(p, { team_id })).ids).toEqual([second.id]);
    expect((await list(p, { team_id, query: "ada" })).ids).toEqual([second.id]);
    expect((await list(p, { team_id: unknownId })).ids).toEqual([]);
    expect((await list(p, { query: "ada" })).ids).toEqual([first.id, second.id]);
  });

  it("200 finds names and any address by any part in any case, one or two characters by the beginning, ids exactly", async () => {
    const p = await project();
    const ada = await create(p, { display_name: "Zoë ÅNGSTRÖM-Ⅳ Straße ΟΔΟΣ", primary_email: "Zoe.Long@Example.com" });
    await p.server("POST /contact-channels", {
      body: { user_id: ada.id, type: "email", value: "second@elsewhere.test", used_for_auth: false },
    });
    await create(p, { display_name: "Grace Hopper", primary_email: "grace@other.test" });
    const found = [
      "zoë",
      "ÅNGSTRÖM",
      "ngström-iv",
      "STRASSE",
      "οδο",
      "ΟΔΟΣ",
      "οδος",
      "Z",
      "zo",
      "se",
      "zoe.long@example.com",
      "g@EXAMPLE",
      "second@elsewhere",
      ada.id,
      `"${ada.id}"`,
      `id: ${ada.id}!`.replace("id: ", " "),
    ];
    for (const query of found) expect({ query, ids: (await list(p, { query })).ids }).toEqual({ query, ids: [ada.id] });
    const missed = [
      "zoe ",
      "oë",
      "long zoë",
      "comsecond",
      "example.comsecond",
      "*",
      '"',
      "zoë OR else",
      "NEAR(a b)",
      "tokens:zoë",
      ada.id.toUpperCase(),
      ada.id.slice(0, -1),
      "x".repeat(300),
    ];
    for (const query of missed) expect({ query, ids: (await list(p, { query })).ids }).toEqual({ query, ids: [] });
    expect((await list(p, { query: "" })).ids).toHaveLength(2);
  });

  it.each([
    [{ limit: "0" }, "query.limit must be greater than or equal to 1"],
    [{ limit: "many" }, "query.limit must be a `number` type"],
    [{ limit: "1.5" }, "query.limit must be an integer"],
    [{ cursor: "first" }, "query.cursor must be a valid UUID"],
    [{ order_by: "name" }, "query.order_by must be one of the following values: signed_up_at"],
    [{ desc: "maybe" }, "query.desc must be one of the following values: true, false"],
    [{ page: "2" }, "query contains unknown properties: page"],
  ])("400 SCHEMA_ERROR for %j", async (query, complaint) => {
    const p = await project();
    const response = await p.server("GET /users", { query });
    expectError(response, 400, "SCHEMA_ERROR");
    expect(response.body.error).toContain(complaint);
  });
});

describe("the list of 10,000 users", () => {
  const size = 10_000;
  let p: TestProject;
  const teamId = crypto.randomUUID();
  const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

  beforeAll(async () => {
    p = await project();
    const numbers = sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${size})`;
    const insertUsers = sql`${numbers} select ${p.id}, '00000000-0000-4000-8000-' || printf('%012d', n),
      (select coalesce(max(ordinal), 0) from users) + n, 'Person ' || n, 'person ' || n, null, 0, n, n, ${teamId}, 0,
      null, null, null, null, 0, 0, 0, 0, 0, 0, '[]', null, null from numbers`;
    const insertMembers = sql`select project_id, ${teamId}, id, ordinal, null, null, 1 from users
      where project_id = ${p.id} and ordinal % 2 = 0`;
    await db.batch([
      db.insert(teams).values({ projectId: p.id, id: teamId, displayName: "Half", createdAt: 1 }),
      db.insert(users).select(insertUsers),
      db.insert(teamMemberships).select(insertMembers),
      indexUsers(db, eq(users.projectId, p.id)),
    ]);
  });

  it("returns 1,000 without a limit or with a larger one, and the cursor of the next page", async () => {
    const unlimited: Record<string, string>[] = [{}, { limit: "5000" }];
    for (const query of unlimited) {
      const { ids, next } = await list(p, query);
      expect(ids).toHaveLength(1_000);
      expect(next).toBe(idOf(1_001));
    }
  });

  const forms: [string, Record<string, string>][] = [
    ["in order", {}],
    ["in order, anonymous users too", { include_anonymous: "true" }],
    ["by a word of all names", { query: "person" }],
    ["by the first letter of all names", { query: "p" }],
    ["by a team", { team_id: teamId }],
  ];

  it.each(forms)(
    "costs one round trip and 400 rows for 100 %s, on the first page and the last, either way",
    async (_, form) => {
      for (const desc of ["false", "true"]) {
        const start = desc === "true" ? idOf(1) : idOf(size);
        const toEnd = { ...form, desc: desc === "true" ? "false" : "true", limit: "100", cursor: start };
        // The last page begins 99 users before the end: in the other direction it is a page that begins at the end.
        const last = (await list(p, toEnd)).ids.at(-1) ?? "";
        for (const query of [
          { ...form, desc, limit: "100" },
          { ...form, desc, limit: "100", cursor: last },
        ]) {
          const { ids, cost } = await list(p, query);
          expect(ids).toHaveLength(100);
          expect(cost.d1).toBe(1);
          expect(cost.rowsRead).toBeLessThanOrEqual(400);
        }
      }
    },
  );

  it("finds one of them by the middle of the name, reading few rows", async () => {
    const { ids, cost } = await list(p, { query: "on 9876" });
    expect(ids).toEqual([idOf(9876)]);
    expect(cost.rowsRead).toBeLessThanOrEqual(20);
  });

  const pages: [string, Omit<UserPage, "projectId" | "provenProjectId" | "limit"> & { teamId?: string }][] = [
    ["all", {}],
    ["all, from a cursor", { cursor: idOf(5_000) }],
    ["all, newest first", { descending: true, cursor: idOf(5_000) }],
    ["all, anonymous users too", { includeAnonymous: true, cursor: idOf(5_000) }],
    ["a team", { teamId }],
    ["a team, newest first", { teamId, descending: true, cursor: idOf(5_000) }],
    ["a search", { query: "person" }],
    ["a search, newest first", { query: "person", descending: true, cursor: idOf(5_000) }],
    ["a search in a team", { query: "person", teamId, cursor: idOf(5_000) }],
  ];

  it.each(pages)("is planned without a full scan or a sort for %s", async (_, { teamId, ...rest }) => {
    const provenProjectId = projectIdOfKey({ projectId: p.id, tier: "server", keyHash: "x", now: Date.now() });
    const page = { projectId: p.id, provenProjectId, limit: 101, ...rest };
    const query = (teamId ? selectMemberPage(db, { ...page, teamId }) : selectUserPage(db, page)).toSQL();
    const plan = await env.DB.prepare(`explain query plan ${query.sql}`)
      .bind(...query.params)
      .all<{ detail: string }>();
    const steps = plan.results.map(({ detail }) => detail);
    expect(steps.filter((step) => /^SCAN (?!user_search VIRTUAL TABLE)|TEMP B-TREE/.test(step))).toEqual([]);
  });
});
