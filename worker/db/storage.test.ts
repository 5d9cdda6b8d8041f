import { env } from "cloudflare:workers";
import { eq, getTableColumns, getTableName, is, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../platform/database";
import { newTrace } from "../platform/trace";
import { signUpBody } from "../testing/password-sign-ins";
import { db, project } from "../testing/project";
import { d1, projectsDb, secondShard } from "../testing/shards";
import { tablesWithProjects } from "./moved-tables";
import { tablesOfProjects } from "./project-rows";
import { fillTables } from "./project-rows.fixtures";
import { purgeSql } from "./purge-sql";
import * as schema from "./schema";
import { storageOf } from "./storage/storage.fixtures";
import { users } from "./users/schema";
import { indexUsers } from "./users/search/search-index";

const uuid = `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' ||
  substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`;

const browser =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";

/** The bytes that statements add to the database for each of some users, of whom `drawn` has the numbers and ids. */
async function bytesFor(count: number, statements: (projectId: string) => string[]): Promise<number> {
  const { id: projectId } = await project();
  const database = projectsDb;
  await database.batch(
    [
      "create table drawn (n integer primary key, user text, team text, other text)",
      `insert into drawn with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
       select n, ${uuid}, ${uuid}, ${uuid} from numbers`,
    ].map((statement) => database.prepare(statement)),
  );
  const before = await size(database);
  for (const statement of statements(`'${projectId}'`)) await database.prepare(statement).run();
  const own = openDatabase(database, newTrace());
  await own.batch([indexUsers(own, eq(users.projectId, projectId))]);
  const after = await size(database);
  await database.prepare("drop table drawn").run();
  return (after - before) / count;
}

async function size(database: D1Database): Promise<number> {
  return (await database.prepare("select 1").run()).meta.size_after;
}

const at = "1790000000000 + n * 1000";

/** Inserts what a user has who has signed up by password and verified the address, with one session. */
const userStatements = (projectId: string) => [
  `insert into users (project_id, id, ordinal, display_name, search_name, signed_up_at, last_active_at, primary_email,
     primary_email_verified, primary_email_auth_enabled, has_password, last_active_day, last_country)
   select ${projectId}, user, (select coalesce(max(ordinal), 0) from users) + n, 'Person ' || n, 'person ' || n, ${at}, ${at},
     'firstname.lastname' || n || '@example.com', 1, 1, 1, 20000, 'DE' from drawn`,
  `insert into contact_channels (project_id, id, user_id, type, value, is_primary, is_verified, used_for_auth, created_at)
   select ${projectId}, other, user, 'email', 'firstname.lastname' || n || '@example.com', 1, 1, 1, ${at} from drawn`,
  `insert into passwords (project_id, user_id, hash)
   select ${projectId}, user, '$scrypt$ln=15,r=8,p=1$' || hex(randomblob(11)) || '$' || hex(randomblob(22)) from drawn`,
  `insert into sessions (project_id, id, user_id, refresh_token_hash, created_at, expires_at, last_used_at,
     last_used_user_agent, authenticated_at)
   select ${projectId}, team, user, lower(hex(randomblob(32))), ${at}, ${at} + 31536000000, ${at}, '${browser}', ${at}
   from drawn`,
];

/** Their membership, with one permission, in one of the teams of twenty. */
const memberStatements = (projectId: string) => [
  `insert into teams (project_id, id, display_name, created_at)
   select ${projectId}, team, 'Team ' || n, ${at} from drawn where n % 20 = 0`,
  `insert into team_memberships (project_id, team_id, user_id, user_ordinal, created_at)
   select ${projectId}, (select team from drawn teams where teams.n = drawn.n - drawn.n % 20), user, n, ${at} from drawn
   where n >= 20`,
  `insert into team_permission_grants (project_id, team_id, user_id, permission_id)
   select project_id, team_id, user_id, 'team_member' from team_memberships where project_id = ${projectId}`,
];

describe("what is stored of a user", () => {
  // 2,241 and 3,303 when this was written: docs/decisions/0069 has what they consist of.
  it("is at most 2,500 bytes, and 3,550 as a member of a team", async () => {
    expect(await bytesFor(2_000, userStatements)).toBeLessThan(2_500);
    const asMember = (projectId: string) => [...userStatements(projectId), ...memberStatements(projectId)];
    expect(await bytesFor(2_000, asMember)).toBeLessThan(3_550);
  });

  it("is one row in each of a few tables after a sign-up by password, and no event without a webhook endpoint", async () => {
    const p = await project();
    const before = await rowsOf(p.id);
    // With settings of its own, the request is over when all that follows it is.
    const { status } = await p.client("POST /auth/password/sign-up", { body: signUpBody(), settings: {} });
    expect(status).toBe(200);
    const after = await rowsOf(p.id);
    const added = Object.entries(after).map(([table, rows]) => [table, rows - (before[table] ?? 0)] as const);
    expect(Object.fromEntries(added.filter(([, rows]) => rows > 0))).toEqual({
      users: 1,
      contact_channels: 1,
      passwords: 1,
      sessions: 1,
      verification_codes: 1,
      sent_emails: 1,
      user_counts: 1,
      daily_user_counts: 1,
      audit_events: 1,
    });
  });
});

/** Counts the rows that each table has of a project. */
async function rowsOf(projectId: string): Promise<Record<string, number>> {
  const counts = await Promise.all(
    tablesOfProjects.map(async (table) => {
      const [[row]] = await db.batch([
        db
          .select({ rows: sql<number>`count(*)`.as("rows") })
          .from(table)
          .where(sql`project_id = ${projectId}`),
      ]);
      return [getTableName(table), row?.rows ?? 0] as const;
    }),
  );
  return Object.fromEntries(counts);
}

/** Lists what is not counted of a project, and why. */
const uncounted: Record<string, string> = {
  arriving_projects: "one row, while the project is moved",
  daily_user_counts: "a row of numbers for each of 400 days",
  data_vault_purges: "outlives the project, and goes with the values that it names",
  departing_changes: "rows that are counted, named while the project is moved",
  departing_projects: "one row, while the project is moved",
  failed_email_digests: "one row",
  image_holders: "in the first database, whichever the project is in, and counted there as uses",
  image_storage: "a count itself, of images",
  image_uses: "in the first database, whichever the project is in, and counted there",
  project_moves: "one row, while the project is moved",
  project_storage: "the count itself, one row",
  provisioned_projects: "one row, in the first database",
  stripe_accounts: "one row",
  user_counts: "one row, whose countries and sign-in methods are few",
};

const byName = new Map<string, SQLiteTable>(
  Object.values(schema).flatMap((table) => (is(table, SQLiteTable) ? [[getTableName(table), table] as const] : [])),
);

/** Beside its texts, what a row is counted as. */
const bytesOfRow = 400;

const counted = tablesWithProjects().filter((name) => !(name in uncounted));

const storedColumns = (name: string) =>
  Object.values(getTableColumns(byName.get(name) as SQLiteTable)).filter((column) => !column.generated);

/** The owners of a project are those that the first database has, so that they are no part of what moves. */
const textsOf = (name: string) =>
  storedColumns(name)
    .filter((column) => column.getSQLType() === "text" && column.name !== "ownerTeamId")
    .map((column) => toSnakeCase(column.name));

/** Counts the rows of a project anew. */
async function recount(projectId: string): Promise<{ rows: number; bytes: number }> {
  const read = counted.map((name) => projectsDb.prepare(`select * from ${name} where project_id = ?`).bind(projectId));
  const tables = await projectsDb.batch<Record<string, string | null>>(read);
  const rows = tables.flatMap(({ results }, at) =>
    results.map((row) => textsOf(counted[at] ?? "").map((text) => row[text])),
  );
  const texts = rows.flat().map((text) => new TextEncoder().encode(text ?? "").length);
  // This is what lies in KV.
  const values = tables[counted.indexOf("data_vault_values")]?.results.map(({ bytes }) => Number(bytes)) ?? [];
  return {
    rows: rows.length,
    bytes: [...texts, ...values].reduce((sum, length) => sum + length, rows.length * bytesOfRow),
  };
}

const expectRecount = async (projectId: string, after: string) => {
  const { rows, bytes } = await storageOf(projectId);
  expect([after, { rows, bytes }]).toEqual([after, await recount(projectId)]);
};

describe("what a project stores", () => {
  it("is counted in every table with rows of projects, but those that are listed with the reason", async () => {
    const { results } = await env.DB.prepare(
      "select name from sqlite_master where type = 'trigger' and name like 'storage_follows_%'",
    ).all<{ name: string }>();
    const triggers = results.map(({ name }) => name.slice("storage_follows_".length)).sort();
    const expected = counted.flatMap((table) => ["new", "changed", "deleted"].map((event) => `${event}_${table}`));
    // What a project stores is not left when it is deleted itself.
    expect(triggers).toEqual(expected.filter((name) => name !== "deleted_projects").sort());
    expect(Object.keys(uncounted).filter((name) => !tablesWithProjects().includes(name))).toEqual([]);
  });

  // Evidence: storage-is-what-a-recount-gives
  it("is what counting it anew gives, whatever table a row is added to, changed in, or deleted from", async () => {
    const [{ id }, other] = [await project(), await project()];
    const before = await storageOf(other.id);
    await expectRecount(id, "nothing");
    await fillTables(id, (name) => expectRecount(id, `a new row of ${name}`));
    for (const name of counted) {
      const { primaryKeys, foreignKeys } = getTableConfig(byName.get(name) as SQLiteTable);
      const fixed = [
        ...primaryKeys.flatMap(({ columns }) => columns),
        ...foreignKeys.flatMap((key) => key.reference().columns),
      ];
      const isFixed = (text: string) =>
        text === "project_id" || fixed.some((column) => toSnakeCase(column.name) === text);
      for (const text of textsOf(name).filter((column) => !isFixed(column))) {
        // JSON, which some indexes and triggers read, with characters of more than a byte.
        const value = JSON.stringify("ü€".repeat(1 + Math.floor(Math.random() * 500)));
        const one = `select rowid from ${name} where project_id = ? limit 1`;
        await projectsDb.prepare(`update ${name} set "${text}" = ? where rowid in (${one})`).bind(value, id).run();
      }
      await expectRecount(id, `other texts of ${name}`);
    }
    for (const bytes of [1_000_000, 7]) {
      await projectsDb.prepare("update data_vault_values set bytes = ? where project_id = ?").bind(bytes, id).run();
      await expectRecount(id, `${bytes} bytes in KV`);
    }
    for (const name of tablesOfProjects.map(getTableName).filter((table) => counted.includes(table))) {
      await projectsDb.prepare(`delete from ${name} where project_id = ?`).bind(id).run();
      await expectRecount(id, `no row of ${name}`);
    }
    expect((await storageOf(id)).rows).toBe(1);
    expect(await storageOf(other.id)).toEqual(before);
  });
});

const version7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const columnsOfTheTime = new Set(["created_at", "expires_at", "removed_at", "due_at", "deleted_at", "id", "key_id"]);

/** Returns what is left of a project, without times and ids, which differ. */
async function remains(projectId: string) {
  const queries = [
    "select * from projects where project_id = ?",
    "select * from data_vault_purges where project_id = ?",
    "select * from audit_events where project_id = 'internal' and target_id = ?",
  ].map((sql) => d1.prepare(sql).bind(projectId));
  const results = await d1.batch<Record<string, unknown>>(queries);
  const text = JSON.stringify(
    results.map(({ results: rows }) =>
      rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !columnsOfTheTime.has(name)))),
    ),
  );
  return JSON.parse(text.replaceAll(projectId, "the project"));
}

