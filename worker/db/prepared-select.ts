import { fillPlaceholders, type Query, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import { casing, type Database } from "../platform/database";

/** A select that is sent in a batch. Nothing can be added to it, nor can it be part of another statement. */
export type PreparedSelect<Rows> = RunnableQuery<Rows, "sqlite"> & PromiseLike<Rows> & { toSQL(): Query };

/** What Drizzle makes of a select: its text, where its values stand, and how rows are read. */
interface Written {
  getQuery(): { sql: string; params: unknown[] };
  mapResult(result: unknown, isFromBatch: boolean): unknown;
}

/**
 * A select whose text Drizzle writes once in the life of an isolate. Writing one anew takes longer than all else that a
 * short request computes.
 *
 * @param write writes the select with a placeholder for each value. It may not look at the values: they are those of no
 *   request.
 * @returns the select for the values of a request
 */
export function prepareSelect<Values extends object, Rows>(
  write: (db: Database, values: Values) => PromiseLike<Rows>,
): (db: Database, values: Values) => PreparedSelect<Rows> {
  let written: Written | undefined;
  return (db, values) => {
    written ??= writeWith(write, Object.keys(values));
    return bound(written, db, values);
  };
}

function writeWith<Values extends object>(
  write: (db: Database, values: Values) => PromiseLike<unknown>,
  names: readonly string[],
): Written {
  const placeholders = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]));
  const select = write(unconnected, placeholders as Values) as unknown as { _prepare(): Written };
  return select._prepare();
}

/** Writes statements, which belong to no request. */
const unconnected = drizzle({ prepare: () => undefined } as unknown as D1Database, { casing }) as unknown as Database;

function bound<Rows>(written: Written, db: Database, values: object): PreparedSelect<Rows> {
  const { sql: text, params } = written.getQuery();
  const query = { sql: text, params: fillPlaceholders(params, values as Record<string, unknown>) };
  const prepared = {
    stmt: db.$client.prepare(text),
    getQuery: () => query,
    mapResult: (result: unknown, isFromBatch: boolean) => written.mapResult(result, isFromBatch),
  };
  const select = {
    // Drizzle's `batch` takes what it sends from here.
    _prepare: () => prepared,
    toSQL: () => query,
    // biome-ignore lint/suspicious/noThenProperty: Drizzle's selects have one too, and in a batch nothing calls it.
    then: () => {
      throw new Error("A statement was sent by itself; put it in a batch");
    },
  };
  return select as unknown as PreparedSelect<Rows>;
}
