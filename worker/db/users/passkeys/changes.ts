import { and, eq } from "drizzle-orm";
import type { Database, Statement } from "../../../platform/database";
import type { UserKey } from "../keys";
import { passkeys } from "./schema";

/** Deletes all passkeys of a user. */
export function deletePasskeys(db: Database, { projectId, userId }: UserKey): Statement {
  return db.delete(passkeys).where(and(eq(passkeys.projectId, projectId), eq(passkeys.userId, userId)));
}
