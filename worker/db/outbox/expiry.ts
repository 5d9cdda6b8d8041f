import { inArray, lte, sql } from "drizzle-orm";
import type { Database } from "../../platform/database";
import { deleteExpired, rowsPerStep } from "../expired-rows";
import { outbox, webhookAttempts, webhookDeliveries } from "./schema";

/** For how long events, their deliveries and attempts are kept. The triggers of deliveries have it, too. */
export const retentionMillis = 30 * 24 * 60 * 60 * 1000;

/** Deletes a bounded number of events, deliveries and attempts that are kept no longer, of all projects. */
export function deleteOldWebhookRows(db: Database, now: number) {
  const old = db
    .select({ rowid: sql`rowid` })
    .from(outbox)
    .where(lte(outbox.createdAt, now - retentionMillis))
    .limit(rowsPerStep);
  return [
    deleteExpired(db, webhookAttempts, now),
    deleteExpired(db, webhookDeliveries, now),
    db.delete(outbox).where(inArray(sql`rowid`, old)),
  ] as const;
}
