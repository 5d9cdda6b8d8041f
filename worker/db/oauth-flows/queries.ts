import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../platform/database";
import { selectUser } from "../users/queries";
import { authorizationCodes, type oauthRequests } from "./schema";

export type OAuthRequestRow = typeof oauthRequests.$inferSelect;

/** The user that a code was issued for; read the row with `readUser`. */
export function selectUserOfCode(db: Database, { projectId, codeHash }: { projectId: string; codeHash: string }) {
  const userId = db
    .select({ userId: authorizationCodes.userId })
    .from(authorizationCodes)
    .where(and(eq(authorizationCodes.projectId, projectId), eq(authorizationCodes.codeHash, codeHash)));
  return selectUser(db, { projectId, userId: sql`(${userId})` });
}
