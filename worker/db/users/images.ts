import { and, eq, inArray, sql } from "drizzle-orm";
import { type Database, idsIn } from "../../platform/database";
import { users } from "./schema";

/** The images of some users, as `imageHolders` names them. */
export function selectUserImages(db: Database, projectId: string, userIds: readonly string[]) {
  return db
    .select({ holder: sql<string>`'user/' || ${users.id}`, url: users.profileImageUrl })
    .from(users)
    .where(and(eq(users.projectId, projectId), inArray(users.id, idsIn(userIds))));
}
