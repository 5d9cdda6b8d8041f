import { and, asc, desc, eq, gte, isNotNull, isNull, lte, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type Database, type Id, rowIs } from "../../platform/database";
import { asksForVerification } from "../projects/joins";
import { ordinalOf, rowId, rowIdOf, selectedTeam } from "./joins";
import { restrictedTypeIn } from "./restriction";
import { users } from "./schema";
import { isFoundWhole, searchExpression, userSearch } from "./search/search-index";
import { selectWeighedUsers, type UserOrder, type UserPlace, weighedUserWithTeam } from "./weighed-users";

/**
 * Holds what else users of a page have in common. No index but that of suspended users is in the order of these: a page of
 * what is rare reads many rows.
 */
export interface UserFilter {
  signInMethod?: "password" | "otp" | "passkey" | "oauth" | undefined;
  /** Only users with an account at this provider, by its id in the configuration. */
  oauthProvider?: string | undefined;
  primaryEmailVerified?: boolean | undefined;
  requiresTotpMfa?: boolean | undefined;
  isSuspended?: boolean | undefined;
  /** Only users who are kept from full use, anonymous ones among them where the page includes them, or none of them. */
  isRestricted?: boolean | undefined;
  /** Anonymous users only, or none of them, whatever the page includes. */
  isAnonymous?: boolean | undefined;
  /** Milliseconds since the epoch, inclusive. */
  signedUpSince?: number | undefined;
  /** Milliseconds since the epoch, inclusive. */
  signedUpUntil?: number | undefined;
}

/** Says which users to read, and where in their order to begin. */
export interface UserPage {
  projectId: string;
  /** The same, or null as long as the caller is not proven: then no row is read. */
  provenProjectId: Id;
  /** The most rows to return. */
  limit: number;
  /** The place of the first user, whether they are there still or not. */
  begin?: UserPlace | undefined;
  descending?: boolean;
  includeAnonymous?: boolean;
  /** Only users in whose name or addresses this occurs. */
  query?: string | undefined;
  filter?: UserFilter;
  /**
   * By sign-up where absent. By activity, those who never were active come last; by name, those without one do so, either way.
   * A search is by sign-up only.
   */
  orderBy?: UserOrder | undefined;
  /** Leaves out the metadata of users and of their selected teams. */
  omitsMetadata?: boolean;
}

/**
 * Selects one page of a project's users, newest last unless `descending`. `selectMemberPage` does the same for a team. Each form walks
 * an index that is in the page's order already (the cross joins keep SQLite from walking another). It therefore reads as many users as
 * it returns, wherever it begins. A range of sign-up times begins where the index has it. Read the rows with `readUsers`.
 */
export function selectUserPage(db: Database, page: UserPage) {
  if (page.query) return selectFoundUsers(db, page, page.query);
  const { signedUpSince, signedUpUntil } = page.filter ?? {};
  if (page.orderBy === "name" || page.orderBy === "activity") return selectByKey(db, page, keys[page.orderBy]);
  if (signedUpSince !== undefined || signedUpUntil !== undefined) return selectBySignUp(db, page);
  if (page.filter?.isRestricted !== undefined && !page.includeAnonymous) return selectByRestriction(db, page);
  return selectWeighedUsers(db, page)
    .where(inPage(db, page, users.ordinal))
    .orderBy(inOrder(page, users.ordinal))
    .limit(page.limit);
}

/**
 * The form of a page of users who have signed up and are restricted, or are not. Users with a verified address have an index, so have
 * those without, and those whom an administrator restricts. A page therefore reads no more of the others, however many they are.
 */
