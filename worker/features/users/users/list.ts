import { and, asc, desc, eq, exists, gte, lte, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { teamMemberships } from "../../../db/memberships/schema";
import { teams } from "../../../db/teams/schema";
import { isSelectedTeam, selectUsers, userWithTeam } from "../../../db/users/queries";
import { users } from "../../../db/users/schema";
import type { Database } from "../../../platform/database";
import { searchExpression, userSearch } from "../search";

/** Which users, and where in the order of sign-up to begin. */
export interface UserPage {
  projectId: string;
  /** The most rows to return. */
  limit: number;
  /** The id of the first user; one who is not there begins an empty page. */
  cursor?: string | undefined;
  descending?: boolean;
  includeAnonymous?: boolean;
  teamId?: string | undefined;
  query?: string | undefined;
}

/**
 * One page of users, newest last unless `descending`. Each form walks an index that is in the order of sign-up already
 * (the cross joins keep SQLite from walking another), so it reads as many users as it returns, wherever it begins.
 */
export function selectPage(db: Database, page: UserPage) {
  if (page.query) return selectFound(db, page, page.query);
  return page.teamId ? selectMembers(db, page, page.teamId) : selectAll(db, page);
}

function selectAll(db: Database, page: UserPage) {
  return selectUsers(db)
    .where(inPage(db, page, users.ordinal))
    .orderBy(inOrder(page, users.ordinal))
    .limit(page.limit);
}

function selectMembers(db: Database, page: UserPage, teamId: string) {
  const { projectId, teamId: team, userId, userOrdinal } = teamMemberships;
  return db
    .select(userWithTeam)
    .from(teamMemberships)
    .crossJoin(users)
    .leftJoin(teams, isSelectedTeam)
    .where(and(eq(projectId, page.projectId), eq(team, teamId), eq(users.id, userId), inPage(db, page, userOrdinal)))
    .orderBy(inOrder(page, userOrdinal))
    .limit(page.limit);
}

function selectFound(db: Database, page: UserPage, query: string) {
  return db
    .select(userWithTeam)
    .from(userSearch)
    .crossJoin(users)
    .leftJoin(teams, isSelectedTeam)
    .where(
      and(
        sql`${userSearch} match ${searchExpression(page.projectId, query)}`,
        eq(users.ordinal, userSearch.rowid),
        inPage(db, page, userSearch.rowid),
        page.teamId ? exists(membershipIn(db, page.projectId, page.teamId)) : undefined,
      ),
    )
    .orderBy(inOrder(page, userSearch.rowid))
    .limit(page.limit);
}

function inPage(db: Database, { projectId, cursor, descending, includeAnonymous }: UserPage, ordinal: SQLiteColumn) {
  return and(
    eq(users.projectId, projectId),
    // Spelled out, because a bound value would keep SQLite from the partial index.
    includeAnonymous ? undefined : sql`${users.isAnonymous} = 0`,
    cursor ? (descending ? lte : gte)(ordinal, ordinalOf(db, projectId, cursor)) : undefined,
  );
}

function inOrder({ descending }: UserPage, ordinal: SQLiteColumn) {
  return descending ? desc(ordinal) : asc(ordinal);
}

function ordinalOf(db: Database, projectId: string, userId: string) {
  return db
    .select({ ordinal: users.ordinal })
    .from(users)
    .where(and(eq(users.projectId, projectId), eq(users.id, userId)));
}

function membershipIn(db: Database, projectId: string, teamId: string) {
  return db
    .select({ userId: teamMemberships.userId })
    .from(teamMemberships)
    .where(
      and(
        eq(teamMemberships.projectId, projectId),
        eq(teamMemberships.teamId, teamId),
        eq(teamMemberships.userId, users.id),
      ),
    );
}
