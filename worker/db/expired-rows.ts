import { inArray, lte, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database, Statement } from "../platform/database";
import type { StepOutcome } from "../platform/jobs";

/** The most rows that one statement deletes: a few milliseconds of the database, which runs one batch at a time. */
export const rowsPerStep = 500;

/**
 * Deletes up to `rowsPerStep` rows that expired at a time or before, of all projects together. The table needs an index
 * that begins with `expires_at`.
 */
export function deleteExpired(db: Database, table: SQLiteTable & { expiresAt: SQLiteColumn }, time: number) {
  const rowid = sql`rowid`;
  const expired = db.select({ rowid }).from(table).where(lte(table.expiresAt, time)).limit(rowsPerStep);
  return db.delete(table).where(inArray(rowid, expired));
}

/** A deletion of any rows, whose result counts them. */
type Deletion = Statement & PromiseLike<D1Result>;

/** Sends deletions in one batch. There may be more to delete when one of them reached its limit. */
export async function sweepStep(db: Database, deletions: [Deletion, ...Deletion[]]): Promise<StepOutcome> {
  const results = await db.batch(deletions);
  return results.some(({ meta }) => meta.changes >= rowsPerStep) ? "more" : "done";
}
