// The statements of a move. They are the same for every table, which Drizzle's builders are not made for.
import { and, eq, inArray } from "drizzle-orm";
import { type Database, idsIn, unmetCondition } from "../platform/database";
import { arrivingStatements, movingMessage, prepared, type Shard, type Sql } from "../platform/shards";
import { keptColumns, type MovedTable, projectTable } from "./moved-tables";
import { users } from "./users/schema";
import { reindexUsers } from "./users/search/search-index";

/** Sends statements in one batch. */
export async function send<Row = Record<string, unknown>>(
  { $client }: Database,
  statements: readonly Sql[],
): Promise<Row[][]> {
  const results = await $client.batch<Row>(prepared($client, statements));
  return results.map((result) => result.results);
}

/** A statement of Drizzle's, to be sent with others. */
function written(statement: unknown): Sql {
  const { sql, params } = (statement as { toSQL(): { sql: string; params: unknown[] } }).toSQL();
  return { text: sql, values: params };
}

/** The shard that the first database has for a project: a row, or nothing. */
export function selectShard(projectId: string): Sql {
  return { text: "select coalesce(shard, 0) as shard from projects where project_id = ?", values: [projectId] };
}

/** Reads whether a project is in a database, elsewhere, or deleted. */
export function selectPlace(projectId: string): Sql {
  return { text: "select shard, deleted_at as deletedAt from projects where project_id = ?", values: [projectId] };
}

/** Marks a project as one that leaves, before its triggers are made. */
export function insertDeparting(projectId: string): Sql {
  return {
    text: "insert into departing_projects (project_id) values (?) on conflict do nothing",
    values: [projectId],
  };
}

/** Marks a project as one that arrives, and refers to where it is as long. */
export function insertArriving(projectId: string, { mover, from }: { mover: string; from: Shard }): Sql[] {
  return [
    {
      text: `insert into arriving_projects (project_id, mover) values (?, ?) on conflict do update set mover = excluded.mover`,
      values: [projectId, mover],
    },
    {
      text: `insert into projects (project_id, display_name, created_at, shard) values (?, '', 0, ?)
        on conflict do update set shard = excluded.shard`,
      values: [projectId, from],
    },
  ];
}

/** Makes a step the one that moves a project, in place of any other. */
export function updateMover(projectId: string, mover: string): Sql {
  return { text: "update arriving_projects set mover = ? where project_id = ?", values: [mover, projectId] };
}

/** Users in their order, behind a place in it. */
export function selectUsersBehind(projectId: string, { after, limit }: { after: number; limit: number }): Sql {
  return {
    text: "select id, ordinal from users where project_id = ? and ordinal > ? order by ordinal limit ?",
    values: [projectId, after, limit],
  };
}

/** Builds the search index of some users anew. */
export function reindexing(db: Database, projectId: string, userIds: readonly string[]): Sql[] {
  if (userIds.length === 0) return [];
  return reindexUsers(db, and(eq(users.projectId, projectId), inArray(users.id, idsIn(userIds)))).map(written);
}

/** Opens a project where it has arrived. */
export function open(projectId: string): Sql[] {
  return arrivingStatements(projectId);
}

/** Notes in the first database where a project is, which is in none of the two shards of its move. */
export function updateShard(projectId: string, shard: Shard): Sql {
  return {
    text: "update projects set shard = ?2 where project_id = ?1 and shard is not null",
    values: [projectId, shard],
  };
}

/** Deletes some rows of a project that is elsewhere. Returns a row for each. */
export function deleteLeft({ name }: MovedTable, projectId: string, limit: number): Sql {
  const isElsewhere = "exists (select 1 from projects where project_id = ?1 and shard is not null)";
  return {
    text: `delete from ${name} where rowid in (
        select rowid from ${name} where project_id = ?1 and ${isElsewhere} limit ?2
      ) returning 1`,
    values: [projectId, limit],
  };
}

/** Empties the row that refers to a project which is elsewhere. The first database keeps its owners. */
export function emptyReference(projectId: string, { keepsOwner }: { keepsOwner: boolean }): Sql {
  return {
    text: `update projects set display_name = '', description = '', logo_url = null, full_logo_url = null, config_override = '{}',
      config_seal = null, owner_team_id = ${keepsOwner ? "owner_team_id" : "null"} where project_id = ? and shard is not null`,
    values: [projectId],
  };
}

/** Ends the marks of a project that has left, or has been deleted. */
export function deleteDeparting(projectId: string): Sql[] {
  return [
    { text: "delete from departing_changes where project_id = ?", values: [projectId] },
    { text: "delete from departing_projects where project_id = ?", values: [projectId] },
  ];
}

/** Leaves what was copied of a deleted project to the task that deletes such. The first database has deleted it by itself. */
export function giveUpArriving(projectId: string, { isFirst, now }: { isFirst: boolean; now: number }): Sql[] {
  const deleted = "update projects set deleted_at = ?2, shard = null where project_id = ?1 and shard is not null";
  return [
    ...(isFirst ? [] : [{ text: deleted, values: [projectId, now] }]),
    { text: "delete from arriving_projects where project_id = ?", values: [projectId] },
  ];
}