function selectByRestriction(db: Database, page: UserPage) {
  const { projectId, provenProjectId, descending, filter: { isRestricted, ...filter } = {} } = page;
  const asks = asksForVerification(projectId);
  const order = [descending ? desc(users.ordinal) : asc(users.ordinal)];
  const among = (kind: SQL) => walk(and(inPage(db, { ...page, filter }, users.ordinal), kind), order, page);
  const unverified = (isListed: SQL) =>
    among(
      sql`${users.projectId} = case when ${isListed} then ${provenProjectId} end and ${users.restrictedByAdmin} = 0 and ${users.primaryEmailVerified} = 0`,
    );
  const walks = isRestricted
    ? [among(sql`${users.restrictedByAdmin} = 1`), unverified(asks)]
    : [among(sql`${users.restrictedByAdmin} = 0 and ${users.primaryEmailVerified} = 1`), unverified(sql`not ${asks}`)];
  return selectWalked(db, page, walks, order);
}

/**
 * Reads the first users who would be restricted if the project asked for a verified address, and how many there are. There are none
 * where it asks already. It reads at most `max` rows of the index.
 */
export function selectAffectedByVerification(
  db: Database,
  {
    projectId,
    provenProjectId,
    limit,
    max,
  }: Pick<UserPage, "projectId" | "provenProjectId" | "limit"> & { max: number },
) {
  const { id, displayName, primaryEmail, isAnonymous, restrictedByAdmin, primaryEmailVerified } = users;
  const one = sql`${users.projectId} = case when not ${asksForVerification(projectId)} then ${provenProjectId} end`;
  // Spelled out, because a bound value would keep SQLite from the partial index.
  const areAffected = and(one, sql`${isAnonymous} = 0 and ${restrictedByAdmin} = 0 and ${primaryEmailVerified} = 0`);
  const some = db.select({ id }).from(users).where(areAffected).limit(max).as("some");
  return {
    users: db
      .select({ id, displayName, primaryEmail })
      .from(users)
      .where(areAffected)
      .orderBy(asc(users.ordinal))
      .limit(limit),
    counts: db.select({ count: sql<number>`count(*)` }).from(some),
  };
}

/** The form of a page with a search. */
function selectFoundUsers(db: Database, page: UserPage, query: string) {
  return db
    .select(weighedUserWithTeam(page))
    .from(userSearch)
    .crossJoin(users)
    .leftJoin(...selectedTeam)
    .where(
      and(
        found(page.projectId, query, sql`${page.provenProjectId} is not null`),
        eq(users.ordinal, userSearch.rowid),
        inPage(db, page, userSearch.rowid),
        isFoundWhole(db, query),
      ),
    )
    .orderBy(inOrder(page, userSearch.rowid))
    .limit(page.limit);
}

/**
 * Matches the search index with a query where a condition holds. Elsewhere it matches a token that no user has, since to match null is
 * an error.
 */
export function found(projectId: string, query: string, condition: SQL): SQL {
  return sql`${userSearch} match case when ${condition} then ${searchExpression(projectId, query)} else 'unmatched' end`;
}

/** Tells whether a user belongs on a page or after it, by a column that holds their ordinal. */
export function inPage(db: Database, page: UserPage, ordinal: SQLiteColumn) {
  const { projectId, begin, descending } = page;
  return and(
    inFilter(page),
    begin && (descending ? lte : gte)(ordinal, numberAt(ordinalOf(db, { projectId, userId: begin.id }), begin.ordinal)),
  );
}

/** Tells whether a page has a user, wherever it begins. */
function inFilter({ projectId, provenProjectId, includeAnonymous, filter = {} }: UserPage) {
  const isAnonymous = filter.isAnonymous ?? (includeAnonymous ? undefined : false);
  return and(
    eq(users.projectId, provenProjectId),
    // Spelled out, because a bound value would keep SQLite from the partial index.
    isAnonymous === undefined ? undefined : sql`${users.isAnonymous} = ${sql.raw(isAnonymous ? "1" : "0")}`,
    matches(projectId, filter),
    signedUpBetween(filter),
  );
}

/**
 * Returns a number of a row as it is now, since a project that moves counts its users anew. For a row that is gone, it returns the
 * number as it was.
 */
function numberAt(now: SQLWrapper, then: number): SQL {
  return sql`coalesce(${now}, cast(${then} as integer))`;
}

export function inOrder({ descending }: UserPage, ordinal: SQLiteColumn) {
  return descending ? desc(ordinal) : asc(ordinal);
}

