import { getTableColumns, is } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { type AnySQLiteColumn, getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { tablesOfProjects } from "./project-rows";
import * as schema from "./schema";

/** A column as it is read where a project leaves, and written where it arrives. */
interface MovedColumn {
  name: string;
  /** Says what is read, of the row `t`. */
  read: string;
  /** Says what is written, of the value that was read. Undefined where it is the value itself. */
  write?: (value: string) => string;
}

/** A table whose rows move with their project. */
export interface MovedTable {
  name: string;
  columns: readonly MovedColumn[];
  /** The primary key behind the project's id. */
  key: readonly string[];
  /** The column by which its rows are copied, where their order matters. */
  order: string | undefined;
  /** The rows that a row refers to, without which it cannot be stored. */
  parents: readonly { table: string; columns: readonly string[]; ofParent: readonly string[] }[];
  /** Is true if other rows refer to its own: then a changed one is written in place, as with it they would be deleted. */
  isParent: boolean;
}

/** In one database only, whichever the project is in: its images are those of all, and its partner hands it over by them. */
const ofFirstShard: readonly SQLiteTable[] = [
  schema.imageUses,
  schema.imageHolders,
  schema.imageStorage,
  schema.provisionedProjects,
];

const userAt = (ordinal: string) =>
  `(select u.id from users u where u.project_id = t.project_id and u.ordinal <= t.${ordinal} order by u.ordinal desc limit 1)`;

const ordinalOf = (userId: string) =>
  `coalesce((select u.ordinal from users u where u.project_id = ?1 and u.id = ${userId}), 0)`;

/**
 * Users are counted over a whole database. The new database counts them anew, in the same order. During the move, a reference to a
 * place in the order names the user there.
 */
const special: Readonly<Record<string, Pick<MovedColumn, "read" | "write">>> = {
  "users.ordinal": {
    read: "null",
    write: () => "(select coalesce(max(u.ordinal), 0) from users u) + row_number() over (order by j.key)",
  },
  "team_memberships.user_ordinal": { read: "t.user_id", write: ordinalOf },
  "email_sends.addressed_ordinal": { read: `coalesce(${userAt("addressed_ordinal")}, '')`, write: ordinalOf },
  "email_sends.last_ordinal": {
    read: `iif(t.last_ordinal is null, null, coalesce(${userAt("last_ordinal")}, ''))`,
    write: (value) => `iif(${value} is null, null, ${ordinalOf(value)})`,
  },
};

/** Lists what a changed row keeps where it arrives: its place in the order there. */
export const keptColumns: ReadonlySet<string> = new Set(["users.ordinal"]);

const nameOf = ({ name }: AnySQLiteColumn) => toSnakeCase(name);

/** All of them, each after those that its rows refer to. The project itself is not among them. */
export const movedTables: readonly MovedTable[] = movedTablesOf(
  [...tablesOfProjects].reverse().filter((table) => !ofFirstShard.includes(table)),
);

/** The row of a project itself. Its shard says in each database something else. */
export const projectTable: MovedTable = {
  name: "projects",
  columns: Object.values(getTableColumns(schema.projects))
    .map(nameOf)
    .filter((name) => name !== "shard" && name !== "deleted_at")
    .map((name) => ({ name, read: `t."${name}"` })),
  key: [],
  order: undefined,
  parents: [],
  isParent: true,
};

function movedTablesOf(tables: readonly SQLiteTable[]): MovedTable[] {
  const names = new Set(tables.map((table) => getTableConfig(table).name));
  const found = tables.map((table) => {
    const { name, primaryKeys, foreignKeys } = getTableConfig(table);
    const stored = Object.values(getTableColumns(table)).filter((column) => !column.generated);
    const key = primaryKeys[0]?.columns ?? stored.filter(({ primary }) => primary);
    const parents = foreignKeys
      .map((foreignKey) => foreignKey.reference())
      .map(({ columns, foreignTable, foreignColumns }) => ({
        table: getTableConfig(foreignTable).name,
        columns: columns.map(nameOf),
        ofParent: foreignColumns.map(nameOf),
      }));
    return {
      name,
      columns: stored.map((column): MovedColumn => {
        const columnName = nameOf(column);
        return { name: columnName, read: `t."${columnName}"`, ...special[`${name}.${columnName}`] };
      }),
      key: key.map(nameOf).filter((column) => column !== "project_id"),
      order: name === "users" ? "ordinal" : undefined,
      parents: parents.filter((parent) => names.has(parent.table)),
    };
  });
  const parentNames = new Set(found.flatMap(({ parents }) => parents.map(({ table }) => table)));
  return found.map((table) => ({ ...table, isParent: parentNames.has(table.name) }));
}

/** Every table with rows of projects, moved or not: a table that is new has to be one or the other. */
export function tablesWithProjects(): string[] {
  return Object.values(schema)
    .filter((table) => is(table, SQLiteTable) && "projectId" in getTableColumns(table))
    .map((table) => getTableConfig(table as SQLiteTable).name);
}
