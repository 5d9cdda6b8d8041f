import { env } from "cloudflare:workers";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, it } from "vitest";
import { project } from "../../testing/project";
import { projectsDb } from "../../testing/shards";
import { tablesWithProjects } from "../moved-tables";
import { tablesOfProjects } from "../project-rows";
import { fillTables } from "../project-rows.fixtures";
import * as schema from "../schema";
import { storageOf } from "./storage.fixtures";

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
