import { and, count, eq } from "drizzle-orm";
import type { Database } from "../../../platform/database";
import type { UserKey } from "../../keys";
import { recoveryCodes } from "./schema";

/** Counts the codes that a user has left. */
export function countRecoveryCodes(db: Database, user: UserKey) {
  return db
    .select({ remaining: count().as("remaining") })
    .from(recoveryCodes)
    .where(isCodeOf(user));
}

export function isCodeOf({ projectId, userId }: UserKey) {
  return and(eq(recoveryCodes.projectId, projectId), eq(recoveryCodes.userId, userId));
}