/** A row in transit. */
export interface MovedRow {
  /** The primary key behind the project's id, as JSON. */
  key: string;
  /** Its place in the order of the table, as JSON. */
  place: string;
  /** JSON of the values, in the order of the columns. */
  row: string;
}

const rowOf = ({ columns }: MovedTable) => `json_array(${columns.map(({ read }) => read).join(", ")})`;
const keyOf = (key: readonly string[], of: string) => `json_array(${key.map((name) => `${of}."${name}"`).join(", ")})`;
const value = (index: number, of = "j.value") => `${of} ->> ${index}`;

/** The most that a page of rows weighs, unless a single row weighs more, in characters. */
const maxPageWeight = 500_000;

/** The next rows of a table: those behind a place, up to a number of them and a weight. */
export function selectPage(
  table: MovedTable,
  { projectId, after, limit }: { projectId: string; after: string | null; limit: number },
): Sql {
  const order = table.order === undefined ? table.key : [table.order];
  const columns = order.map((name) => `t."${name}"`).join(", ") || "t.project_id";
  const isBehind = `(${columns}) > (${order.map((_, index) => value(index, "?2")).join(", ") || "?2"})`;
  const rows = `select ${keyOf(table.key, "t")} as key, ${keyOf(order, "t")} as place, ${rowOf(table)} as row,
      row_number() over (order by ${columns}) as number
    from ${table.name} t where t.project_id = ?1 and (?2 is null or ${isBehind}) order by ${columns} limit ?3`;
  return {
    text: `select key, place, row from (
        select *, sum(length(row)) over (order by number) - length(row) as weight_before from (${rows})
      ) where weight_before < ${maxPageWeight} order by number`,
    values: [projectId, after, limit],
  };
}

/** Rows by their primary keys, in the order in which they were written. */
export function selectRows(table: MovedTable, projectId: string, keys: readonly string[]): Sql {
  const { order } = table;
  return {
    text: `select ${keyOf(table.key, "t")} as key, '' as place, ${rowOf(table)} as row from ${table.name} t
      where t.project_id = ?1 and ${keyOf(table.key, "t")} in (select value from json_each(?2)) ${order ? `order by t."${order}"` : ""}`,
    values: [projectId, JSON.stringify(keys)],
  };
}

/** Stores rows that are not there yet and whose parents are. What is left out was written since, and is on the list of changes. */
export function insertNew(table: MovedTable, projectId: string, rows: readonly MovedRow[]): Sql {
  const parents = table.parents.map(({ table: parent, columns, ofParent }) => {
    const equals = columns.map((column, at) => `p."${ofParent[at]}" = ${value(indexOf(table, column))}`);
    const isNone = columns.map((column) => `${value(indexOf(table, column))} is null`);
    return `(${isNone.join(" or ")} or exists (select 1 from ${parent} p where ${equals.join(" and ")}))`;
  });
  return insert(table, projectId, rows, { where: parents, onConflict: "do nothing" });
}

/** Stores rows as they are now, in place of what is there. */
export function upsert(table: MovedTable, projectId: string, rows: readonly MovedRow[]): Sql {
  const key = ["project_id", ...table.key];
  const changed = table.columns.filter(({ name }) => !key.includes(name) && !keptColumns.has(`${table.name}.${name}`));
  const set = changed.map(({ name }) => `"${name}" = excluded."${name}"`);
  const onConflict =
    set.length > 0 ? `(${key.map((name) => `"${name}"`).join(", ")}) do update set ${set.join(", ")}` : "do nothing";
  return insert(table, projectId, rows, { where: [], onConflict });
}

function insert(
  table: MovedTable,
  projectId: string,
  rows: readonly MovedRow[],
  { where, onConflict }: { where: readonly string[]; onConflict: string },
): Sql {
  const names = table.columns.map(({ name }) => `"${name}"`);
  const values = table.columns.map(({ write }, index) => write?.(value(index)) ?? value(index));
  // A row without a value of its own still says what the first parameter is.
  const conditions = ["?1 is ?1", ...where].join(" and ");
  return {
    text: `insert into ${table.name} (${names.join(", ")}) select ${values.join(", ")} from json_each(?2) j where ${conditions} on conflict ${onConflict}`,
    values: [projectId, `[${rows.map(({ row }) => row).join(",")}]`],
  };
}

function indexOf({ columns }: MovedTable, column: string): number {
  return columns.findIndex(({ name }) => name === column);
}

export function deleteRows(table: MovedTable, projectId: string, keys: readonly string[]): Sql {
  return {
    text: `delete from ${table.name} as t where t.project_id = ?1 and ${keyOf(table.key, "t")} in (select value from json_each(?2))`,
    values: [projectId, JSON.stringify(keys)],
  };
}

/** The ids of the users behind rows of a table that their search index is made of. */
export function selectUserIds(table: MovedTable, projectId: string, keys: readonly string[]): Sql {
  const id = table.name === "users" ? "t.id" : "t.user_id";
  return {
    text: `select distinct ${id} as id from ${table.name} t
      where t.project_id = ?1 and ${keyOf(table.key, "t")} in (select value from json_each(?2))`,
    values: [projectId, JSON.stringify(keys)],
  };
}

