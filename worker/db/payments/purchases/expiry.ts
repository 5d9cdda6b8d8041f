import type { Database } from "../../../platform/database";
import { deleteExpired } from "../../expired-rows";
import { startedPurchases } from "./schema";

/** Deletes a bounded number of payments that began and were given up. */
export function deleteExpiredStartedPurchases(db: Database, time: number) {
  return deleteExpired(db, startedPurchases, time);
}
