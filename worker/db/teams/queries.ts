import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type Condition, type Database, type Id, idsIn, ifFewer, rowIs } from "../../platform/database";
import type { TeamKey } from "../keys";
import type { Weighing } from "../metadata-weight";
import { searchName } from "../search-text";
import { teamIdsMadeBy } from "./joins";
import { teams } from "./schema";
import { weighedTeam } from "./weighed-teams";

/** A team without what is of no use outside of storage. */
export type Team = Omit<typeof teams.$inferSelect, "searchName">;

/** Says which teams of a list to read, and where among them to begin: the oldest where absent. */
export interface TeamRange {
  /** The place of the first team, whether it is there still or not. */
  begin?: TeamPlace | undefined;
  /** Newest first. */
  descending?: boolean | undefined;
  /** Only the team with this id, and those in whose names it occurs, whatever the case and the accents of letters. */
  query?: string | undefined;
}

/** What narrows a list of teams down to a range, and the order of it, which is that of an index. */
export function inTeamRange({ begin, descending, query }: TeamRange) {
  const direction = descending ? desc : asc;
  const comparison = sql.raw(descending ? "<=" : ">=");
  const where = and(
    begin && sql`(${teams.createdAt}, ${teams.id}) ${comparison} (${begin.createdAt}, ${begin.id})`,
    // A release before this one writes no names to search.
    query
      ? sql`(${teams.id} = lower(${query}) or instr(coalesce(${teams.searchName}, lower(${teams.displayName})), ${searchName(query)}) > 0)`
      : undefined,
  );
  return { where, order: [direction(teams.createdAt), direction(teams.id)] };
}

/** Teams of a project; read them with `readTeams`. */
export function selectTeams(db: Database, { projectId, ...list }: { projectId: Id } & TeamRange & Weighing) {
  const { where, order } = inTeamRange(list);
  return db
    .select(weighedTeam(list))
    .from(teams)
    .where(and(eq(teams.projectId, projectId), where))
    .orderBy(...order)
    .limit(list.limit);
}

export function selectTeam(db: Database, { projectId, teamId }: TeamKey) {
  return db
    .select()
    .from(teams)
    .where(rowIs(teams, { projectId, id: teamId }));
}

/** That a user has made fewer teams than so many, as a condition of the statement that makes one. */
export function fewerTeamsOf(
  db: Database,
  { projectId, creatorUserId }: { projectId: string; creatorUserId: string },
  max: number,
): Condition {
  return ifFewer(teamIdsMadeBy(db, { projectId, userId: creatorUserId }), max);
}

/** Says where a team is in the list, which outlives it. */
export type TeamPlace = Pick<Team, "createdAt" | "id">;

/** Says which teams of a project to read. */
export interface TeamPage extends Omit<TeamRange, "descending"> {
  /** Null as long as the caller is not proven: then no row is read. */
  projectId: Id;
  /** The most rows to return. */
  limit: number;
  /** Says how many members each team has, as `memberCountUpTo` has it. */
  memberCount: SQL<number>;
  /** Leaves out the metadata of the teams. */
  omitsMetadata?: boolean;
}

/**
 * One page of a project's teams, newest first, each with the number of its members. Without a search it reads as many teams as it returns.
 * Read them with `readTeams`.
 */
export function selectTeamPage(db: Database, { projectId, limit, memberCount, omitsMetadata, ...range }: TeamPage) {
  const { where, order } = inTeamRange({ ...range, descending: true });
  return db
    .select({ ...weighedTeam({ limit, omitsMetadata }), memberCount: memberCount.as("member_count") })
    .from(teams)
    .where(and(eq(teams.projectId, projectId), where))
    .orderBy(...order)
    .limit(limit);
}

/** The images of some teams, as `imageHolders` names them. */
export function selectTeamImages(db: Database, projectId: string, teamIds: readonly string[]) {
  return db
    .select({ holder: sql<string>`'team/' || ${teams.id}`, url: teams.profileImageUrl })
    .from(teams)
    .where(and(eq(teams.projectId, projectId), inArray(teams.id, idsIn(teamIds))));
}
