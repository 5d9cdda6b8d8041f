import { DatabaseSync } from "node:sqlite";

/** The text of each table beside which its triggers name a new one, which they count and bound like it. */
const neighbours: Readonly<Record<string, string>> = {
  users: "server_metadata",
  teams: "server_metadata",
  internal_api_keys: "publishable_client_key_last_four",
  api_keys: "last_four",
};

/**
 * The triggers that a migration makes anew because it adds texts to users, teams or keys. They count what a project stores, and bound what a
 * stranger stores in the internal one. Empty where it adds none, or has triggers already.
 *
 * @param earlier the migrations before it
 */
export function triggersOfColumns(migration: string, earlier: readonly string[]): string {
  const added = [...migration.matchAll(/ALTER TABLE `(\w+)` ADD `(\w+)` text/g)].filter(
    ([, table = ""]) => table in neighbours,
  );
  if (added.length === 0 || migration.includes("CREATE TRIGGER")) return "";
  const database = new DatabaseSync(":memory:");
  for (const sql of [...earlier, migration]) database.exec(sql);
  const triggers = database.prepare("select tbl_name, name, sql from sqlite_master where type = 'trigger'").all();
  const changed = triggers.flatMap(({ tbl_name, name, sql }) => {
    const columns = added.flatMap(([, table, column]) => (table === tbl_name ? [column] : []));
    const neighbour = neighbours[String(tbl_name)] ?? "";
    if (columns.length === 0 || !String(sql).includes(neighbour)) return [];
    const named = String(sql).replace(new RegExp(`(new\\.|old\\.)?\\b${neighbour}\\b`, "g"), (found, row = "") =>
      [found, ...columns.map((column) => `${row}${column}`)].join(", "),
    );
    return [`DROP TRIGGER ${name};`, `${named};`];
  });
  return changed.map((statement) => `--> statement-breakpoint\n${statement}\n`).join("");
}
