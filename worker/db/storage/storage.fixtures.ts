import { eq } from "drizzle-orm";
import { db } from "../../testing/project";
import { projectStorage } from "./schema";

/** Reads what is counted of a project. */
export async function storageOf(projectId: string): Promise<typeof projectStorage.$inferSelect> {
  const [[row]] = await db.batch([db.select().from(projectStorage).where(eq(projectStorage.projectId, projectId))]);
  if (!row) throw new Error(`Nothing is counted of ${projectId}`);
  return row;
}

/** Gives a project a quota of its own. */
export async function setQuota(
  projectId: string,
  quota: Partial<Pick<typeof projectStorage.$inferSelect, "maxBytes" | "maxRows">>,
): Promise<void> {
  await db.batch([db.update(projectStorage).set(quota).where(eq(projectStorage.projectId, projectId))]);
}
