import { readFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it } from "vitest";
import { readWorkerConfig } from "../platform/worker-config";
import { REPOSITORY } from "../platform/wrangler";
import { baseline, replacedMigrations as replaced } from "../testing/replaced-migrations";
import { commands } from "./commands";

function databaseWith(schema: readonly string[], applied: readonly string[]): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  for (const file of schema) database.exec(readFileSync(file, "utf8"));
  database.exec("create table d1_migrations (id integer primary key autoincrement, name text unique)");
  for (const name of applied) database.prepare("insert into d1_migrations (name) values (?)").run(name);
  return database;
}

/** What `sqlite_master` had of an instance on which the 38 migrations before the baseline had run, without runs of white space. */
const schemaBefore = path.join(REPOSITORY, "scripts/testing/before-baseline.sql");

function oldDatabase(applied: readonly string[] = replaced): DatabaseSync {
  const database = databaseWith([schemaBefore], applied);
  database.exec("insert into projects (project_id, display_name, created_at) values ('p', 'Acme', 0)");
  return database;
}

const journalOf = (database: DatabaseSync) =>
  database
    .prepare("select name from d1_migrations order by id")
    .all()
    .map(({ name }) => name);

const namesOfBindings = ["DB", "DB_1"];

/** Runs the command on local databases, one for each shard. */
async function adopt(...databases: DatabaseSync[]): Promise<string | undefined> {
  const config = readWorkerConfig();
  const [first] = config.d1_databases ?? [];
  const d1_databases = databases.map((_, shard) => ({
    database_name: "gatehouse",
    database_id: "local",
    ...first,
    binding: namesOfBindings[shard] ?? "",
  }));
  const wrangler = async (words: string[]) => {
    const database = databases[namesOfBindings.indexOf(words[2] ?? "")];
    const sql = words[words.indexOf("--command") + 1] ?? "";
    if (sql.startsWith("select")) return JSON.stringify([{ results: database?.prepare(sql).all() }]);
    database?.exec(sql);
    return JSON.stringify([{ results: [] }]);
  };
  return commands["adopt-baseline"]?.(wrangler, { local: "/data" }, [], { ...config, d1_databases });
}

describe("npm run ops -- adopt-baseline", () => {
  it("records the baseline in each old database, and leaves rows and schema as they are", async ({ expect }) => {
    const [first, second] = [oldDatabase(), oldDatabase()];
    const schema = () => first.prepare("select * from sqlite_master").all();
    const before = schema();
    expect(await adopt(first, second)).toBe(
      "Shard 0 (DB) has adopted the baseline.\nShard 1 (DB_1) has adopted the baseline.",
    );
    for (const each of [first, second]) expect(journalOf(each)).toEqual(baseline);
    expect(schema()).toEqual(before);
    expect(first.prepare("select count(*) as n from projects").get()).toEqual({ n: 1 });
  });

  it("does nothing a second time, nor to a database that began with the baseline", async ({ expect }) => {
    const filesOfBaseline = baseline.map((file) => path.join(REPOSITORY, "drizzle", file));
    const [old, fresh] = [oldDatabase(), databaseWith(filesOfBaseline, [...baseline, "0016_later.sql"])];
    await adopt(old, fresh);
    expect(await adopt(old, fresh)).toBe(
      "Shard 0 (DB) has nothing from before the baseline.\nShard 1 (DB_1) has nothing from before the baseline.",
    );
    expect(journalOf(old)).toEqual(baseline);
    expect(journalOf(fresh)).toEqual([...baseline, "0016_later.sql"]);
  });

  it("completes what was interrupted between its two statements", async ({ expect }) => {
    const old = oldDatabase([...replaced, ...baseline]);
    expect(await adopt(old)).toBe("Shard 0 (DB) has adopted the baseline.");
    expect(journalOf(old)).toEqual(baseline);
  });

  it.for([
    ["drop index users_by_name", "The index users_by_name is missing."],
    ["create index mine on users (display_name)", "The index mine is not in the baseline."],
    [
      "alter table project_moves drop column after_place",
      "The table project_moves has nothing; the baseline has after_place text.",
    ],
    ["alter table project_moves add colour text", "The table project_moves has colour text; the baseline has nothing."],
    [
      "drop trigger user_search_forgets_deleted_users; create trigger user_search_forgets_deleted_users after delete on users begin select 1; end",
      "The trigger user_search_forgets_deleted_users has CREATE TRIGGER user_search_forgets_deleted_users after delete on users begin select 1; end; the baseline has CREATE TRIGGER user_search_forgets_deleted_users AFTER DELETE ON users BEGIN DELETE FROM user_search WHERE rowid = old.ordinal; END.",
    ],
  ] as const)("changes no database where one differs: %s", async ([change, said], { expect }) => {
    const [first, second] = [oldDatabase(), oldDatabase()];
    second.exec(change);
    const error = await adopt(first, second).catch((thrown: Error) => thrown.message);
    expect(error).toBe(
      `Shard 1 (DB_1):\n- ${said}\nNo database was changed. See docs/operations.md, "From before the baseline".`,
    );
    for (const each of [first, second]) expect(journalOf(each)).toEqual(replaced);
  });

  it.for([
    ["the last", 37, replaced.slice(0, -1)],
    ["one in the middle", 37, replaced.filter((name) => name !== "0020_between.sql")],
    ["the last, but one of its operator", 38, [...replaced.slice(0, -1), "0037_mine.sql"]],
  ] as const)(
    "refuses a database that has not applied %s, whose rows may be as they were",
    async (given, { expect }) => {
      const [, count, applied] = given;
      const old = oldDatabase(applied);
      await expect(adopt(old)).rejects.toThrow(
        `It has applied ${count} migrations, and not just the 38 that end with 0037_tight_databases.sql: first deploy the version that has those.`,
      );
      expect(journalOf(old)).toEqual(applied);
    },
  );
});
