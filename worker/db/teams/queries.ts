import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Database, Id } from "../../platform/database";
import type { TeamKey } from "./keys";
import { teams } from "./schema";

export type Team = typeof teams.$inferSelect;

/** All teams of a project, oldest first. */
export function selectTeams(db: Database, { projectId }: { projectId: string }) {
  return db.select().from(teams).where(eq(teams.projectId, projectId)).orderBy(asc(teams.createdAt), asc(teams.id));
}

export function selectTeam(db: Database, { projectId, teamId }: TeamKey) {
  return db
    .select()
    .from(teams)
    .where(and(eq(teams.projectId, projectId), eq(teams.id, teamId)));
}

/** Which teams of a project, and where among them to begin. */
export interface TeamPage {
  /** Null as long as the caller is not proven: then no row is read. */
  projectId: Id;
  /** The most rows to return. */
  limit: number;
  /** The id of the first team; the id of no team begins an empty page. */
  cursor?: string | undefined;
  /** Only the team with this id, and those in whose names it occurs, in whichever case its ASCII letters are. */
  query?: string | undefined;
}

/** One page of a project's teams, newest first. Without a search it reads as many teams as it returns. */
export function selectTeamPage(db: Database, { projectId, limit, cursor, query }: TeamPage) {
  const order = sql`(${teams.createdAt}, ${teams.id})`;
  const first = db
    .select({ createdAt: teams.createdAt, id: teams.id })
    .from(teams)
    .where(and(eq(teams.projectId, projectId), eq(teams.id, cursor ?? "")));
  return db
    .select()
    .from(teams)
    .where(
      and(
        eq(teams.projectId, projectId),
        cursor === undefined ? undefined : sql`${order} <= (${first})`,
        query
          ? sql`(${teams.id} = lower(${query}) or instr(lower(${teams.displayName}), lower(${query})) > 0)`
          : undefined,
      ),
    )
    .orderBy(desc(teams.createdAt), desc(teams.id))
    .limit(limit);
}
