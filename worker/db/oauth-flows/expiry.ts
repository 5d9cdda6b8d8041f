import type { Database } from "../../platform/database";
import { deleteExpired } from "../expired-rows";
import { authorizationCodes, oauthRequests } from "./schema";

/** Deletes a bounded number of requests that expired at a time or before. */
export function deleteExpiredRequests(db: Database, time: number) {
  return deleteExpired(db, oauthRequests, time);
}

/** Deletes a bounded number of authorization codes that expired, or are to be forgotten, at a time or before. */
export function deleteExpiredAuthorizationCodes(db: Database, time: number) {
  return deleteExpired(db, authorizationCodes, time);
}
