import { and, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "../platform/database";

/** A page looks through this many rows for those that its filters select. Where it then ends early, the next one goes on. */
export const maxWalked = 5_000;

/**
 * Begins a query that looks through the first rows in the order of an index, and no further, however rare what it looks for is. It
 * also finds the last of these rows (`nth` is `maxWalked`), from which the next page goes on.
 *
 * @param table.from the table, where it needs the name of its index
 * @param table.where what bounds the index
 * @param filters what else the rows have in common
 */
export function walkOf(
  db: Database,
  { table, from = table, where, order }: { table: SQLiteTable; from?: SQLiteTable | SQL; where?: SQL; order: SQL },
  ...filters: (SQL | undefined)[]
) {
  const isFound = and(...filters);
  // Numbering doubles the rows that count as read, and without filters nobody asks for it.
  const nth = isFound ? sql<number>`row_number() over (order by ${order})` : sql<number>`0`;
  const walk = db
    .select({ place: sql<number>`rowid`.as("place"), nth: nth.as("nth") })
    .from(from)
    .where(where)
    .orderBy(order)
    .limit(maxWalked)
    .as("walk");
  const found = isFound ?? sql`true`;
  return {
    walk,
    columns: { nth: walk.nth, isFound: sql<number>`${found}`.as("is_found") },
    rows: sql`${table}.rowid = ${walk.place} and (${found} or ${walk.nth} = ${maxWalked})`,
  };
}
