import { inArray, lte, sql } from "drizzle-orm";
import type { Database } from "../../platform/database";
import { rowsPerStep } from "../expired-rows";
import { keptUntil } from "./kept-until";
import { verificationCodes } from "./schema";

/** Deletes a bounded number of codes of all kinds that are kept no longer, used or not. */
export function deleteExpiredVerificationCodes(db: Database, now: number) {
  const expired = db
    .select({ rowid: sql`rowid` })
    .from(verificationCodes)
    .where(lte(keptUntil, now))
    .limit(rowsPerStep);
  return db.delete(verificationCodes).where(inArray(sql`rowid`, expired));
}
