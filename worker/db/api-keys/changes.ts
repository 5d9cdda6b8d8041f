import { and, desc, inArray, isNull, sql } from "drizzle-orm";
import { type Database, violatesNotNull } from "../../platform/database";
import { ifMember } from "../memberships/joins";
import { type ApiKeyRow, isKey, isKeyOf, isReplaceable, isUseless, type KeyOwner, type OneKey } from "./queries";
import { apiKeys } from "./schema";

/** Stores a key. A team's that a member makes fails as `hasMakerLeft` recognises once they are none. */
export function insertKey(db: Database, row: ApiKeyRow) {
  const { projectId, id, teamId, userId } = row;
  const made = teamId !== null && userId !== null && { id: ifMember({ projectId, teamId, userId }, id) };
  return db.insert(apiKeys).values({ ...row, ...made });
}

/** Tells whether an `insertKey` failed because who makes the key is no member of its team any more. */
export function hasMakerLeft(error: unknown): boolean {
  return violatesNotNull(error, "api_keys.id");
}

/** Deletes the oldest keys of an owner that are revoked or have expired, but for so many. It deletes far more at a time than are added. */
export function deleteUselessKeys(db: Database, { now, kept, ...owner }: KeyOwner & { now: number; kept: number }) {
  const beyond = db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(isKeyOf(owner), isUseless(now)))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(100)
    .offset(kept);
  return db.delete(apiKeys).where(and(isKeyOf(owner), inArray(apiKeys.id, beyond)));
}

/** Changes a key. The time of a first revocation stays: a second one changes nothing. */
export function updateKey(
  db: Database,
  { description, revokedAt, ...key }: OneKey & { description: string | undefined; revokedAt: number | undefined },
) {
  return db
    .update(apiKeys)
    .set({
      // An update must set something; a key that changes nothing keeps its description.
      description: description ?? sql`${apiKeys.description}`,
      ...(revokedAt !== undefined && { manuallyRevokedAt: sql`coalesce(${apiKeys.manuallyRevokedAt}, ${revokedAt})` }),
    })
    .where(isKey(key))
    .returning();
}

/**
 * Ends an owner's key in favour of another: at a time that is ahead, else at once. It changes nothing where the key is public,
 * cannot be used, or was replaced before.
 */
export function replaceKey(
  db: Database,
  { replacedBy, worksUntil, ...key }: KeyOwner & { id: string; replacedBy: string; worksUntil: number; now: number },
) {
  const { expiresAt } = apiKeys;
  const end =
    worksUntil > key.now
      ? { expiresAt: sql`min(coalesce(${expiresAt}, ${worksUntil}), ${worksUntil})` }
      : { manuallyRevokedAt: key.now };
  return db
    .update(apiKeys)
    .set({ replacedBy, ...end })
    .where(isReplaceable(key));
}

/** Notes that a key was checked, unless that was noted after a time. */
export function updateKeyUse(
  db: Database,
  { now, since, network, ...key }: OneKey & { now: number; since: number; network: string | null },
) {
  return db
    .update(apiKeys)
    .set({ lastUsedAt: now, lastUsedNetwork: network })
    .where(and(isKey(key), sql`coalesce(${apiKeys.lastUsedAt}, 0) <= ${since}`));
}

/** Revokes a key that is not revoked yet; of several requests at once, one gets the row back. */
export function revokeKey(db: Database, { revokedAt, ...key }: OneKey & { revokedAt: number }) {
  return db
    .update(apiKeys)
    .set({ manuallyRevokedAt: revokedAt })
    .where(and(isKey(key), isNull(apiKeys.manuallyRevokedAt)))
    .returning({ id: apiKeys.id });
}
