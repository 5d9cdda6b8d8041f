import { inArray, lte, sql } from "drizzle-orm";
import type { Database } from "../../platform/database";
import { rowsPerStep } from "../expired-rows";
import { keptUntil } from "./kept-until";
import { sentEmails } from "./schema";

/** Deletes a bounded number of rows of the delivery log that are kept no longer, of all projects. */
export function deleteOldSentEmails(db: Database, now: number) {
  const old = db.select({ rowid: sql`rowid` }).from(sentEmails).where(lte(keptUntil, now)).limit(rowsPerStep);
  return db.delete(sentEmails).where(inArray(sql`rowid`, old));
}
