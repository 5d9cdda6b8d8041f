import { and, eq, inArray, ne, not, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Database, Statement } from "../../platform/database";
import type { UserKey } from "../keys";
import type { Project } from "../projects/project";
import { insertChannel } from "./contact-channels/changes";
import { type ContactChannel, isKept, isReserved } from "./contact-channels/queries";
import { recordUsers } from "./events";
import { contactChannels, users } from "./schema";
import { reindexUsers } from "./search/search-index";

/**
 * Ends sign-in by an address for any other user who has not reserved it. The address stays in their list. This precedes every write by
 * which a user comes to sign in with an address, or a server has it verified. It follows a write by which the user has proven it.
 *
 * @param changes what is set of the user's channel; its value in normal form
 * @param isChanged whether a channel is the one that changes; absent for a new one, of which `changes` says all
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
  return take(db, user, { address, isTaken: not(isReserved(contactChannels)) });
}

/**
 * Does the same with an address that the user has proven, in normal form or as the one channel that a condition finds. It also ends
 * sign-in for who goes by the address without a proof, unless a reset is its owner's way in. The address is then no longer their
 * primary one.
 */
export function takeProvenEmail(
  db: Database,
  project: Pick<Project, "id" | "config">,
  userId: string,
  proven: string | { channel: SQL | undefined },
): Statement[] {
  const address =
    typeof proven === "string"
      ? proven
      : db.select({ value: contactChannels.value }).from(contactChannels).where(proven.channel);
  const isTaken = not(isKept(contactChannels, project));
  return take(db, { projectId: project.id, userId }, { address, isTaken });
}

function take(
  db: Database,
  user: UserKey,
  { address, isTaken }: { address: string | SQLWrapper; isTaken: SQL },
): Statement[] {
  const isOthers = and(
    eq(contactChannels.projectId, user.projectId),
    eq(contactChannels.type, "email"),
    eq(contactChannels.value, address),
    // Spelled out, because a bound value would keep SQLite from the partial index.
    sql`${contactChannels.usedForAuth} = 1`,
    isTaken,
    ne(contactChannels.userId, user.userId),
  );
  const other = db.select({ userId: contactChannels.userId }).from(contactChannels).where(isOthers);
  const isHolder = and(eq(users.projectId, user.projectId), inArray(users.id, other));
  return [
    ...reindexUsers(db, isHolder, { without: address }),
    db
      .update(users)
      .set({
        primaryEmail: null,
        primaryEmailAuthEnabled: false,
        credentialVersion: sql`${users.credentialVersion} + 1`,
      })
      .where(and(isHolder, eq(users.primaryEmail, address))),
    recordUsers(db, user.projectId, isHolder),
    db.update(contactChannels).set({ usedForAuth: false, isPrimary: false }).where(isOthers),
  ];
}

/** Adds a channel, which takes its address. It fails as `insertChannel` does. */
export function addChannel(db: Database, channel: Parameters<typeof insertChannel>[1]): Statement[] {
  return [...takeEmail(db, channel, channel), insertChannel(db, channel)];
}
