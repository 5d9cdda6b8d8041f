import { dateOf } from "../../db/metrics/days";
import type { DailyUserCounts, UserCounts } from "../../db/metrics/queries";
import type { User } from "../../db/users/queries";

type Counts = Record<string, number>;

/** The days that metrics show, today included. */
export const shownDays = 31;

/** The users that metrics show as recent. */
export const shownUsers = 5;

/** The counts of all users, or of those alone who are not anonymous. */
export function countsOf(
  { users, anonymousUsers, countries, anonymousCountries, loginMethods }: Omit<UserCounts, "projectId">,
  { includeAnonymous }: { includeAnonymous: boolean },
) {
  return {
    total_users: includeAnonymous ? users : users - anonymousUsers,
    users_by_country: includeAnonymous ? countries : withoutAnonymous(countries, anonymousCountries),
    login_methods: Object.entries(loginMethods)
      .map(([method, count]) => ({ method, count }))
      .sort((a, b) => b.count - a.count || a.method.localeCompare(b.method)),
  };
}

/** The counts of a project without users. */
export const noCounts = { users: 0, anonymousUsers: 0, countries: {}, anonymousCountries: {}, loginMethods: {} };

function withoutAnonymous(all: Counts, anonymous: Counts): Counts {
  const others = Object.entries(all).map(([country, count]) => [country, count - (anonymous[country] ?? 0)] as const);
  return Object.fromEntries(others.filter(([, count]) => count > 0));
}

/** The counts of each shown day up to `today`; days without a row have none. */
export function dailyCountsOf(
  rows: readonly DailyUserCounts[],
  { today, includeAnonymous }: { today: number; includeAnonymous: boolean },
) {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const days = Array.from({ length: shownDays }, (_, index) => today - shownDays + 1 + index);
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

/** The users who were active last, of lists that are in this order each. */
export function latestOf(...lists: User[][]): User[] {
  return lists
    .flat()
    .sort((a, b) => b.lastActiveAt - a.lastActiveAt)
    .slice(0, shownUsers);
}
