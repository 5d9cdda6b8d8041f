import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { REPOSITORY } from "../platform/wrangler";

/** Runs SQL on a shard, and returns the rows of its last statement. */
export type Execute = <Row>(sql: string, shard: number) => Promise<Row[]>;

/** The migrations that the baseline replaces. What they did to stored rows shows in no schema, so that each must have run. */
const REPLACED = { first: "0000_first_tables.sql", last: "0037_tight_databases.sql", count: 38 };

const LAST_OF_BASELINE = "0015_first_rows.sql";

interface Baseline {
  files: string[];
  /** Its definitions of each table, index and trigger, by kind and name. */
  schema: Map<string, string[]>;
}

/**
 * Records the baseline in databases that have applied every migration which it replaces, instead of those. It throws with all that differs
 * where one of them lacks a migration or has another schema, and then changes no database.
 *
 * @param bindings of the databases, by the numbers of their shards
 */
export async function adoptBaseline(bindings: string[], execute: Execute): Promise<string> {
  const baseline = readBaseline();
  const databases: { shard: number; name: string; isOld: boolean; problems: string[] }[] = [];
  for (const [shard, binding] of bindings.entries()) {
    const rows = await execute<SchemaRow>("select type, name, sql from sqlite_master where sql is not null", shard);
    const hasJournal = rows.some(({ name }) => name === "d1_migrations");
    const journal = hasJournal ? await execute<{ name: string }>("select name from d1_migrations", shard) : [];
    const applied = journal.map(({ name }) => name);
    const isOld = applied.includes(REPLACED.first);
    const problems = isOld ? findProblems(applied, rows, baseline) : [];
    databases.push({ shard, name: `Shard ${shard} (${binding})`, isOld, problems });
  }
  const failed = databases.filter(({ problems }) => problems.length > 0);
  if (failed.length > 0) {
    const each = failed.map(({ name, problems }) => `${name}:\n${problems.map((line) => `- ${line}`).join("\n")}`);
    throw new Error(`${each.join("\n")}\nNo database was changed. See docs/operations.md, "From before the baseline".`);
  }
  for (const { shard, isOld } of databases) if (isOld) await execute(rewriteJournal(baseline), shard);
  return databases
    .map(({ name, isOld }) => `${name} has ${isOld ? "adopted the baseline" : "nothing from before the baseline"}.`)
    .join("\n");
}

/** A row of `sqlite_master`. */
interface SchemaRow {
  type: string;
  name: string;
  sql: string;
}

function readBaseline(): Baseline {
  const folder = path.join(REPOSITORY, "drizzle");
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql") && file <= LAST_OF_BASELINE);
  const statements = files.flatMap((file) =>
    readFileSync(path.join(folder, file), "utf8").split("--> statement-breakpoint"),
  );
  const made = statements.map(normalSql).flatMap((sql) => {
    const [, type, name] = /^CREATE (?:VIRTUAL |UNIQUE )?(TABLE|INDEX|TRIGGER) (\w+)/.exec(sql) ?? [];
    return type && name ? [[`${type.toLowerCase()} ${name}`, definitions(sql)] as const] : [];
  });
  return { files: files.sort(), schema: new Map(made) };
}

function findProblems(applied: string[], rows: SchemaRow[], baseline: Baseline): string[] {
  const replaced = applied.filter((name) => !baseline.files.includes(name));
  if (replaced.length === REPLACED.count && replaced.includes(REPLACED.last)) return differences(rows, baseline);
  return [
    `It has applied ${replaced.length} migrations, and not just the ${REPLACED.count} that end with ${REPLACED.last}: first deploy the version that has those.`,
  ];
}

/** Tables of SQLite, of D1, of wrangler, and those in which the full-text index is stored. */
const notOurs = /^(?:sqlite_|_cf_|d1_migrations$|user_search_(?:config|data|docsize|idx)$)/;

function differences(rows: SchemaRow[], { schema }: Baseline): string[] {
  const found = new Map(
    rows
      .filter(({ name }) => !notOurs.test(name))
      .map(({ type, name, sql }) => [`${type} ${name}`, definitions(normalSql(sql))]),
  );
  const missing = [...schema.keys()].filter((key) => !found.has(key)).map((key) => `The ${key} is missing.`);
  const others = [...found].flatMap(([key, has]) => {
    const expected = schema.get(key);
    if (!expected) return [`The ${key} is not in the baseline.`];
    const added = has.filter((part) => !expected.includes(part));
    const lacking = expected.filter((part) => !has.includes(part));
    if (added.length === 0 && lacking.length === 0) return [];
    const list = (parts: string[]) => parts.join(", ") || "nothing";
    return [`The ${key} has ${list(added)}; the baseline has ${list(lacking)}.`];
  });
  return [...missing, ...others];
}

/** Drops from a statement what its meaning does not depend on: comments before it, quotes around names, and white space. */
function normalSql(sql: string): string {
  return sql
    .replace(/^\s*--.*$/gm, "")
    .replace(/[`"]/g, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([(),]) ?/g, "$1")
    .replace(/;?\s*$/, "")
    .trim();
}

/** Splits the statement of a table into columns and constraints, whose order depends on when they were added. */
function definitions(sql: string): string[] {
  const [, name, body, options] = /^(CREATE TABLE \w+)\((.*)\)([^)]*)$/.exec(sql) ?? [];
  if (!name || !body) return [sql];
  const parts = [""];
  let depth = 0;
  for (const character of body) {
    depth += character === "(" ? 1 : character === ")" ? -1 : 0;
    if (character === "," && depth === 0) parts.push("");
    else parts.push(`${parts.pop()}${character}`);
  }
  return [`${name} ${options}`, ...parts];
}

/** Inserts before it deletes, so that a command which ends between the two can be repeated. */
function rewriteJournal({ files }: Baseline): string {
  const names = files.map((file) => `'${file}'`);
  return `insert or ignore into d1_migrations (name) values ${names.map((name) => `(${name})`).join(", ")};
    delete from d1_migrations where name not in (${names.join(", ")})`;
}
