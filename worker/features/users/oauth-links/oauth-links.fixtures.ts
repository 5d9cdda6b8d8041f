import { and, eq } from "drizzle-orm";
import { db, type TestProject } from "../../../testing/project";
import { oauthLinks } from "./schema";

/** A user's links as they are stored, oldest first. */
export async function linksOf(p: TestProject, userId: string) {
  const [rows] = await db.batch([
    db
      .select()
      .from(oauthLinks)
      .where(and(eq(oauthLinks.projectId, p.id), eq(oauthLinks.userId, userId)))
      .orderBy(oauthLinks.createdAt),
  ]);
  return rows;
}
