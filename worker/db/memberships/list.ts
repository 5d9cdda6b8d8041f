import { and, eq, exists, inArray, type SQL, sql } from "drizzle-orm";
import { type Database, type Id, rowIs } from "../../platform/database";
import { selectedTeam, userOf } from "../users/joins";
import { found, inOrder, inPage, sortedBy, type UserPage } from "../users/list";
import { isFoundBy, isFoundWhole, userSearch } from "../users/search/search-index";
import { selectWeighedUsers, weighedUserWithTeam } from "../users/weighed-users";
import { teamMemberships } from "./schema";

interface MembersInOrder {
  provenProjectId: Id;
  teamId: string;
  /** A team with more members has an empty page in another order than that of sign-up, which would read all of them. */
  maxSorted: number;
}

interface MemberPage extends UserPage, MembersInOrder {}

/** One page of a team's members, as `selectUserPage` is of a project's users. */
export function selectMemberPage(db: Database, page: MemberPage) {
  if (page.query) return selectFoundMembers(db, page, page.query);
  if (page.orderBy === "activity" || page.orderBy === "name") return selectSortedMembers(db, page, page.orderBy);
  const { projectId, userId, userOrdinal } = teamMemberships;
  const [users] = userOf(projectId, userId);
  return db
    .select(weighedUserWithTeam(page))
    .from(teamMemberships)
    .crossJoin(users)
    .leftJoin(...selectedTeam)
    .where(and(inTeam(page), eq(users.id, userId), inPage(db, page, userOrdinal)))
    .orderBy(inOrder(page, userOrdinal))
    .limit(page.limit);
}

function selectSortedMembers(db: Database, page: MemberPage, orderBy: "activity" | "name") {
  const { projectId, userId } = teamMemberships;
  const [users] = userOf(projectId, userId);
  const { order, where } = sortedBy(db, page, orderBy);
  // In place of the id: a condition beside it would be asked of each membership.
  const ifFew = sql`case when (select count(*) from ${membersUpTo(db, page, page.maxSorted + 1)}) <= ${page.maxSorted}
    then ${page.teamId} end`;
  return db
    .select(weighedUserWithTeam(page))
    .from(teamMemberships)
    .crossJoin(users)
    .leftJoin(...selectedTeam)
    .where(and(inTeam({ ...page, teamId: ifFew }), eq(users.id, userId), where))
    .orderBy(...order)
    .limit(page.limit);
}

/** Reads a row where a team has more members than are sorted. */
export function selectUnsortedMember(db: Database, page: MembersInOrder) {
  return membersUpTo(db, page, 1).offset(page.maxSorted);
}

function membersUpTo(db: Database, page: Pick<MembersInOrder, "provenProjectId" | "teamId">, limit: number) {
  const { userId } = teamMemberships;
  return db.select({ userId }).from(teamMemberships).where(inTeam(page)).limit(limit).$dynamic();
}

/**
 * A team of at most this many members is searched member by member, whatever the words. A larger one is searched by the hits of the
 * words, where these are at most as many. Where both are more, the page is filled member by member, since hits are so frequent that it
 * is soon full.
 */
const fewRows = 2_000;

/**
 * The members whom a search finds: of the team or of the words, the page begins at whichever leads to fewer users. The other
 * of the two walks reads nothing, because no team has the id null and no user the token that it matches.
 */
function selectFoundMembers(db: Database, page: MemberPage, query: string) {
  const { projectId, userId, userOrdinal } = teamMemberships;
  const [users] = userOf(projectId, userId);
  const isProven = sql`${page.provenProjectId} is not null`;
  const someMembers = membersUpTo(db, page, fewRows + 1);
  const someHits = db
    .select({ rowid: userSearch.rowid })
    .from(userSearch)
    .where(found(page.projectId, query, isProven))
    .limit(fewRows + 1);
  // Materialised, since both walks ask.
  const choice = sql`choice(begins_at_team) as materialized (select case
    when (select count(*) from ${someMembers}) <= ${fewRows} then 1
    else (select count(*) from ${someHits}) > ${fewRows} end)`;
  const beginsAtTeam = sql`(select begins_at_team from choice)`;
  const membersFound = db
    .select({ ordinal: users.ordinal })
    .from(teamMemberships)
    .crossJoin(users)
    .where(
      and(
        inTeam({ ...page, teamId: sql`case when ${beginsAtTeam} then ${page.teamId} end` }),
        eq(users.id, userId),
        inPage(db, page, userOrdinal),
        isFoundBy(db, query),
      ),
    )
    .orderBy(inOrder(page, userOrdinal))
    .limit(page.limit);
  const membership = db
    .select({ userId })
    .from(teamMemberships)
    .where(and(inTeam(page), eq(userId, users.id)));
  const hitsInTeam = db
    .select({ ordinal: users.ordinal })
    .from(userSearch)
    .crossJoin(users)
    .where(
      and(
        found(page.projectId, query, sql`${isProven} and not ${beginsAtTeam}`),
        eq(users.ordinal, userSearch.rowid),
        inPage(db, page, userSearch.rowid),
        isFoundWhole(db, query),
        exists(membership),
      ),
    )
    .orderBy(inOrder(page, userSearch.rowid))
    .limit(page.limit);
  const ordinals = sql`(with ${choice} select * from ${membersFound} union all select * from ${hitsInTeam})`;
  return selectWeighedUsers(db, page)
    .where(inArray(users.ordinal, ordinals))
    .orderBy(inOrder(page, users.ordinal))
    .limit(page.limit);
}

function inTeam({ provenProjectId, teamId }: Pick<UserPage, "provenProjectId"> & { teamId: string | SQL }) {
  return rowIs(teamMemberships, { projectId: provenProjectId, teamId });
}
