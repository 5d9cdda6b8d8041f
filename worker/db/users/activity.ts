import { and, eq } from "drizzle-orm";
import type { Database } from "../../platform/database";
import { users } from "./schema";

/** Notes when a user was last active. */
export function updateLastActivity(
  db: Database,
  { projectId, userId, now }: { projectId: string; userId: string; now: number },
) {
  return db
    .update(users)
    .set({ lastActiveAt: now })
    .where(and(eq(users.projectId, projectId), eq(users.id, userId)));
}
