import { and, asc, desc, eq, gte, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database, Id } from "../../platform/database";
import { ordinalOf, selectedTeam, userWithTeam } from "./joins";
import { selectUsers } from "./queries";
import { users } from "./schema";
import { searchExpression, userSearch } from "./search/search-index";

/** Which users, and where in the order of sign-up to begin. */
export interface UserPage {
  projectId: string;
  /** The same, or null as long as the caller is not proven: then no row is read. */
  provenProjectId: Id;
  /** The most rows to return. */
  limit: number;
  /** The id of the first user; the id of no user begins an empty page. */
  cursor?: string | undefined;
  descending?: boolean;
  includeAnonymous?: boolean;
  /** Only users in whose name or addresses this occurs. */
  query?: string | undefined;
}

/**
 * One page of a project's users, newest last unless `descending`; `selectMemberPage` is the same for a team. Each form
 * walks an index that is in the order of sign-up already (the cross joins keep SQLite from walking another), so it reads
 * as many users as it returns, wherever it begins.
 */
export function selectUserPage(db: Database, page: UserPage) {
  if (page.query) return selectFoundUsers(db, page, page.query);
  return selectUsers(db)
    .where(inPage(db, page, users.ordinal))
    .orderBy(inOrder(page, users.ordinal))
    .limit(page.limit);
}

/** The form of a page with a search, on a further condition. */
export function selectFoundUsers(db: Database, page: UserPage, query: string, condition?: SQL) {
  return db
    .select(userWithTeam)
    .from(userSearch)
    .crossJoin(users)
    .leftJoin(...selectedTeam)
    .where(
      and(
        // No user has this token, which an unproven caller searches for instead: to match null is an error.
        sql`${userSearch} match case when ${page.provenProjectId} is null then 'unproven' else ${searchExpression(page.projectId, query)} end`,
        eq(users.ordinal, userSearch.rowid),
        inPage(db, page, userSearch.rowid),
        condition,
      ),
    )
    .orderBy(inOrder(page, userSearch.rowid))
    .limit(page.limit);
}

/** Whether a user belongs on a page or after it, by a column that holds their ordinal. */
export function inPage(
  db: Database,
  { projectId, provenProjectId, cursor, descending, includeAnonymous }: UserPage,
  ordinal: SQLiteColumn,
) {
  return and(
    eq(users.projectId, provenProjectId),
    // Spelled out, because a bound value would keep SQLite from the partial index.
    includeAnonymous ? undefined : sql`${users.isAnonymous} = 0`,
    cursor ? (descending ? lte : gte)(ordinal, ordinalOf(db, { projectId, userId: cursor })) : undefined,
  );
}

export function inOrder({ descending }: UserPage, ordinal: SQLiteColumn) {
  return descending ? desc(ordinal) : asc(ordinal);
}
