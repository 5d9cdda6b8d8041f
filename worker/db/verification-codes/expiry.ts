import type { Database } from "../../platform/database";
import { deleteExpired } from "../expired-rows";
import { verificationCodes } from "./schema";

/** Deletes a bounded number of codes of all kinds that expired at a time or before, used or not. */
export function deleteExpiredVerificationCodes(db: Database, time: number) {
  return deleteExpired(db, verificationCodes, time);
}
