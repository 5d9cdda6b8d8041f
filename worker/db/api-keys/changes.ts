import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database, Statement } from "../../platform/database";
import { soleTeamIdsOf } from "../memberships/joins";
import type { UserKey } from "../users/keys";
import { type ApiKeyRow, isKey, isKeyOf, isUseless, type KeyOwner, type OneKey } from "./queries";
import { apiKeys } from "./schema";

export function insertKey(db: Database, row: ApiKeyRow) {
  return db.insert(apiKeys).values(row);
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

/** Deletes the keys of a user, and of the teams of which they are the only member. */
export function deleteKeysOf(db: Database, { projectId, userId }: UserKey): Statement[] {
  const ofProject = eq(apiKeys.projectId, projectId);
  return [
    db.delete(apiKeys).where(and(ofProject, eq(apiKeys.userId, userId))),
    db.delete(apiKeys).where(and(ofProject, inArray(apiKeys.teamId, soleTeamIdsOf(db, { projectId, userId })))),
  ];
}

/** Revokes a key that is not revoked yet; of several requests at once, one gets the row back. */
export function revokeKey(db: Database, { revokedAt, ...key }: OneKey & { revokedAt: number }) {
  return db
    .update(apiKeys)
    .set({ manuallyRevokedAt: revokedAt })
    .where(and(isKey(key), isNull(apiKeys.manuallyRevokedAt)))
    .returning({ id: apiKeys.id });
}
