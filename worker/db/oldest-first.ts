import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/** Returns where a row is stored, as a column of a query, for `oldestFirst`. */
export function placeIn(table: SQLiteTable): SQL.Aliased<number> {
  return sql<number>`${table}.rowid`.as("place");
}

/**
 * Rows by when they were created, those of one moment as they were stored. For lists that are read whole: to sort them, the
 * database would read each row twice, or keep an index of each in this order.
 */
export function oldestFirst<Row extends { createdAt: number; place: number }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) => one.createdAt - other.createdAt || one.place - other.place);
}
