import { and, asc, between, eq, inArray, lt, sql } from "drizzle-orm";
import type { Database, Id } from "../../platform/database";
import { rowsPerStep } from "../expired-rows";
import { dailyUserCounts, userCounts } from "./schema";

export type UserCounts = typeof userCounts.$inferSelect;
export type DailyUserCounts = typeof dailyUserCounts.$inferSelect;

/** The counts of a project's users: a row, or nothing before the first user. */
export function selectUserCounts(db: Database, { projectId }: { projectId: Id }) {
  return db.select().from(userCounts).where(eq(userCounts.projectId, projectId));
}

/** The counts of the days from `first` to `last`, in order. A day on which nothing happened has none. */
export function selectDailyUserCounts(
  db: Database,
  { projectId, first, last }: { projectId: Id; first: number; last: number },
) {
  return db
    .select()
    .from(dailyUserCounts)
    .where(and(eq(dailyUserCounts.projectId, projectId), between(dailyUserCounts.day, first, last)))
    .orderBy(asc(dailyUserCounts.day));
}

/** Deletes a bounded number of the counts of days before one, of all projects together. */
export function deleteDailyUserCounts(db: Database, { before }: { before: number }) {
  const rowid = sql`rowid`;
  const old = db.select({ rowid }).from(dailyUserCounts).where(lt(dailyUserCounts.day, before)).limit(rowsPerStep);
  return db.delete(dailyUserCounts).where(inArray(rowid, old));
}
