import { and, asc, desc, eq, gte, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database, Id } from "../../platform/database";
import { ordinalOf, selectedTeam, userWithTeam } from "./joins";
import { selectUsers } from "./queries";
import { users } from "./schema";
import { searchExpression, userSearch } from "./search/search-index";

/** What else users of a page have in common. No index is in the order of these: a page of what is rare reads many rows. */
export interface UserFilter {
  signInMethod?: "password" | "otp" | "passkey" | "oauth" | undefined;
  /** Only users with an account at this provider, by its id in the configuration. */
  oauthProvider?: string | undefined;
  primaryEmailVerified?: boolean | undefined;
  requiresTotpMfa?: boolean | undefined;
  /** Anonymous users only, or none of them, whatever the page includes. */
  isAnonymous?: boolean | undefined;
  /** Milliseconds since the epoch, inclusive. */
  signedUpSince?: number | undefined;
  /** Milliseconds since the epoch, inclusive. */
  signedUpUntil?: number | undefined;
}

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
  filter?: UserFilter;
  /** By sign-up where absent. By activity, those who never were active are left out; not for a search, nor for a team. */
  byActivity?: boolean;
}

/**
 * One page of a project's users, newest last unless `descending`; `selectMemberPage` is the same for a team. Each form
 * walks an index that is in the order of sign-up already (the cross joins keep SQLite from walking another), so it reads
 * as many users as it returns, wherever it begins. A range of sign-up times begins where the index has it.
 */
export function selectUserPage(db: Database, page: UserPage) {
  if (page.query) return selectFoundUsers(db, page, page.query);
  const { signedUpSince, signedUpUntil } = page.filter ?? {};
  if (page.byActivity || signedUpSince !== undefined || signedUpUntil !== undefined) return selectByTime(db, page);
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
  { projectId, provenProjectId, cursor, descending, includeAnonymous, filter = {} }: UserPage,
  ordinal: SQLiteColumn,
) {
  const isAnonymous = filter.isAnonymous ?? (includeAnonymous ? undefined : false);
  return and(
    eq(users.projectId, provenProjectId),
    // Spelled out, because a bound value would keep SQLite from the partial index.
    isAnonymous === undefined ? undefined : sql`${users.isAnonymous} = ${sql.raw(isAnonymous ? "1" : "0")}`,
    matches(filter),
    signedUpBetween(filter),
    cursor ? (descending ? lte : gte)(ordinal, ordinalOf(db, { projectId, userId: cursor })) : undefined,
  );
}

export function inOrder({ descending }: UserPage, ordinal: SQLiteColumn) {
  return descending ? desc(ordinal) : asc(ordinal);
}

function matches({ signInMethod, oauthProvider, primaryEmailVerified, requiresTotpMfa }: UserFilter): SQL | undefined {
  return and(
    signInMethod && hasMethod[signInMethod],
    oauthProvider === undefined
      ? undefined
      : sql`exists (select 1 from json_each(${users.oauthProviders}) where value ->> '$.id' = ${oauthProvider})`,
    primaryEmailVerified === undefined ? undefined : eq(users.primaryEmailVerified, primaryEmailVerified),
    requiresTotpMfa === undefined ? undefined : eq(users.requiresTotpMfa, requiresTotpMfa),
  );
}

const hasMethod = {
  password: eq(users.hasPassword, true),
  otp: eq(users.otpAuthEnabled, true),
  passkey: eq(users.passkeyAuthEnabled, true),
  oauth: sql`json_array_length(${users.oauthProviders}) > 0`,
};

function signedUpBetween({ signedUpSince, signedUpUntil }: UserFilter): SQL | undefined {
  return and(
    signedUpSince === undefined ? undefined : gte(users.signedUpAt, signedUpSince),
    signedUpUntil === undefined ? undefined : lte(users.signedUpAt, signedUpUntil),
  );
}

const rowId = sql`${users}.rowid`;

/** A page in the order of sign-up times or of activity, each of which has an index of the anonymous users and one of the others. */
function selectByTime(db: Database, page: UserPage) {
  const { descending, includeAnonymous, limit, filter = {} } = page;
  const time = page.byActivity ? users.lastActiveAt : users.signedUpAt;
  const direction = descending ? desc : asc;
  const order = [direction(time), direction(rowId)];
  const both = filter.isAnonymous === undefined && includeAnonymous;
  const among = both ? [false, true] : [filter.isAnonymous ?? false];
  const [only, other] = among.map((isAnonymous) => inTimePage(db, page, time, isAnonymous));
  if (!other)
    return selectUsers(db)
      .where(only)
      .orderBy(...order)
      .limit(limit);
  const walk = (condition: SQL | undefined) =>
    sql`select * from (select ${rowId} from ${users} where ${condition} order by ${sql.join(order, sql`, `)} limit ${limit})`;
  return selectUsers(db)
    .where(sql`${rowId} in (${walk(only)} union all ${walk(other)})`)
    .orderBy(...order)
    .limit(limit);
}

function inTimePage(db: Database, page: UserPage, time: SQLiteColumn, isAnonymous: boolean) {
  const { projectId, provenProjectId, cursor, descending, byActivity, filter = {} } = page;
  const begin = db
    .select({ time: sql`${time}`.as("time"), row: rowId.as("row") })
    .from(users)
    .where(and(eq(users.projectId, projectId), eq(users.id, cursor ?? "")));
  return and(
    eq(users.projectId, provenProjectId),
    eq(users.isAnonymous, isAnonymous),
    // Spelled out, because it is the condition of the index.
    byActivity ? sql`${users.lastActiveDay} is not null` : undefined,
    matches(filter),
    cursor && !byActivity ? boundAround(filter, descending) : signedUpBetween(filter),
    cursor ? sql`(${time}, ${rowId}) ${sql.raw(descending ? "<=" : ">=")} ${begin}` : undefined,
  );
}

/** The range of a page with a cursor, where the plus keeps SQLite from the end at which the cursor is the closer one. */
function boundAround({ signedUpSince, signedUpUntil }: UserFilter, descending = false): SQL | undefined {
  const [since, until] = descending ? [sql``, sql`+`] : [sql`+`, sql``];
  return and(
    signedUpSince === undefined ? undefined : sql`${since}${users.signedUpAt} >= ${signedUpSince}`,
    signedUpUntil === undefined ? undefined : sql`${until}${users.signedUpAt} <= ${signedUpUntil}`,
  );
}
