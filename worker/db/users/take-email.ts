import { and, eq, inArray, ne, not, type SQL, sql } from "drizzle-orm";
import type { Database, Statement } from "../../platform/database";
import { insertChannel } from "./contact-channels/changes";
import { type ContactChannel, isReserved } from "./contact-channels/queries";
import { contactChannels } from "./contact-channels/schema";
import type { UserKey } from "./keys";
import { users } from "./schema";
import { reindexUsers } from "./search/search-index";

/**
 * Ends sign-in by an address for any other user who has not reserved it; it stays in their list. It precedes every write by which a
 * user comes to sign in with an address, or a server has it verified, and follows one by which the user has proven it.
 *
 * @param changes what is set of the user's channel; its value in normal form
 * @param isChanged whether a channel is the one that changes; not for a new one, of which all is said
 */
export function takeEmail(
  db: Database,
  user: UserKey,
  { value, isVerified, usedForAuth }: Partial<Pick<ContactChannel, "value" | "isVerified" | "usedForAuth">>,
  isChanged?: SQL,
): Statement[] {
  const takes = usedForAuth || isVerified;
  if (!takes && (value === undefined || usedForAuth === false)) return [];
  const address =
    takes && value !== undefined
      ? value
      : db
          .select({ value: value === undefined ? contactChannels.value : sql`${value}` })
          .from(contactChannels)
          // A channel that signs in already goes on to, by its new address.
          .where(takes ? isChanged : and(isChanged, eq(contactChannels.usedForAuth, true)));
  const isOthers = and(
    eq(contactChannels.projectId, user.projectId),
    eq(contactChannels.type, "email"),
    eq(contactChannels.value, address),
    // Spelled out, because a bound value would keep SQLite from the partial index.
    sql`${contactChannels.usedForAuth} = 1`,
    not(isReserved(contactChannels)),
    ne(contactChannels.userId, user.userId),
  );
  const other = db.select({ userId: contactChannels.userId }).from(contactChannels).where(isOthers);
  return [
    ...reindexUsers(db, and(eq(users.projectId, user.projectId), inArray(users.id, other)), { without: address }),
    db.update(contactChannels).set({ usedForAuth: false }).where(isOthers),
  ];
}

/** Adds a channel, which takes its address. It fails as `insertChannel` does. */
export function addChannel(db: Database, channel: Parameters<typeof insertChannel>[1]): Statement[] {
  return [...takeEmail(db, channel, channel), insertChannel(db, channel)];
}
