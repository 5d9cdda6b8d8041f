import type { Database } from "../../platform/database";
import { deleteExpired } from "../expired-rows";
import { auditEvents } from "./schema";

/** Deletes a bounded number of events that expired at a time or before. */
export function deleteExpiredAuditEvents(db: Database, time: number) {
  return deleteExpired(db, auditEvents, time);
}
