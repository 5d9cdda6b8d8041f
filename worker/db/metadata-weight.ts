import { type Column, getTableColumns, getTableName, type SQL, sql, type Table } from "drizzle-orm";
import { dialect } from "../platform/database";

/*
 * These functions read lists of rows with metadata. Strangers write the metadata, up to half a megabyte for each row. A list ends
 * before its metadata weigh more than an isolate can hold. Each row comes with its weight, and has its metadata only if a full list of
 * such rows is light enough. The result of a statement is therefore never too heavy. `endList` decides by the weights where the list
 * ends. The metadata of heavy rows before that are read afterwards. Most lists have no such rows.
 */

/** The most bytes of metadata that a page of several rows has. In an isolate they take about ten times as many. */
const maxPageWeight = 4_000_000;

/** The same of a list without pages, which is refused beyond this. */
export const maxListWeight = 2 * maxPageWeight;

/** Says how a list is weighed: its statement and `endList` are given the same. */
export interface Weighing {
  /** The most rows of the statement, which are one more than the list has: the last is where the next page begins. */
  limit: number;
  /** The most bytes of metadata that the list has, unless it is of one row. A page's where absent. */
  maxWeight?: number;
  /** Leaves out the metadata of all rows, which then weigh nothing. */
  omitsMetadata?: boolean | undefined;
}

interface WithMetadata extends Table {
  clientMetadata: Column;
  clientReadOnlyMetadata: Column;
  serverMetadata: Column;
}

const names: readonly string[] = ["clientMetadata", "clientReadOnlyMetadata", "serverMetadata"];

type Columns<T extends Table> = {
  [Name in keyof T["_"]["columns"]]: SQL.Aliased<T["_"]["columns"][Name]["_"]["data"]>;
};

/**
 * The columns of joined tables as `columnsOf` has them, but the metadata of light rows only, and the weight of each row.
 *
 * @example db.select(weighedColumns({ user: users, team: teams }, page)).from(users).leftJoin(…).limit(page.limit)
 */
export function weighedColumns<Tables extends Record<string, WithMetadata>>(tables: Tables, weighing: Weighing) {
  const { limit, maxWeight, omitsMetadata } = weighing;
  const joined = Object.entries(tables).map(([alias, table]) => [alias, getTableName(table)]);
  const key = JSON.stringify([joined, limit, maxWeight, omitsMetadata]);
  const columns = written.get(key) ?? writeColumns(tables, weighing);
  if (written.size >= maxWritten) written.clear();
  written.set(key, columns);
  return columns as ReturnType<typeof writeColumns<Tables>>;
}

/**
 * The columns of the lists that were asked for last. Drizzle takes a third of a millisecond to write those of users, and lists are
 * asked for with the same limit again and again.
 */
const written = new Map<string, ReturnType<typeof writeColumns>>();
const maxWritten = 100;

function writeColumns<Tables extends Record<string, WithMetadata>>(tables: Tables, weighing: Weighing) {
  const weight = weighing.omitsMetadata ? sql`0` : sql.join(Object.values(tables).map(weightOf), sql` + `);
  // Spelled out: the bound parameters of a statement are few.
  const isLight = sql`${weight} <= ${sql.raw(String(lightWeight(weighing)))}`;
  const metadata = (column: Column) =>
    weighing.omitsMetadata ? sql`null` : sql`case when ${isLight} then ${column} end`;
  const columns = Object.entries(tables).map(([alias, table]) => {
    const named = Object.entries(getTableColumns(table)).map(([name, column]) => {
      const value = names.includes(name) ? metadata(column) : sql`${column}`;
      return [name, textOf(value).mapWith(column).as(`${alias}_${name}`)];
    });
    return [alias, Object.fromEntries(named)];
  });
  return {
    ...(Object.fromEntries(columns) as { [Alias in keyof Tables]: Columns<Tables[Alias]> }),
    weight: (textOf(weight) as SQL<number>).as("weight"),
  };
}

/** SQL without values, as its text. */
function textOf(part: SQL): SQL {
  return sql.raw(dialect.sqlToQuery(part).sql);
}

/** Returns how many bytes of metadata a joined row has: SQLite does not read them for that. */
function weightOf({ clientMetadata, clientReadOnlyMetadata, serverMetadata }: WithMetadata): SQL {
  const weights = [clientMetadata, clientReadOnlyMetadata, serverMetadata].map(
    (column) => sql`coalesce(octet_length(${column}), 0)`,
  );
  return sql.join(weights, sql` + `);
}

/** The most that a row of a full list may weigh on average: no list of rows up to this is too heavy. */
function lightWeight({ limit, maxWeight = maxPageWeight }: Weighing): number {
  return Math.floor(maxWeight / limit);
}

interface Weighed {
  weight: number;
}

/**
 * Ends a list before its metadata are too heavy, but not before its first row. Returns the rows of the list, those of them that came
 * without their metadata, and the first row after them.
 */
export function endList<Row extends Weighed>(rows: readonly Row[], weighing: Weighing) {
  const { limit, maxWeight = maxPageWeight } = weighing;
  let total = 0;
  const end = rows.findIndex(({ weight }, index) => {
    total += weight;
    return index === limit - 1 || (index > 0 && total > maxWeight);
  });
  const list = end === -1 ? rows : rows.slice(0, end);
  return {
    list,
    heavy: list.filter(({ weight }) => weight > lightWeight(weighing)),
    next: rows[list.length],
  };
}

/** Rows with the metadata that were read of some of them, by their ids. */
export function withMetadata<Row extends { id: string }>(metadata: readonly Row[]): <T extends Row>(row: T) => T {
  const byId = new Map(metadata.map((row) => [row.id, row]));
  return (row) => ({ ...row, ...byId.get(row.id) });
}
