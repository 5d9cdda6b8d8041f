import { globSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { describe, it } from "vitest";
import { triggersOfColumns } from "./triggers-of-columns";

const migrations = globSync("drizzle/*.sql")
  .sort()
  .map((file) => readFileSync(file, "utf8"));

function migrated(...added: string[]): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  for (const sql of [...migrations, ...added]) database.exec(sql);
  database.exec("insert into projects (project_id, display_name, created_at) values ('p', 'Acme', 0)");
  return database;
}

describe("the triggers of a new text", () => {
  const required: Readonly<Record<string, string>> = {
    users: "ordinal, signed_up_at, last_active_at",
    teams: "created_at, display_name, server_metadata",
    internal_api_keys: "created_at, description, expires_at",
    api_keys: "type, description, is_public, hash, last_four, created_at",
  };

  it.for(Object.keys(required))(
    "of %s count it, and bound what strangers store in the internal project",
    (table, { expect }) => {
      const migration = `ALTER TABLE \`${table}\` ADD \`motto\` text;`;
      const database = migrated(migration, triggersOfColumns(migration, migrations));
      const bytes = () =>
        Number(database.prepare("select bytes from project_storage where project_id = 'p'").get()?.bytes);
      const needed = required[table] ?? "";
      const ones = needed.replaceAll(/\w+/g, "1");
      const insert = (projectId: string, motto: string) =>
        database
          .prepare(`insert into ${table} (project_id, id, motto, ${needed}) values (?, 'x', ?, ${ones})`)
          .run(projectId, motto);
      const before = bytes();
      insert("p", "four");
      const row = bytes() - before;
      database.exec(`update ${table} set motto = 'fourteen chars' where project_id = 'p'`);
      expect(bytes() - before - row).toBe(10);
      database.exec(`delete from ${table} where project_id = 'p'`);
      expect(bytes()).toBe(before);
      // Only its operators make keys of the internal project, and its users have none.
      if (table.endsWith("api_keys")) return;
      expect(() => insert("internal", "m".repeat(8_193))).toThrow("the storage of this project is full");
    },
  );

  it("are none where a migration adds no text, or has triggers of its own", ({ expect }) => {
    const withTrigger =
      "ALTER TABLE `users` ADD `motto` text; CREATE TRIGGER t AFTER INSERT ON users BEGIN SELECT 1; END;";
    const others = ["ALTER TABLE `users` ADD `age` integer;", "ALTER TABLE `sessions` ADD `motto` text;", withTrigger];
    expect(others.map((migration) => triggersOfColumns(migration, migrations))).toEqual(["", "", ""]);
  });
});
