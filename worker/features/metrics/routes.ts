import { dateOf, dayOf } from "../../db/metrics/days";
import {
  type DailyUserCounts,
  selectDailyUserCounts,
  selectUserCounts,
  type UserCounts,
} from "../../db/metrics/statements";
import { selectLiveSessionsOf } from "../../db/sessions/queries";
import { selectActiveUsers } from "../../db/users/activity";
import { selectUserPage } from "../../db/users/list";
import { readUser, selectUserId, type User } from "../../db/users/queries";
import type { AppRouter } from "../access";
import { toUser } from "../users/users";
import * as contract from "./contract";

export function metricRoutes(router: AppRouter): void {
  router.route(contract.readMetrics, {
    prefetch: ({ db, projectId, provenProjectId, query }) => {
      const includeAnonymous = query.include_anonymous === "true";
      const last = dayOf(Date.now());
      const proven = { projectId: provenProjectId, limit: shownUsers };
      return {
        counts: selectUserCounts(db, proven),
        // The day may end between the reads and the response, which decides what is today.
        days: selectDailyUserCounts(db, { ...proven, first: last - shownDays + 1, last: last + 1 }),
        registered: selectUserPage(db, {
          projectId,
          provenProjectId,
          includeAnonymous,
          descending: true,
          limit: shownUsers,
          omitsMetadata: true,
        }),
        active: selectActiveUsers(db, { ...proven, isAnonymous: false }),
        activeAnonymous: includeAnonymous ? selectActiveUsers(db, { ...proven, isAnonymous: true }) : undefined,
      };
    },
    handle: ({ caller: { project }, query, found }) => {
      const toProjectUser = (user: User) => toUser(project, user);
      const includeAnonymous = query.include_anonymous === "true";
      const { counts, days, registered, active, activeAnonymous = [] } = found;
      return {
        ...countsOf(counts[0] ?? noCounts, { includeAnonymous }),
        ...dailyCountsOf(days, { today: dayOf(Date.now()), includeAnonymous }),
        recently_registered: registered.map(readUser).map(toProjectUser),
        recently_active: latestOf(active.map(readUser), activeAnonymous.map(readUser)).map(toProjectUser),
      };
    },
  });

  router.route(contract.readUserCounts, {
    prefetch: ({ db, provenProjectId: projectId }) => ({ counts: selectUserCounts(db, { projectId }) }),
    handle: ({ found }) => {
      const { users, anonymousUsers } = found.counts[0] ?? noCounts;
      return { total_users: users, anonymous_users: anonymousUsers };
    },
  });

  router.route(contract.readUserActivity, {
    prefetch: ({ db, projectId, provenProjectId, query: { user_id: userId } }) => ({
      user: selectUserId(db, { projectId, userId }),
      sessions: selectLiveSessionsOf(db, { projectId: provenProjectId, userId, now: Date.now() }),
    }),
    handle: ({ found, fail }) => {
      if (found.user.length === 0) return fail("USER_NOT_FOUND");
      const active = found.sessions.map(({ createdAt, lastUsedAt }) => new Set([dayOf(createdAt), dayOf(lastUsedAt)]));
      return {
        data_points: lastDays(dayOf(Date.now())).map((day) => ({
          date: dateOf(day),
          activity: active.filter((days) => days.has(day)).length,
        })),
      };
    },
  });
}

type Counts = Record<string, number>;

/** The days that metrics show, today included. */
const shownDays = 31;

/** The users that metrics show as recent. */
const shownUsers = 5;

/** The counts of all users, or of those alone who are not anonymous. */
function countsOf(counts: Omit<UserCounts, "projectId">, { includeAnonymous }: { includeAnonymous: boolean }) {
  const { users, anonymousUsers, countries, anonymousCountries, loginMethods } = counts;
  return {
    total_users: includeAnonymous ? users : users - anonymousUsers,
    users_by_country: includeAnonymous ? countries : withoutAnonymous(countries, anonymousCountries),
    login_methods: Object.entries(loginMethods)
      .map(([method, count]) => ({ method, count }))
      .sort((a, b) => b.count - a.count || a.method.localeCompare(b.method)),
    code_users: counts.codeUsers,
    users_without_method: counts.usersWithoutMethod,
  };
}

/** The counts of a project without users. */
const noCounts = {
  ...{ users: 0, anonymousUsers: 0, codeUsers: 0, usersWithoutMethod: 0 },
  ...{ countries: {}, anonymousCountries: {}, loginMethods: {} },
};

function withoutAnonymous(all: Counts, anonymous: Counts): Counts {
  const others = Object.entries(all).map(([country, count]) => [country, count - (anonymous[country] ?? 0)] as const);
  return Object.fromEntries(others.filter(([, count]) => count > 0));
}

/** The counts of each shown day up to `today`; days without a row have none. */
function dailyCountsOf(
  rows: readonly DailyUserCounts[],
  { today, includeAnonymous }: { today: number; includeAnonymous: boolean },
) {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const days = lastDays(today);
  const daily = (count: (row: DailyUserCounts) => number) =>
    days.map((day) => {
      const row = byDay.get(day);
      return { date: dateOf(day), activity: row ? count(row) : 0 };
    });
  return {
    daily_users: daily(({ signUps, anonymousSignUps }) => (includeAnonymous ? signUps : signUps - anonymousSignUps)),
    daily_active_users: daily(({ activeUsers, activeAnonymousUsers }) =>
      includeAnonymous ? activeUsers : activeUsers - activeAnonymousUsers,
    ),
  };
}

function lastDays(today: number): number[] {
  return Array.from({ length: shownDays }, (_, index) => today - shownDays + 1 + index);
}

/** The users who were active last, of lists that are in this order each. */
function latestOf(...lists: User[][]): User[] {
  return lists
    .flat()
    .sort((a, b) => b.lastActiveAt - a.lastActiveAt)
    .slice(0, shownUsers);
}
