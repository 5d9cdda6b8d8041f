import { and, eq, gt, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { selectMemberPage } from "../../../db/memberships/list";
import { teamMemberships } from "../../../db/memberships/schema";
import { projectIdOfKey } from "../../../db/projects/internal-keys/queries";
import { teams } from "../../../db/teams/schema";
import { selectUserPage, type UserPage } from "../../../db/users/list";
import { users } from "../../../db/users/schema";
import { indexUsers } from "../../../db/users/search/search-index";
import { db, project, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { d1 } from "../../../testing/shards";
import { create, google, teamOf, unknownId } from "./users.fixtures";

const list = async (p: TestProject, query: Record<string, string> = {}) => {
  const { status, body, cost } = await p.server("GET /users", { query });
  expect(status).toBe(200);
  expect(body.is_paginated).toBe(true);
  const ids: string[] = body.items.map((item: { id: string }) => item.id);
  return { ids, next: body.pagination.next_cursor as string | null, cost, items: body.items };
};

/** The ids of all pages of a list. */
async function paged(p: TestProject, query: Record<string, string>): Promise<string[]> {
  const { ids, next } = await list(p, query);
  return next === null ? ids : [...ids, ...(await paged(p, { ...query, cursor: next }))];
}

describe("GET /users", () => {
  it("200 pages in the order of sign-up, either way, from the cursor of the page before or the id of a user", async () => {
    const p = await project();
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.push((await create(p)).id);
    expect(await list(p)).toMatchObject({ ids, next: null });
    const first = await list(p, { limit: "2" });
    const second = await list(p, { limit: "2", cursor: first.next ?? "" });
    const third = await list(p, { limit: "2", cursor: second.next ?? "" });
    expect([first.ids, second.ids, third.ids, third.next]).toEqual([
      ids.slice(0, 2),
      ids.slice(2, 4),
      ids.slice(4),
      null,
    ]);
    const fourth = ids[3]?.toUpperCase() ?? "";
    expect(await list(p, { limit: "2", cursor: fourth })).toMatchObject({ ids: ids.slice(3), next: null });
    const newestFirst = ids.toReversed();
    const newest = await list(p, { desc: "true", order_by: "signed_up_at", limit: "3" });
    expect(newest.ids).toEqual(newestFirst.slice(0, 3));
    for (const cursor of [newest.next ?? "", ids[1] ?? ""]) {
      expect(await list(p, { desc: "true", cursor })).toMatchObject({ ids: newestFirst.slice(3), next: null });
    }
  });

  // Attack: page into another project's list with one of its users as the cursor.
  it("400 SCHEMA_ERROR for the id of no user and of another project's, in every order; lists never mix projects", async () => {
    const [p, other] = [await project(), await project()];
    const [mine, foreign] = [await create(p, { display_name: "Ada" }), await create(other, { display_name: "Ada" })];
    for (const cursor of [unknownId, foreign.id]) {
      for (const order_by of ["signed_up_at", "last_active_at", "display_name"]) {
        expectError(await p.server("GET /users", { query: { cursor, order_by } }), 400, "SCHEMA_ERROR");
      }
    }
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

  it("200 finds names and the addresses of the sign-in by any part in any case, one or two characters by the beginning, ids exactly", async () => {
    const p = await project();
    const ada = await create(p, { display_name: "Zoë ÅNGSTRÖM-Ⅳ Straße ΟΔΟΣ", primary_email: "Zoe.Long@Example.com" });
    const give = (value: string, used_for_auth: boolean) =>
      p.server("POST /contact-channels", { body: { user_id: ada.id, type: "email", value, used_for_auth } });
    for (const number of ["second", "third", "fourth", "fifth", "sixth"]) await give(`${number}@elsewhere.test`, true);
    await give("third@newsletter.test", false);
    await create(p, { display_name: "Grace Hopper", primary_email: "grace@other.test" });
    const found = [
      "zoë",
      "ÅNGSTRÖM",
      "ngström-iv",
      "STRASSE",
      "οδο",
      "ΟΔΟΣ",
      "οδος",
      "zoe ",
      "angstrom",
      "Z",
      "zo",
      "se",
      "zoe.long@example.com",
      "g@EXAMPLE",
      "second@elsewhere",
      "fifth@elsewhere",
      ada.id,
      `"${ada.id}"`,
      `id: ${ada.id}!`.replace("id: ", " "),
    ];
    // Words of a small team's members are compared without the index.
    const team_id = await teamOf(p, ada.id);
    for (const query of found) {
      const ids = [(await list(p, { query })).ids, (await list(p, { query, team_id })).ids];
      expect({ query, ids }).toEqual({ query, ids: [[ada.id], [ada.id]] });
    }
    const missed = [
      "oe",
      "third@newsletter",
      "zoe.long@example.net",
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
    for (const query of missed) {
      const ids = [(await list(p, { query })).ids, (await list(p, { query, team_id })).ids];
      expect({ query, ids }).toEqual({ query, ids: [[], []] });
    }
    expect((await list(p, { query: "" })).ids).toHaveLength(2);
    expect((await list(p, { query: "sixth@elsewhere" })).ids).toEqual([]);
  });

  it("200 finds two characters of East Asia anywhere in a name, and both spellings of a domain", async () => {
    const p = await project();
    const yamada = await create(p, { display_name: "山田太郎", primary_email: "taro@bücher.example" });
    await create(p, { display_name: "山本花子" });
    const team_id = await teamOf(p, yamada.id);
    for (const query of [
      "山田",
      "田太",
      "太郎",
      "田太郎",
      "taro@bücher",
      "taro@xn--bcher-kva.example",
      "o@bücher.example",
    ]) {
      const ids = [(await list(p, { query })).ids, (await list(p, { query, team_id })).ids];
      expect({ query, ids }).toEqual({ query, ids: [[yamada.id], [yamada.id]] });
    }
    for (const query of ["田郎", "郎", "郎t"]) {
      const ids = [(await list(p, { query })).ids, (await list(p, { query, team_id })).ids];
      expect({ query, ids }).toEqual({ query, ids: [[], []] });
    }
  });

  it("200 by sign-in method, provider, verification, second factor and state, also in a search and a team", async () => {
    const p = await project({ ...google, "auth.otp.allowSignIn": true });
    const none = await create(p, { display_name: "Ann" });
    const password = await create(p, { primary_email: "ann@a.test", password: "correct horse battery" });
    const otp = await create(p, { primary_email: "bob@a.test", primary_email_verified: true, otp_auth_enabled: true });
    const verified = { primary_email: "cy@a.test", primary_email_verified: true, primary_email_auth_enabled: true };
    const byAddress = await create(p, verified);
    const oauth = await create(p, { oauth_providers: [{ id: "google", account_id: "g-1", email: "g@a.test" }] });
    const anonymous = await create(p, { is_anonymous: true });
    const mfa = await create(p, { totp_secret_base64: btoa("12345678901234567890") });
    const team_id = await teamOf(p, otp.id);
    const found: [Record<string, string>, { id: string }[]][] = [
      [{ sign_in_method: "password" }, [password]],
      [{ sign_in_method: "otp" }, [otp, byAddress]],
      [{ sign_in_method: "passkey" }, []],
      [{ sign_in_method: "oauth" }, [oauth]],
      [{ oauth_provider: "google" }, [oauth]],
      [{ oauth_provider: "github" }, []],
      [{ primary_email_verified: "true" }, [otp, byAddress]],
      [{ primary_email_verified: "false" }, [none, password, oauth, mfa]],
      [{ requires_totp_mfa: "true" }, [mfa]],
      [{ is_anonymous: "true" }, [anonymous]],
      [{ is_anonymous: "false", include_anonymous: "true" }, [none, password, otp, byAddress, oauth, mfa]],
      [{ query: "ann", sign_in_method: "password" }, [password]],
      [{ team_id, sign_in_method: "otp" }, [otp]],
      [{ team_id, sign_in_method: "password" }, []],
    ];
    for (const [query, users] of found) {
      expect({ query, ids: (await list(p, query)).ids }).toEqual({ query, ids: users.map(({ id }) => id) });
    }
  });

  it("200 by the time of sign-up, both ends included, in pages either way, with anonymous users or without", async () => {
    const p = await project();
    const ids: string[] = [];
    for (let count = 0; count < 6; count++) ids.push((await create(p, { is_anonymous: count === 3 })).id);
    await db.batch(
      ids.map((id, at) =>
        db
          .update(users)
          .set({ signedUpAt: 100 * at })
          .where(eq(users.id, id)),
      ) as never,
    );
    const range = { signed_up_since_millis: "100", signed_up_until_millis: "400" };
    const of = (...numbers: number[]) => numbers.map((number) => ids[number]);
    expect((await list(p, range)).ids).toEqual(of(1, 2, 4));
    expect((await list(p, { ...range, desc: "true" })).ids).toEqual(of(4, 2, 1));
    expect((await list(p, { ...range, is_anonymous: "true" })).ids).toEqual(of(3));
    expect((await list(p, { signed_up_since_millis: "401" })).ids).toEqual(of(5));
    expect((await list(p, { signed_up_until_millis: "-1" })).ids).toEqual([]);
    for (const desc of ["false", "true"]) {
      const query = { ...range, desc, include_anonymous: "true", limit: "2" };
      const first = await list(p, query);
      const second = await list(p, { ...query, cursor: first.next ?? "" });
      expect([first.ids, second.ids, second.next]).toEqual(
        desc === "true" ? [of(4, 3), of(2, 1), null] : [of(1, 2), of(3, 4), null],
      );
    }
  });

  it("200 by activity, those who never were active last either way, also of a team", async () => {
    const p = await project();
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.push((await create(p, { is_anonymous: count === 3 })).id);
    const activity = [300, 100, 200, 250];
    await db.batch(
      activity.map((lastActiveAt, at) =>
        db
          .update(users)
          .set({ lastActiveAt, lastActiveDay: 0 })
          .where(eq(users.id, ids[at] ?? "")),
      ) as never,
    );
    const of = (...numbers: number[]) => numbers.map((number) => ids[number]);
    const { body: team } = await p.server("POST /teams", { body: { display_name: "All" } });
    await db.batch([
      db.insert(teamMemberships).select(sql`select project_id, ${team.id}, id, ordinal, null, null, 1 from users
        where project_id = ${p.id}`),
    ]);
    const orders: [Record<string, string>, (string | undefined)[]][] = [
      [{ desc: "true" }, of(0, 2, 1, 4)],
      [{ desc: "false" }, of(1, 2, 0, 4)],
      [{ desc: "true", include_anonymous: "true" }, of(0, 3, 2, 1, 4)],
      [{ include_anonymous: "true", only_anonymous: "true" }, of(3)],
    ];
    for (const [query, expected] of orders) {
      for (const [limit, ...of] of [["1"], ["2"], ["100"], ["1", team.id], ["3", team.id], ["100", team.id]]) {
        const form = { ...query, order_by: "last_active_at", limit, ...(of[0] && { team_id: of[0] }) };
        expect([form, await paged(p, form)]).toEqual([form, expected]);
      }
    }
  });

  it("200 by name in either case, equal names by sign-up, those without a name last either way, in pages", async () => {
    const p = await project();
    const names = ["bob", null, "Ada", "BOB", "Éric", null, "ada"];
    const ids: string[] = [];
    for (const display_name of names) {
      ids.push((await create(p, { display_name, is_anonymous: ids.length === 3 })).id);
    }
    const of = (...numbers: number[]) => numbers.map((number) => ids[number]);
    const orders: [Record<string, string>, (string | undefined)[]][] = [
      [{ desc: "false" }, of(2, 6, 0, 4, 1, 5)],
      [{ desc: "true" }, of(4, 0, 6, 2, 5, 1)],
      [{ include_anonymous: "true" }, of(2, 6, 0, 3, 4, 1, 5)],
      [{ include_anonymous: "true", desc: "true" }, of(4, 3, 0, 6, 2, 5, 1)],
      [{ is_anonymous: "true" }, of(3)],
    ];
    for (const [query, expected] of orders) {
      for (const limit of ["1", "2", "3", "100"]) {
        const form = { ...query, order_by: "display_name", limit };
        expect([form, await paged(p, form)]).toEqual([form, expected]);
      }
    }
  });

  it.each([
    [{ limit: "0" }, "query.limit must be greater than or equal to 1"],
    [{ limit: "many" }, "query.limit must be a `number` type"],
    [{ limit: "1.5" }, "query.limit must be an integer"],
    [{ cursor: "first" }, "query.cursor is not a cursor of this list"],
    [
      { order_by: "name" },
      "query.order_by must be one of the following values: signed_up_at, last_active_at, display_name",
    ],
    [
      { sign_in_method: "sms" },
      "query.sign_in_method must be one of the following values: password, otp, passkey, oauth",
    ],
    [
      { primary_email_verified: "yes" },
      "query.primary_email_verified must be one of the following values: true, false",
    ],
    [{ is_anonymous: "1" }, "query.is_anonymous must be one of the following values: true, false"],
    [{ signed_up_since_millis: "yesterday" }, "query.signed_up_since_millis must be a `number` type"],
    [{ order_by: "last_active_at", query: "ada" }, "query.order_by must be signed_up_at with a search"],
    [{ order_by: "display_name", query: "ada" }, "query.order_by must be signed_up_at with a search"],
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
    const insertUsers = `insert into users (project_id, id, ordinal, display_name, search_name, signed_up_at, last_active_at,
        last_active_day, selected_team_id)
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${size})
      select ?1, '00000000-0000-4000-8000-' || printf('%012d', n), (select coalesce(max(ordinal), 0) from users) + n,
        'Person ' || n, 'person ' || n, n, n, n, '${teamId}' from numbers`;
    await d1.prepare(insertUsers).bind(p.id).run();
    const insertMembers = sql`select project_id, ${teamId}, id, ordinal, null, null, 1 from users
      where project_id = ${p.id} and ordinal % 2 = 0`;
    await db.batch([
      db.insert(teams).values({ projectId: p.id, id: teamId, displayName: "Half", createdAt: 1 }),
      db.insert(teamMemberships).select(insertMembers),
      indexUsers(db, eq(users.projectId, p.id)),
    ]);
  });

  it("returns 1,000 without a limit or with a larger one, and the cursor of the next page", async () => {
    const unlimited: Record<string, string>[] = [{}, { limit: "5000" }];
    for (const query of unlimited) {
      const { ids, next } = await list(p, query);
      expect(ids).toHaveLength(1_000);
      expect((await list(p, { limit: "1", cursor: next ?? "" })).ids).toEqual([idOf(1_001)]);
    }
  });

  const forms: [string, Record<string, string>][] = [
    ["in order", {}],
    ["in order, anonymous users too", { include_anonymous: "true" }],
    ["by a word of all names", { query: "person" }],
    ["by the first letter of all names", { query: "p" }],
    ["by a team", { team_id: teamId }],
    ["by activity", { order_by: "last_active_at" }],
    ["in a range of sign-up times", { signed_up_since_millis: "1", signed_up_until_millis: String(size) }],
  ];

  it.each(forms)(
    "costs one round trip and 400 rows, or 700 in an order of two indexes, for 100 %s, on the first page and the last, either way",
    async (_, form) => {
      const maxRows = form.order_by ? 700 : 400;
      for (const desc of ["false", "true"]) {
        const start = desc === "true" ? idOf(1) : idOf(size);
        const toEnd = { ...form, desc: desc === "true" ? "false" : "true", limit: "101", cursor: start };
        // The last page begins 99 users before the end: in the other direction it is a page that begins at the end.
        const before = (await list(p, toEnd)).ids.at(-1) ?? "";
        const last = (await list(p, { ...form, desc, limit: "1", cursor: before })).next ?? "";
        for (const query of [
          { ...form, desc, limit: "100" },
          { ...form, desc, limit: "100", cursor: last },
        ]) {
          const { ids, cost } = await list(p, query);
          expect(ids).toHaveLength(100);
          expect(cost.d1).toBe(1);
          expect(cost.rowsRead).toBeLessThanOrEqual(maxRows);
        }
      }
    },
  );

  it.each([
    ["false", "false", 5_001, 400],
    ["true", "false", 6_000, 400],
    ["false", "true", 5_001, 700],
    ["true", "true", 6_000, 700],
  ] as const)(
    "begins a range of sign-up times where it begins (desc %s, include_anonymous %s)",
    async (desc, include_anonymous, first, maxRows) => {
      const range = { signed_up_since_millis: "5001", signed_up_until_millis: "6000", desc, include_anonymous };
      const { ids, next, cost } = await list(p, { ...range, limit: "100" });
      expect([ids[0], ids.length]).toEqual([idOf(first), 100]);
      const second = await list(p, { ...range, limit: "100", cursor: next ?? "" });
      expect(second.ids).toHaveLength(100);
      expect(Math.max(cost.rowsRead, second.cost.rowsRead)).toBeLessThanOrEqual(maxRows);
    },
  );

  it("begins a search in a team at the fewer of its members and the hits of the words", async () => {
    const few = [5_000, 9_999, 10_000].map(idOf);
    const small = crypto.randomUUID();
    const insertFew = sql`select project_id, ${small}, id, ordinal, null, null, 1 from users
      where project_id = ${p.id} and id in ${few}`;
    await db.batch([
      db.insert(teams).values({ projectId: p.id, id: small, displayName: "Few", createdAt: 1 }),
      db.insert(teamMemberships).select(insertFew),
    ]);
    const ofFew = await list(p, { team_id: small, query: "person", limit: "2" });
    expect([ofFew.ids, ofFew.cost.d1]).toEqual([few.slice(0, 2), 1]);
    const third = await list(p, { team_id: small, query: "person", cursor: ofFew.next ?? "" });
    expect([third.ids, third.next]).toEqual([few.slice(2), null]);
    const rare = await list(p, { team_id: teamId, query: "person 999", desc: "true" });
    const [newest] = (await list(p, { team_id: teamId, desc: "true", limit: "1" })).ids;
    const members =
      newest === idOf(size) ? [9_998, 9_996, 9_994, 9_992, 9_990] : [9_999, 9_997, 9_995, 9_993, 9_991, 999];
    expect([rare.ids, rare.cost.d1]).toEqual([members.map(idOf), 1]);
    const common = await list(p, { team_id: teamId, query: "person", limit: "100" });
    expect([common.ids.length, common.cost.d1]).toEqual([100, 1]);
    // Members and hits are counted up to 2,000 each.
    const rowsRead = [ofFew, rare, common].map(({ cost }) => cost.rowsRead);
    expect(rowsRead.map((rows, at) => rows <= ([50, 2_200, 5_000][at] ?? 0) || rows)).toEqual([true, true, true]);
  });

  it("costs the same by name wherever a page begins, and among users of whom none has a name", async () => {
    const costs = async () => {
      const rowsRead: number[] = [];
      const begins: Record<string, string>[] = [{}, { cursor: idOf(5_000) }, { cursor: idOf(9_500), desc: "true" }];
      for (const query of begins) {
        const { ids, cost } = await list(p, { ...query, order_by: "display_name", limit: "100" });
        // Where the user is whose id it is, is read first.
        expect([ids.length, cost.d1]).toEqual([100, query.cursor ? 2 : 1]);
        rowsRead.push(cost.rowsRead);
      }
      return Math.max(...rowsRead);
    };
    expect(await costs()).toBeLessThanOrEqual(700);
    await db.batch([
      db
        .update(users)
        .set({ searchName: null })
        .where(and(eq(users.projectId, p.id), gt(users.signedUpAt, size / 2))) as never,
    ]);
    expect(await costs()).toBeLessThanOrEqual(1_100);
  });

  // Attack: a server asks for pages of a huge team by activity, each of which would read all of its members.
  it("400 for the members of a large team in another order than that of sign-up, which are not read", async () => {
    const everyone = crypto.randomUUID();
    const insertAll = sql`select project_id, ${everyone}, id, ordinal, null, null, 1 from users where project_id = ${p.id}`;
    await db.batch([
      db.insert(teams).values({ projectId: p.id, id: everyone, displayName: "All", createdAt: 1 }),
      db.insert(teamMemberships).select(insertAll),
    ]);
    for (const order_by of ["last_active_at", "display_name"]) {
      const response = await p.server("GET /users", { query: { team_id: everyone, order_by, limit: "1" } });
      const text = "The team has more than 5000 members. Please list them in the order of sign-up.";
      expectPlainError(response, 400, text);
      expect(response.cost.rowsRead).toBeLessThan(10_100);
    }
    expect((await list(p, { team_id: teamId, order_by: "last_active_at", limit: "1" })).ids).toHaveLength(1);
  });

  it("finds one of them by the middle of the name, reading few rows", async () => {
    const { ids, cost } = await list(p, { query: "on 9876" });
    expect(ids).toEqual([idOf(9876)]);
    expect(cost.rowsRead).toBeLessThanOrEqual(20);
  });

  const begin = { id: idOf(5_000), ordinal: 5_000, row: 5_000, key: 5_000 };
  const pages: [string, Omit<UserPage, "projectId" | "provenProjectId" | "limit"> & { teamId?: string }][] = [
    ["all", {}],
    ["all, from a cursor", { begin }],
    ["all, newest first", { descending: true, begin }],
    ["all, anonymous users too", { includeAnonymous: true, begin }],
    ["a team", { teamId }],
    ["a team, newest first", { teamId, descending: true, begin }],
    ["a search", { query: "person" }],
    ["a search, newest first", { query: "person", descending: true, begin }],
    ["a range", { filter: { signedUpSince: 5_000 } }],
    ["a range from a cursor, newest first", { filter: { signedUpUntil: 6_000 }, begin, descending: true }],
    ["a search in a team", { query: "person", teamId, begin }],
    ["a search in a team, newest first", { query: "person", teamId, begin, descending: true }],
  ];

  it.each(pages)("is planned without a full scan or a sort for %s", async (_, { teamId, ...rest }) => {
    const provenProjectId = projectIdOfKey({ projectId: p.id, tier: "server", keyHash: "x", now: Date.now() });
    const page = { projectId: p.id, provenProjectId, limit: 101, ...rest };
    const query = (teamId ? selectMemberPage(db, { ...page, teamId, maxSorted: 1 }) : selectUserPage(db, page)).toSQL();
    const plan = await d1
      .prepare(`explain query plan ${query.sql}`)
      .bind(...query.params)
      .all<{ detail: string }>();
    const steps = plan.results.map(({ detail }) => detail);
    expect(
      steps.filter((step) =>
        /^SCAN (?!user_search VIRTUAL TABLE|CONSTANT ROW|choice|\(subquery)|TEMP B-TREE/.test(step),
      ),
    ).toEqual([]);
  });
});
