import { eq } from "drizzle-orm";
import type { Database } from "../../platform/database";
import { projects } from "./schema";

export type ProjectRow = typeof projects.$inferSelect;

export function selectProject(db: Database, { projectId }: { projectId: string }) {
  return db.select().from(projects).where(eq(projects.projectId, projectId));
}