/** Reads what is on the list of changes: each row that was written, in the order of their first changes. */
export function selectChanges(projectId: string, limit: number): Sql {
  return {
    text: `select table_name as name, row_key as key, version from departing_changes where project_id = ? order by rowid limit ?`,
    values: [projectId, limit],
  };
}

export interface ListedChange {
  name: string;
  key: string;
  version: number;
}

/** Takes changes off the list, unless the same rows have been written again. */
export function deleteChanges(projectId: string, changes: readonly ListedChange[]): Sql {
  return {
    text: `delete from departing_changes where project_id = ?1 and (table_name, row_key, version) in (
        select value ->> 0, value ->> 1, value ->> 2 from json_each(?2)
      )`,
    values: [projectId, JSON.stringify(changes.map(({ name, key, version }) => [name, key, version]))],
  };
}

/** Puts rows on the list of changes. */
export function listChanges(projectId: string, { name }: MovedTable, keys: readonly string[]): Sql {
  return {
    text: `insert into departing_changes (project_id, table_name, row_key) select ?1, ?2, value from json_each(?3) where true
      on conflict do update set version = version + 1`,
    values: [projectId, name, JSON.stringify(keys)],
  };
}

/** Fails its batch unless a step is still the one that moves the project. */
export function requireMover(projectId: string, mover: string): Sql {
  return {
    text: `select json_extract('{}', iif(
      exists (select 1 from arriving_projects where project_id = ? and mover = ?), '$', '${unmetCondition}'
    ))`,
    values: [projectId, mover],
  };
}

/**
 * Begins to list what is written of a project, in triggers that exist while it moves. They name the project, so that the writes of
 * other projects look nothing up. While the project is frozen, and once it is elsewhere, they refuse its writes.
 *
 * @param projectId a UUID, since it becomes a part of the statements
 */
export function listingTriggers(tables: readonly MovedTable[], projectId: string): Sql[] {
  const refused = `select raise(abort, '${movingMessage}') where (exists (
      select 1 from departing_projects where project_id = '${projectId}' and frozen_until > ${nowMillis}
    ) or exists (select 1 from projects where project_id = '${projectId}' and shard is not null))`;
  // Of the project itself, its owners and its shard are not those of one database alone.
  const differ = ownColumns.map((name) => `new."${name}" is not old."${name}"`).join(" or ");
  const refusedOf = (table: MovedTable, event: string) =>
    table.name !== projectTable.name ? refused : `${refused} and ${event === "update" ? `(${differ})` : "false"}`;
  const listed = (name: string, key: string) => `insert into departing_changes (project_id, table_name, row_key)
    values ('${projectId}', '${name}', ${key}) on conflict do update set version = version + 1`;
  return tables.flatMap((table) =>
    (["insert", "update", "delete"] as const).map((event) => {
      const row = event === "insert" ? "new" : "old";
      const keys = event === "update" ? ["old", "new"] : [row];
      const lists = keys.map((of) => listed(table.name, keyOf(table.key, of)));
      // The statement that ends the move changes the shard alone.
      const unlessSwitch = table.name === projectTable.name && event === "update" ? "and new.shard is old.shard" : "";
      return {
        text: `create trigger if not exists ${triggerName(table, event, projectId)} before ${event} on ${table.name}
          when ${row}.project_id = '${projectId}' ${unlessSwitch} begin ${[refusedOf(table, event), ...lists].join("; ")}; end`,
      };
    }),
  );
}

export function dropListingTriggers(tables: readonly MovedTable[], projectId: string): Sql[] {
  return tables.flatMap((table) =>
    (["insert", "update", "delete"] as const).map((event) => ({
      text: `drop trigger if exists ${triggerName(table, event, projectId)}`,
    })),
  );
}

/** Lists what a project's own shard decides of its row. */
const ownColumns = [
  "display_name",
  "description",
  "logo_url",
  "full_logo_url",
  "is_production_mode",
  "config_override",
];

function triggerName({ name }: MovedTable, event: string, projectId: string): string {
  return `move_${projectId.replaceAll("-", "")}_${name}_${event}`;
}

const nowMillis = "cast(unixepoch('subsec') * 1000 as integer)";

/** Pauses the writes of a project for a moment, which ends by itself. */
export function freeze(projectId: string, millis: number): Sql {
  return {
    text: `update departing_projects set frozen_until = ${nowMillis} + ? where project_id = ?`,
    values: [millis, projectId],
  };
}

/**
 * Ends the move: from this statement on, the project is in the other shard. It does nothing unless the project is still frozen and
 * nothing of it is on the list of changes.
 */
export function switchShard(projectId: string, to: Shard): Sql {
  return {
    text: `update projects set shard = ?2 where project_id = ?1 and shard is null
      and exists (select 1 from departing_projects where project_id = ?1 and frozen_until > ${nowMillis})
      and not exists (select 1 from departing_changes where project_id = ?1)
      returning shard`,
    values: [projectId, to],
  };
}