function matches(projectId: string, filter: UserFilter): SQL | undefined {
  const { signInMethod, oauthProvider, primaryEmailVerified, requiresTotpMfa, isSuspended, isRestricted } = filter;
  return and(
    isRestricted === undefined
      ? undefined
      : sql`${restrictedTypeIn(projectId)} is ${isRestricted ? sql`not null` : sql`null`}`,
    signInMethod && hasMethod[signInMethod],
    oauthProvider === undefined
      ? undefined
      : sql`exists (select 1 from json_each(${users.oauthProviders}) where value ->> '$.id' = ${oauthProvider})`,
    primaryEmailVerified === undefined ? undefined : eq(users.primaryEmailVerified, primaryEmailVerified),
    requiresTotpMfa === undefined ? undefined : eq(users.requiresTotpMfa, requiresTotpMfa),
    isSuspended === undefined ? undefined : (isSuspended ? isNotNull : isNull)(users.suspendedAt),
  );
}

const hasMethod = {
  password: eq(users.hasPassword, true),
  otp: sql`(${users.otpAuthEnabled} or (
    ${users.primaryEmailVerified} and ${users.primaryEmailAuthEnabled} and not ${users.otpAuthSwitchedOff}
    and not (${users.primaryEmailProvenByEmailAlone}
      and (${users.hasPassword} or ${users.passkeyAuthEnabled} or ${users.oauthProviders} <> '[]'))
  ))`,
  passkey: eq(users.passkeyAuthEnabled, true),
  oauth: sql`json_array_length(${users.oauthProviders}) > 0`,
};

function signedUpBetween({ signedUpSince, signedUpUntil }: UserFilter): SQL | undefined {
  return and(
    signedUpSince === undefined ? undefined : gte(users.signedUpAt, signedUpSince),
    signedUpUntil === undefined ? undefined : lte(users.signedUpAt, signedUpUntil),
  );
}

/** Selects a page in the order of sign-up times, which has an index of the anonymous users and one of the others. */
function selectBySignUp(db: Database, page: UserPage) {
  const direction = page.descending ? desc : asc;
  const order = [direction(users.signedUpAt), direction(rowId)];
  const [only, other] = anonymities(page).map((isAnonymous) => inSignUpPage(db, page, isAnonymous));
  if (!other)
    return selectWeighedUsers(db, page)
      .where(only)
      .orderBy(...order)
      .limit(page.limit);
  return selectWalked(db, page, [walk(only, order, page), walk(other, order, page)], order);
}

/** What an order goes by that not all users have, and which of them do, spelled as the condition of the index. */
interface OrderKey {
  column: SQLiteColumn;
  isKnown: SQL;
  isUnknown: SQL;
}

const keys: Record<"activity" | "name", OrderKey> = {
  activity: {
    column: users.lastActiveAt,
    isKnown: sql`${users.lastActiveDay} is not null`,
    isUnknown: sql`${users.lastActiveDay} is null`,
  },
  name: { column: users.searchName, isKnown: isNotNull(users.searchName), isUnknown: isNull(users.searchName) },
};

/** A page in the order of names or of activity. Each has an index of the anonymous users and one of the others. */
function selectByKey(db: Database, page: UserPage, key: OrderKey) {
  const direction = page.descending ? desc : asc;
  const byKey = [direction(key.column), direction(rowId)];
  const walks = anonymities(page).flatMap((isAnonymous) => [
    ...(page.begin?.key === null ? [] : [walk(inKeyPage(db, page, key, { isAnonymous, isKnown: true }), byKey, page)]),
    walk(inKeyPage(db, page, key, { isAnonymous, isKnown: false }), [direction(rowId)], page),
  ]);
  return selectWalked(db, page, walks, keyOrder(page, key));
}

/** Orders by a key, with those that have none last, by sign-up. */
function keyOrder({ descending }: UserPage, { column, isKnown, isUnknown }: OrderKey): SQL[] {
  const direction = descending ? desc : asc;
  return [asc(isUnknown), direction(sql`case when ${isKnown} then ${column} end`), direction(rowId)];
}