async function withStore() {
  const p = await project({ "dataVault.stores.tokens": {} });
  await d1
    .prepare(
      `insert into data_vault_keys (project_id, store_id, id, sealed_key, created_at) values (?1, 'tokens', 'key-' || ?1, 'sealed', 0)`,
    )
    .bind(p.id)
    .run();
  await keepRow(p.id);
  return p;
}

/** Keeps a project's row, which the task that follows a deletion would delete at any moment. */
async function keepRow(projectId: string): Promise<void> {
  const trigger = `keeps_${projectId.replaceAll("-", "")}`;
  await d1
    .prepare(
      `create trigger ${trigger} before delete on projects when old.project_id = '${projectId}'
     begin select raise(ignore); end`,
    )
    .run();
  onTestFinished(async () => void (await d1.prepare(`drop trigger ${trigger}`).run()));
}

/** Runs it as the command does: in the project's own shard, if that is another one, and then in the first. */
async function purge(projectId: string) {
  if (secondShard) await run(secondShard, purgeSql(projectId, false));
  return (await run(env.DB, purgeSql(projectId))).at(-1)?.results;
}

const run = (database: D1Database, sql: string) =>
  database.batch<Record<string, unknown>>(sql.split("; ").map((each) => database.prepare(each)));

describe("the SQL with which operators delete a project", () => {
  it("leaves what an owner's deletion leaves, and names the system in the audit log", async () => {
    const [byOwner, byOperator] = [await withStore(), await withStore()];
    await byOwner.admin("DELETE /internal/projects/current");
    expect(await purge(byOperator.id)).toEqual([{ deleted: 1 }]);
    const [[row], purges, [event]] = await remains(byOperator.id);
    const [[expectedRow], expectedPurges, [expectedEvent]] = await remains(byOwner.id);
    expect(row).toEqual(expectedRow);
    expect(purges).toEqual(expectedPurges);
    expect(purges).toHaveLength(1);
    expect(event).toEqual({
      ...expectedEvent,
      actor_type: "system",
      actor_id: null,
      ip: null,
      country_code: null,
      user_agent: null,
    });
    const ids = d1.prepare("select id from audit_events where target_id = ?").bind(byOperator.id);
    expect((await ids.first<{ id: string }>())?.id).toMatch(version7);
  });

  it("does nothing a second time, nor for a project that is not there, nor to others", async () => {
    const [p, other] = [await withStore(), await withStore()];
    await purge(p.id);
    const left = await remains(p.id);
    for (const id of [p.id, crypto.randomUUID()]) {
      expect(await purge(id)).toEqual([{ deleted: 0 }]);
    }
    expect(await remains(p.id)).toEqual(left);
    expect((await other.admin("GET /internal/projects/current")).status).toBe(200);
  });
});
