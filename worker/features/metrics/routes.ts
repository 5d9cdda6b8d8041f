import { dayOf } from "../../db/metrics/days";
import { selectDailyUserCounts, selectUserCounts } from "../../db/metrics/queries";
import { selectActiveUsers } from "../../db/users/activity";
import { selectUserPage } from "../../db/users/list";
import { readUser } from "../../db/users/queries";
import type { AppRouter } from "../access";
import { toUser } from "../users/users";
import * as contract from "./contract";
import { countsOf, dailyCountsOf, latestOf, noCounts, shownDays, shownUsers } from "./metrics";

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
    handle: ({ query, found }) => {
      const includeAnonymous = query.include_anonymous === "true";
      const { counts, days, registered, active, activeAnonymous = [] } = found;
      return {
        ...countsOf(counts[0] ?? noCounts, { includeAnonymous }),
        ...dailyCountsOf(days, { today: dayOf(Date.now()), includeAnonymous }),
        recently_registered: registered.map(readUser).map(toUser),
        recently_active: latestOf(active.map(readUser), activeAnonymous.map(readUser)).map(toUser),
      };
    },
  });
}
