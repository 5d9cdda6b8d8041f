import {
  and,
  type Column,
  eq,
  getTableColumns,
  isSQLWrapper,
  type SQL,
  type SQLWrapper,
  sql,
  type Table,
} from "drizzle-orm";
import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import { DrizzleD1Database, SQLiteD1Session } from "drizzle-orm/d1";
import { SQLiteAsyncDialect, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { isCausedBy } from "./error-causes";
import type { StatementRunner } from "./read-replicas";
import { millisOfRows, type Trace } from "./trace";

/** A condition of one record's, as a statement of another takes it. */
export type Condition = SQL;

/** Holds where all conditions hold. */
export function allOf(...conditions: Condition[]): Condition {
  return sql.join(conditions, sql` and `);
}

/** Holds while a query finds a row. */
export function ifFound(query: SQLWrapper): Condition {
  return sql`exists ${query}`;
}

/** Holds while a query finds fewer rows than so many. It reads no more of them than that. */
export function ifFewer(query: { limit(max: number): SQLWrapper }, max: number): Condition {
  return sql`(select count(*) from ${query.limit(max)}) < ${max}`;
}

/** Holds never. */
export const never: Condition = sql`false`;

/** An id, or the SQL that finds it. */
export type Id = string | SQL;

/** The id of nothing: no row has it. */
export const noId: Id = sql`null`;

/** A statement, not yet sent. Awaiting one by itself is refused: it travels in a batch. */
export type Statement = BatchItem<"sqlite">;

/**
 * This is the way to D1. Statements are built with Drizzle and sent together with `batch`, which is one round trip and one transaction.
 * Nothing is sent any other way, so that what belongs together goes together and round trips are counted.
 */
export type Database = Omit<DrizzleD1Database, "batch" | "transaction" | "run" | "all" | "get" | "values"> & {
  /** The binding behind the guard that refuses statements sent by themselves. */
  readonly $client: D1Database;
  batch<S extends Statement, T extends Readonly<[S, ...S[]]>>(statements: T): Promise<BatchResponse<T>>;
};

/**
 * Names columns as their fields, in snake case. It remembers the names, so that all requests share it: a new one works out those of
 * each table again.
 */
export const dialect = new SQLiteAsyncDialect({ casing: "snake_case" });

/** Statements that announce work, which is to be queued once their batch has committed. */
const announcing = new WeakSet<object>();

/** A row of a statement that announces work for a project; null where there is none to do. */
interface Announcement {
  waiting: string | null;
}

/** Has the rows of a statement announce that work waits for their projects. */
export function announce<S extends Statement & PromiseLike<Announcement[]>>(statement: S): S {
  announcing.add(statement);
  return statement;
}

/**
 * Opens a database for one request or job.
 *
 * @param announced gathers the projects that statements announce work for, each once
 */
export function openDatabase(binding: StatementRunner, trace: Trace, announced = new Set<string>()): Database {
  const $client = counting(binding, trace);
  const session = new SQLiteD1Session($client, dialect, undefined);
  const db = Object.assign(new DrizzleD1Database("async", dialect, session, undefined) as DrizzleD1Database, {
    $client,
  });
  const send = db.batch.bind(db);
  db.batch = async (statements) => {
    const results = await send(statements);
    for (const [index, statement] of statements.entries()) {
      if (!announcing.has(statement)) continue;
      for (const { waiting } of results[index] as Announcement[]) if (waiting !== null) announced.add(waiting);
    }
    return results;
  };
  return db;
}

/** The results of named statements, under the same names. */
export type Results<S> = { [Name in keyof S]: Awaited<S[Name]> };

/** Statements by name; what is undefined is left out. */
type NamedStatements = Record<string, PromiseLike<unknown> | undefined>;

/** Sends named statements in one batch. */
export async function batchByName<S extends NamedStatements>(db: Database, statements: S): Promise<Results<S>> {
  const [results] = await batchesByName({ db, statements });
  return results;
}

/**
 * Sends groups of named statements, in one batch for each database that they are for, all at the same time.
 *
 * @returns the results of each group
 */
export async function batchesByName<G extends readonly { db: Database; statements: NamedStatements }[]>(
  ...groups: G
): Promise<{ [Index in keyof G]: Results<G[Index]["statements"]> }> {
  const results = groups.map((): Record<string, unknown> => ({}));
  const sent = groups.flatMap(({ db, statements }, group) =>
    Object.entries(statements).flatMap(([name, statement]) =>
      statement ? [{ db, name, statement: statement as unknown as Statement, into: results[group] ?? {} }] : [],
    ),
  );
  const batches = [...Map.groupBy(sent, ({ db }) => db)].map(async ([db, ofDb]) => {
    const found = await sendStatements(
      db,
      ofDb.map(({ statement }) => statement),
    );
    for (const [index, { name, into }] of ofDb.entries()) into[name] = found[index];
  });
  await Promise.all(batches);
  return results as { [Index in keyof G]: Results<G[Index]["statements"]> };
}

/** Sends a list of statements in one batch; an empty one is not sent. */
export async function sendStatements(db: Database, [first, ...others]: readonly Statement[]): Promise<unknown[]> {
  return first ? await db.batch([first, ...others]) : [];
}

/** The size of a database in bytes. */
export async function sizeOf(db: Database): Promise<number> {
  await db.$client.batch([db.$client.prepare("select 1")]);
  return lastSizeOf(db);
}

/** The size of a database in bytes, as the last batch found it. */
export function lastSizeOf({ $client }: Database): number {
  return sizes.get($client) ?? 0;
}

const sizes = new WeakMap<D1Database, number>();

/** Sends statements and one more after them in one batch, and returns what the last one found. */
export async function batchThen<Last extends PromiseLike<unknown>>(
  db: Database,
  statements: readonly Statement[],
  last: Last,
): Promise<Awaited<Last>> {
  const batch = [...statements, last] as unknown as [Statement, ...Statement[]];
  const results: unknown[] = await db.batch(batch);
  return results.at(-1) as Awaited<Last>;
}

/**
 * Returns the columns of a table under names of their own, for joins. In a batch D1 hands rows out as objects, in which two columns of
 * one name would be one. Each keeps the column's decoding (JSON, booleans).
 *
 * @example db.select({ user: columnsOf(users, "user"), team: columnsOf(teams, "team") }).from(users).leftJoin(…)
 */
export function columnsOf<T extends Table>(table: T, alias: string) {
  const columns = Object.entries(getTableColumns(table)) as [string, Column][];
  return Object.fromEntries(
    columns.map(([name, column]) => [name, sql`${column}`.mapWith(column).as(`${alias}_${name}`)]),
  ) as { [Name in keyof T["_"]["columns"]]: SQL.Aliased<T["_"]["columns"][Name]["_"]["data"]> };
}

/** Long lists of ids as one bound parameter, since D1 takes a hundred: `inArray(users.id, idsIn(ids))`. */
export function idsIn(ids: readonly string[]): SQL {
  return sql`(select value from json_each(${JSON.stringify(ids)}))`;
}

/** D1 takes this many bound parameters in one statement. */
const maxBoundParameters = 100;

/**
 * Rows in groups that fit one insert into `table` each. Drizzle may bind a value for every column of every row, also for
 * those that a row leaves to their default.
 */
export function insertable<Row extends object>(table: Table, rows: readonly Row[]): Row[][] {
  const perInsert = Math.max(1, Math.floor(maxBoundParameters / Object.keys(getTableColumns(table)).length));
  return Array.from({ length: Math.ceil(rows.length / perInsert) }, (_, index) =>
    rows.slice(index * perInsert, (index + 1) * perInsert),
  );
}

/** Says what each column of a table gets in each new row: a value, or SQL over the rows that it comes from. */
export type ColumnValues<T extends SQLiteTable> = {
  [Name in keyof T["$inferInsert"]]-?: Exclude<T["$inferInsert"][Name], undefined> | SQLWrapper;
};

/**
 * Inserts a row for each row of a query. Drizzle takes the columns of one by their places in the table; here each is named.
 *
 * @param rows where they come from: `from … where …`
 */
export function insertFrom<T extends SQLiteTable>(db: Database, table: T, values: ColumnValues<T>, rows: SQL) {
  const columns = Object.entries(getTableColumns(table)).filter(([, { generated }]) => !generated);
  const selected = columns.map(([name, column]) => {
    const value = values[name as keyof typeof values];
    return isSQLWrapper(value) ? value : sql.param(value, column);
  });
  return db.insert(table).select(sql`select ${sql.join(selected, sql`, `)} ${rows}`);
}

/** Says that a row of a table has these values: `and` of an `eq` for each. A value may be SQL, such as a column of another table. */
export function rowIs<T extends Table>(
  table: T,
  values: { [Name in keyof T["_"]["columns"]]?: T["_"]["columns"][Name]["_"]["data"] | SQLWrapper | null },
): SQL | undefined {
  const columns = getTableColumns(table);
  return and(...Object.entries(values).map(([name, value]) => eq(columns[name] as Column, value)));
}

/** Limits the batches that one request deletes by. Each takes a few milliseconds of the database. */
export const maxBatches = 50;

/** Has others use the database before a further batch. */
export async function pauseBeforeBatch(number: number): Promise<void> {
  if (number > 0) await scheduler.wait(5);
}

/** Fails its batch, as `unlessRefused` tells, unless a condition holds in its transaction. */
export function refuseUnless(db: Database, condition: Condition) {
  const checked = sql`json_extract('{}', case when ${condition} then '$' else ${unmetCondition} end)`.as("checked");
  return db.select({ checked }).from(sql`(select 1)`);
}

/** `refuseUnless` raises this. SQLite raises texts of ours in triggers only, but repeats what is no path in JSON. */
export const unmetCondition = "gatehouse: a condition of this batch does not hold";

/** Passes on what a batch returns; undefined where a condition of it does not hold, so that it has changed nothing. */
export async function unlessRefused<T>(sent: Promise<T>): Promise<T | undefined> {
  try {
    return await sent;
  } catch (error) {
    if (isConditionRefused(error)) return undefined;
    throw error;
  }
}

/** Tells whether a batch failed by `refuseUnless`, or by the same condition in SQL of its own. */
export function isConditionRefused(error: unknown): boolean {
  return isCausedBy(error, unmetCondition);
}

/** Tells whether a batch failed, and so changed nothing, by `refuseUnless` or by any constraint. */
export function isBatchRefused(error: unknown): boolean {
  return isConditionRefused(error) || isCausedBy(error, "constraint failed");
}

/** Tells whether a batch failed, and so changed nothing, because its project has used up its storage: triggers raise it. */
export function isStorageFull(error: unknown): boolean {
  return isCausedBy(error, "gatehouse: the storage of this project is full");
}

/** Tells whether a batch failed, and so changed nothing, because its database is tight and takes no new project: a trigger raises it. */
export function isDatabaseTight(error: unknown): boolean {
  return isCausedBy(error, "gatehouse: this database takes no new project");
}

/**
 * Tells whether a write failed because a row with these columns exists already. The message of D1 and of Drizzle, which
 * wraps it, name the columns as `table.column, table.column`.
 */
export function violatesUnique(error: unknown, columns: string): boolean {
  return isCausedBy(error, `UNIQUE constraint failed: ${columns}`);
}

/** Tells whether a write failed because a column, named as `table.column`, would have been left without a value. */
export function violatesNotNull(error: unknown, column: string): boolean {
  return isCausedBy(error, `NOT NULL constraint failed: ${column}`);
}

/** Tells whether a write failed because a row that it refers to does not exist. */
export function violatesForeignKey(error: unknown): boolean {
  return isCausedBy(error, "FOREIGN KEY constraint failed");
}

/** What a batch that fails is charged at least, beside its round trip: what it has undone is not reported. */
const failureMillis = 10;

/** A statement that takes longer is slow. Below that, its time says more of what else the machine does. */
const slowStatementMillis = 1_000;

function counting(binding: StatementRunner, trace: Trace): D1Database {
  const client = {
    prepare: (query: string) => forbidAlone(binding.prepare(query)),
    async batch<T>(statements: D1PreparedStatement[]): Promise<D1Result<T>[]> {
      trace.d1 += 1;
      const startedAt = Date.now();
      const sent = binding.batch<T>(statements.map((statement) => alone.get(statement) ?? statement));
      const results = await sent.catch((error: unknown) => {
        trace.failedMillis += failureMillis + Date.now() - startedAt;
        throw error;
      });
      for (const { meta, results: rows } of results) {
        trace.rowsRead += meta.rows_read;
        trace.rowsWritten += meta.rows_written;
        trace.resultLength += lengthOf(rows);
        const explained = slowStatementMillis + millisOfRows(meta.rows_read, meta.rows_written);
        trace.slowMillis += Math.max(0, meta.duration - explained);
        sizes.set(client, meta.size_after);
      }
      return results;
    },
  } as D1Database;
  return client;
}

function lengthOf(rows: readonly unknown[] = []): number {
  let length = 0;
  for (const row of rows as readonly Record<string, unknown>[]) {
    // Takes a sixth of the time that a list of the values would.
    for (const name in row) {
      const value = row[name];
      if (typeof value === "string") length += value.length;
    }
  }
  return length;
}

/** The real statement behind each one that was passed to Drizzle. */
const alone = new WeakMap<D1PreparedStatement, D1PreparedStatement>();

function forbidAlone(statement: D1PreparedStatement): D1PreparedStatement {
  const refuse = () => {
    throw new Error("A statement was sent by itself; put it in a batch");
  };
  const guarded = {
    bind: (...values: unknown[]) => forbidAlone(statement.bind(...values)),
    first: refuse,
    run: refuse,
    all: refuse,
    raw: refuse,
  } as unknown as D1PreparedStatement;
  alone.set(guarded, statement);
  return guarded;
}
