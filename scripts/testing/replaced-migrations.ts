import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { REPOSITORY } from "../platform/wrangler";

/** Lists what the journal of an instance from before the baseline has. Of the names only the first and the last matter. */
export const replacedMigrations = Array.from({ length: 38 }, (_, index) => {
  const name = { 0: "first_tables", 37: "tight_databases" }[index] ?? "between";
  return `${String(index).padStart(4, "0")}_${name}.sql`;
});

export const lastOfBaseline = "0015_first_rows.sql";

const folder = path.join(REPOSITORY, "drizzle");
const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));

/** The migrations of the baseline, and those since. */
export const baseline = files.filter((file) => file <= lastOfBaseline).sort();
export const sinceBaseline = files.filter((file) => file > lastOfBaseline).sort();

/** SQL by which a database with all migrations has the columns, indexes and triggers of the baseline again: all that was changed since. */
export function asOfBaseline(): string {
  const [old, since] = [sqlOf(baseline), sqlOf(sinceBaseline)];
  const namesIn = (statement: RegExp) => [...new Set([...since.matchAll(statement)].map(([, name]) => name))];
  const made = namesIn(/^CREATE TRIGGER (\w+)/gm).map((name) => `DROP TRIGGER IF EXISTS ${name};`);
  const indexes = namesIn(/^CREATE (?:UNIQUE )?INDEX `(\w+)`/gm).map((name) => `DROP INDEX ${name};`);
  const added = [...since.matchAll(/^ALTER TABLE `(\w+)` ADD `(\w+)`/gm)].map(
    ([, table, column]) => `ALTER TABLE ${table} DROP COLUMN ${column};`,
  );
  const ended = namesIn(/^DROP TRIGGER (\w+)/gm).map(
    (name) => new RegExp(`^CREATE TRIGGER ${name} [^]+?^END;`, "m").exec(old)?.[0],
  );
  return [...made, ...indexes, ...added, ...ended].join("\n");
}

function sqlOf(names: readonly string[]): string {
  return names.map((file) => readFileSync(path.join(folder, file), "utf8")).join("\n");
}
