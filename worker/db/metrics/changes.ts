import { inArray, lt, sql } from "drizzle-orm";
import type { Database } from "../../platform/database";
import { rowsPerStep } from "../expired-rows";
import { dailyUserCounts } from "./schema";

/** Deletes a bounded number of the counts of days before one, of all projects together. */
export function deleteDailyUserCounts(db: Database, { before }: { before: number }) {
  const rowid = sql`rowid`;
  const old = db.select({ rowid }).from(dailyUserCounts).where(lt(dailyUserCounts.day, before)).limit(rowsPerStep);
  return db.delete(dailyUserCounts).where(inArray(rowid, old));
}
