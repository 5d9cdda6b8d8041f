import { and, asc, eq, isNull, lte, ne, or } from "drizzle-orm";
import type { Database } from "../../platform/database";
import { projectMoves } from "./schema";

export type ProjectMove = typeof projectMoves.$inferSelect;

/** The move that was requested first, unless it is complete and only waits to be cleaned up after. */
export function selectDueMove(firstDb: Database, { switchedBy }: { switchedBy: number }) {
  const isDue = or(
    ne(projectMoves.phase, "clean"),
    isNull(projectMoves.switchedAt),
    lte(projectMoves.switchedAt, switchedBy),
  );
  return firstDb.select().from(projectMoves).where(isDue).orderBy(asc(projectMoves.requestedAt)).limit(1);
}

/** Notes how far a move has come. */
export function updateMove(
  firstDb: Database,
  { projectId, phase: from }: Pick<ProjectMove, "projectId" | "phase">,
  set: Partial<Omit<ProjectMove, "projectId">>,
) {
  return firstDb
    .update(projectMoves)
    .set(set)
    .where(and(eq(projectMoves.projectId, projectId), eq(projectMoves.phase, from)));
}

export function deleteMove(firstDb: Database, { projectId }: Pick<ProjectMove, "projectId">) {
  return firstDb.delete(projectMoves).where(eq(projectMoves.projectId, projectId));
}
