import { and, eq, inArray } from "drizzle-orm";
import { type Database, idsIn } from "../../platform/database";
import { endList, type Weighing, weighedColumns, withMetadata } from "../metadata-weight";
import { teams } from "./schema";

type Team = Omit<typeof teams.$inferSelect, "searchName">;

/** Returns what a list of teams is selected with; read its rows with `readTeams`. */
export const weighedTeam = (weighing: Weighing) => weighedColumns({ team: teams }, weighing);

/** The metadata of some of a project's teams. */
export function selectTeamMetadata(db: Database, { projectId, ids }: { projectId: string; ids: readonly string[] }) {
  const { id, clientMetadata, clientReadOnlyMetadata, serverMetadata } = teams;
  return db
    .select({ id, clientMetadata, clientReadOnlyMetadata, serverMetadata })
    .from(teams)
    .where(and(eq(teams.projectId, projectId), inArray(id, idsIn(ids))));
}

/** A list of teams until their metadata are too heavy, and the team after them. Only heavy metadata cost a round trip. */
export async function readTeams<Row extends { team: Team; weight: number }>(
  db: Database,
  rows: readonly Row[],
  { projectId, ...weighing }: Weighing & { projectId: string },
): Promise<{ list: readonly Row[]; next: Team | undefined }> {
  const { list, heavy, next } = endList(rows, weighing);
  if (heavy.length === 0) return { list, next: next?.team };
  const ids = heavy.map(({ team }) => team.id);
  const complete = withMetadata((await db.batch([selectTeamMetadata(db, { projectId, ids })]))[0]);
  return { list: list.map((row) => ({ ...row, team: complete(row.team) })), next: next?.team };
}
