import type { Database } from "../../platform/database";
import { deleteExpired } from "../expired-rows";
import { sessions } from "./schema";

/** Deletes a bounded number of sessions that expired at a time or before. */
export function deleteExpiredSessions(db: Database, time: number) {
  return deleteExpired(db, sessions, time);
}