/** The order of a page of users that no index leads to, and what bounds it: all of them are read and sorted. */
export function sortedBy(db: Database, page: UserPage, orderBy: "activity" | "name") {
  const key = keys[orderBy];
  const { begin } = page;
  const isOrAfter = (columns: SQLWrapper, place: SQLWrapper) => sql`${columns} ${comparison(page)} ${place}`;
  const isInPlace =
    begin &&
    (begin.key === null
      ? and(key.isUnknown, isOrAfter(rowId, rowAt(db, page, begin)))
      : or(key.isUnknown, isOrAfter(sql`(${key.column}, ${rowId})`, sql`(${begin.key}, ${rowAt(db, page, begin)})`)));
  return { order: keyOrder(page, key), where: and(inFilter(page), isInPlace) };
}

/** Returns which users a page has: the known ones, the anonymous ones or both, which no index has together. */
function anonymities({ includeAnonymous, filter = {} }: UserPage): boolean[] {
  if (filter.isAnonymous !== undefined) return [filter.isAnonymous];
  return includeAnonymous ? [false, true] : [false];
}

/** The row ids of a page's length of users, as one index has them. */
function walk(condition: SQL | undefined, order: SQL[], { limit }: UserPage): SQL {
  return sql`select * from (select ${rowId} from ${users} where ${condition} order by ${sql.join(order, sql`, `)} limit ${limit})`;
}

/** The first users of several walks. */
function selectWalked(db: Database, page: UserPage, walks: SQL[], order: SQL[]) {
  return selectWeighedUsers(db, page)
    .where(sql`${rowId} in (${sql.join(walks, sql` union all `)})`)
    .orderBy(...order)
    .limit(page.limit);
}

function inSignUpPage(db: Database, page: UserPage, isAnonymous: boolean) {
  const { provenProjectId, begin, descending, filter = {} } = page;
  return and(
    eq(users.projectId, provenProjectId),
    eq(users.isAnonymous, isAnonymous),
    matches(page.projectId, filter),
    begin ? boundAround(filter, descending) : signedUpBetween(filter),
    begin && sql`(${users.signedUpAt}, ${rowId}) ${comparison(page)} (${begin.key}, ${rowAt(db, page, begin)})`,
  );
}

/** The users with a key, or those without one, all of whom follow a place at a key. */
function inKeyPage(
  db: Database,
  page: UserPage,
  { column, ...key }: OrderKey,
  { isAnonymous, isKnown }: { isAnonymous: boolean; isKnown: boolean },
) {
  const { provenProjectId, begin, filter = {} } = page;
  return and(
    rowIs(users, { projectId: provenProjectId, isAnonymous }),
    isKnown ? key.isKnown : key.isUnknown,
    matches(page.projectId, filter),
    signedUpBetween(filter),
    begin && isKnown
      ? sql`(${column}, ${rowId}) ${comparison(page)} (${begin.key}, ${rowAt(db, page, begin)})`
      : undefined,
    begin?.key === null ? sql`${rowId} ${comparison(page)} ${rowAt(db, page, begin)}` : undefined,
  );
}

function comparison({ descending }: UserPage): SQL {
  return sql.raw(descending ? "<=" : ">=");
}

function rowAt(db: Database, { projectId }: UserPage, { id, row }: UserPlace): SQL {
  return numberAt(rowIdOf(db, { projectId, userId: id }), row);
}

/** The range of a page with a place, where the plus keeps SQLite from the end at which the place is the closer one. */
function boundAround({ signedUpSince, signedUpUntil }: UserFilter, descending = false): SQL | undefined {
  const [since, until] = descending ? [sql``, sql`+`] : [sql`+`, sql``];
  return and(
    signedUpSince === undefined ? undefined : sql`${since}${users.signedUpAt} >= ${signedUpSince}`,
    signedUpUntil === undefined ? undefined : sql`${until}${users.signedUpAt} <= ${signedUpUntil}`,
  );
}
