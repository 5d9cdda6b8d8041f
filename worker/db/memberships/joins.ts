import { and, eq, inArray, ne, notExists, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Condition, type Database, type Id, rowIs } from "../../platform/database";
import type { MemberKey, TeamKey, UserIn, UserKey } from "../keys";
import { teamOf } from "../teams/joins";
import { idOfUnsuspended } from "../users/joins";
import { teamMemberships } from "./schema";

/** Joins a user's membership in a team: `.leftJoin(...membershipOf(member))`. */
export const membershipOf = ({ projectId, teamId, userId }: { [Name in keyof MemberKey]: string | SQLWrapper }) =>
  [teamMemberships, rowIs(teamMemberships, { projectId, teamId, userId })] as const;

/** The same for the memberships in a team of those of some users who are not suspended. */
export const unsuspendedMemberships = ({
  projectId,
  teamId,
  userIds,
}: {
  projectId: Id;
  teamId: string;
  userIds: SQLWrapper;
}) => {
  const { userId } = teamMemberships;
  const isUnsuspended = eq(userId, idOfUnsuspended({ projectId, userId: sql`${userId}` }));
  const isOfTeam = rowIs(teamMemberships, { projectId, teamId });
  return [teamMemberships, and(isOfTeam, inArray(userId, userIds), isUnsuspended)] as const;
};

/** The ids of the teams that a user is a member of. */
export function teamIdsOf(db: Database, { projectId, userId }: UserIn) {
  return db
    .select({ id: teamMemberships.teamId })
    .from(teamMemberships)
    .where(rowIs(teamMemberships, { projectId, userId }));
}

/** The ids of the teams of which a user is the only member; with `teamId`, of that one alone. */
export function soleTeamIdsOf(db: Database, { projectId, userId, teamId }: UserKey & Partial<TeamKey>) {
  const other = alias(teamMemberships, "other");
  const others = db
    .select({ id: other.userId })
    .from(other)
    .where(and(rowIs(other, { projectId, teamId: teamMemberships.teamId }), ne(other.userId, userId)));
  return db
    .select({ id: teamMemberships.teamId })
    .from(teamMemberships)
    .where(
      and(
        eq(teamMemberships.projectId, projectId),
        teamId === undefined ? undefined : eq(teamMemberships.teamId, teamId),
        eq(teamMemberships.userId, userId),
        notExists(others),
      ),
    );
}

/** The ids of a team's members. */
export function memberIdsOf(db: Database, { projectId, teamId }: TeamKey) {
  return db
    .select({ id: teamMemberships.userId })
    .from(teamMemberships)
    .where(rowIs(teamMemberships, { projectId, teamId }));
}

/** The id of a team while the user is a member of it, else null. */
export function teamIfMember(member: MemberKey): SQL {
  return ifMember(member, member.teamId);
}

/** Holds while the user is a member of the team. */
export function ifStillMember(member: MemberKey): Condition {
  return sql`${teamIfMember(member)} is not null`;
}

/** A value while the user is a member of the team, else null. */
export function ifMember(member: MemberKey, value: string): SQL {
  const [memberships, isMember] = membershipOf(member);
  return sql`(select ${value} from ${memberships} where ${isMember})`;
}

/** JSON of the ids of a user's teams, oldest first, as the event of the user's deletion reports them. */
export function teamsJsonOf({ projectId, userId }: UserKey, max = -1): SQL {
  const [teams, isTeam] = teamOf(teamMemberships.projectId, teamMemberships.teamId);
  return sql`(
    select json_group_array(json_object('id', ${teams.id}) order by ${teams.createdAt}, ${teams.id})
    from (
      select project_id, team_id from ${teamMemberships}
      where ${rowIs(teamMemberships, { projectId, userId })} limit ${max}
    ) as ${teamMemberships}
    join ${teams} on ${isTeam}
  )`;
}

/** Reads the same, of so many teams at most, before the user leaves them; `teamsJsonAsRead` is then what `teamsJsonOf` was. */
export function selectTeamsJson(db: Database, user: UserKey, max: number) {
  return db.select({ json: sql<string>`${teamsJsonOf(user, max)}`.as("teams") }).from(sql`(select 1)`);
}

export function teamsJsonAsRead([row]: readonly { json: string }[]): SQL {
  return sql`${row?.json ?? "[]"}`;
}

/** Counts the members of each team of a query, up to a limit: it costs this many rows of a team at most. */
export function memberCountUpTo(limit: number) {
  const [teams] = teamOf(teamMemberships.projectId, teamMemberships.teamId);
  return sql<number>`(select count(*) from (
    select 1 from ${teamMemberships}
    where ${teamMemberships}.project_id = ${teams}.project_id and ${teamMemberships}.team_id = ${teams}.id
    limit ${limit}
  ))`;
}
