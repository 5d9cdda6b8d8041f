import { DatabaseSync } from "node:sqlite";

/** The text beside which the triggers of users and of teams name a new one, as both are what somebody chooses to store. */
const neighbour = "server_metadata";

/**
 * The triggers that a migration makes anew because it adds texts to users or teams. They count what a project stores, and bound what a
 * stranger stores in the internal one. Empty where it adds none, or has triggers already.
 *
 * @param earlier the migrations before it
 */
export function triggersOfColumns(migration: string, earlier: readonly string[]): string {
  const added = [...migration.matchAll(/ALTER TABLE `(users|teams)` ADD `(\w+)` text/g)];
  if (added.length === 0 || migration.includes("CREATE TRIGGER")) return "";
  const database = new DatabaseSync(":memory:");
  for (const sql of [...earlier, migration]) database.exec(sql);
  const triggers = database
    .prepare("select tbl_name, name, sql from sqlite_master where type = 'trigger' and instr(sql, ?)")
    .all(neighbour);
  const changed = triggers.flatMap(({ tbl_name, name, sql }) => {
    const columns = added.flatMap(([, table, column]) => (table === tbl_name ? [column] : []));
    const named = String(sql).replace(new RegExp(`(new\\.|old\\.)?\\b${neighbour}\\b`, "g"), (found, row = "") =>
      [found, ...columns.map((column) => `${row}${column}`)].join(", "),
    );
    return columns.length > 0 ? [`DROP TRIGGER ${name};`, `${named};`] : [];
  });
  return changed.map((statement) => `--> statement-breakpoint\n${statement}\n`).join("");
}
