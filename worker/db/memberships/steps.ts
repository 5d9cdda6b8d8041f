import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Condition, Database, Statement } from "../../platform/database";
import type { TeamKey, UserKey } from "../keys";
import { deselectTeam, deselectTeams } from "../users/changes";
import { recordDeletionsOf } from "./events";
import { teamMemberships } from "./schema";

/** The most memberships that one batch ends: each is an event, and has grants of its own. */
export const membershipsPerBatch = 20;

const { projectId, teamId, userId, createdAt } = teamMemberships;

/** Holds while a user is in no more teams than one batch leaves. */
export function isInFewTeams(user: UserKey): Condition {
  return areFew(isOfUser(user));
}

/** Holds while a team has no more members than one batch takes out. */
export function hasFewMembers(team: TeamKey): Condition {
  return areFew(isOfTeam(team));
}

/** Has a user leave some teams, with an event for each, in the order in which they have joined. */
export function leaveSome(db: Database, user: UserKey) {
  const some = db
    .select({ place: sql`rowid` })
    .from(teamMemberships)
    .where(isOfUser(user))
    .orderBy(createdAt, teamId)
    .limit(membershipsPerBatch);
  // By their row ids alone: with the user, SQLite would read all of their memberships.
  const isOne = inArray(sql`rowid`, some);
  const left = db.select({ id: teamId }).from(teamMemberships).where(isOne);
  const before: Statement[] = [recordDeletionsOf(db, user.projectId, isOne), deselectTeams(db, user, left)];
  return { before, deletion: db.delete(teamMemberships).where(isOne).returning({ id: teamId }) };
}

/** Takes some members out of a team that is being deleted, of which its own event tells. */
export function dropSome(db: Database, team: TeamKey) {
  const some = db
    .select({ place: sql`rowid` })
    .from(teamMemberships)
    .where(isOfTeam(team))
    .orderBy(userId)
    .limit(membershipsPerBatch);
  const isOne = inArray(sql`rowid`, some);
  const userIds = db.select({ id: userId }).from(teamMemberships).where(isOne);
  const before: Statement[] = [deselectTeam(db, { ...team, userIds })];
  return { before, deletion: db.delete(teamMemberships).where(isOne).returning({ id: userId }) };
}

function isOfUser(user: UserKey): SQL | undefined {
  return and(eq(projectId, user.projectId), eq(userId, user.userId));
}

function isOfTeam(team: TeamKey): SQL | undefined {
  return and(eq(projectId, team.projectId), eq(teamId, team.teamId));
}

function areFew(which: SQL | undefined): Condition {
  return sql`(select count(*) from (
    select 1 from ${teamMemberships} where ${which} limit ${membershipsPerBatch + 1}
  )) <= ${membershipsPerBatch}`;
}
