import { and, desc, eq, sql } from "drizzle-orm";
import { type Database, type Id, rowIs } from "../../platform/database";
import { type EndUserIp, isoCountry } from "../../platform/geo";
import type { UserKey } from "../keys";
import { dayOf } from "../metrics/days";
import { users } from "./schema";
import { selectWeighedUsers } from "./weighed-users";

/**
 * Notes that an access token was issued for a user, and by a trigger counts the user once a day. Times do not go back: of
 * two writes at once around midnight, only one begins a day.
 *
 * @param activity.place where the user is; null where it is unknown, or where another person acts as the user
 */
export function updateLastActivity(
  db: Database,
  { projectId, userId, now, place }: UserKey & { now: number; place: Pick<EndUserIp, "countryCode"> | null },
) {
  const country = isoCountry(place);
  return db
    .update(users)
    .set({
      // Later than the sign-up, with which it is equal for users who never had a session, such as imported ones.
      lastActiveAt: sql`max(${users.lastActiveAt}, ${users.signedUpAt} + 1, ${now})`,
      lastActiveDay: sql`max(coalesce(${users.lastActiveDay}, 0), ${dayOf(now)})`,
      ...(country !== null && { lastCountry: country }),
    })
    .where(rowIs(users, { projectId, id: userId }));
}

/** The users who were active last, latest first, without metadata: either the anonymous ones or the others. Read each row with `readUser`. */
export function selectActiveUsers(
  db: Database,
  { projectId, isAnonymous, limit }: { projectId: Id; isAnonymous: boolean; limit: number },
) {
  return selectWeighedUsers(db, { limit, omitsMetadata: true })
    .where(
      and(
        eq(users.projectId, projectId),
        eq(users.isAnonymous, isAnonymous),
        // Spelled out, because it is the condition of the index.
        sql`${users.lastActiveDay} is not null`,
      ),
    )
    .orderBy(desc(users.lastActiveAt))
    .limit(limit);
}
