import { and, eq, isNull, sql } from "drizzle-orm";
import { type Database, violatesNotNull } from "../../../platform/database";
import type { Tier } from "../../../protocol/tiers";
import { isUsable, type KeySetRow, lastUseOf } from "./queries";
import { internalApiKeys, type KeyUse } from "./schema";

export function insertKeySet(db: Database, row: KeySetRow) {
  return db.insert(internalApiKeys).values(row);
}

/**
 * Stores a key set if the statement before in its batch has changed a row; else the batch fails, as `isKeySetRefused`
 * recognises.
 */
export function insertKeySetIfChanged(db: Database, { projectId, ...row }: KeySetRow) {
  return db.insert(internalApiKeys).values({ ...row, projectId: sql`(select ${projectId} where changes() > 0)` });
}

/** Tells whether an `insertKeySetIfChanged` failed because nothing was changed before it. */
export function isKeySetRefused(error: unknown): boolean {
  return violatesNotNull(error, "internal_api_keys.project_id");
}

/** Changes a key set. The time of a first revocation stays: a second one changes nothing. */
export function updateKeySet(
  db: Database,
  {
    projectId,
    id,
    description,
    revokedAt,
  }: { projectId: string; id: string; description?: string; revokedAt?: number },
) {
  return db
    .update(internalApiKeys)
    .set({
      // An update must set something; a set that changes nothing keeps its description.
      description: description ?? sql`${internalApiKeys.description}`,
      ...(revokedAt !== undefined && {
        manuallyRevokedAt: sql`coalesce(${internalApiKeys.manuallyRevokedAt}, ${revokedAt})`,
      }),
    })
    .where(and(eq(internalApiKeys.projectId, projectId), eq(internalApiKeys.id, id)))
    .returning();
}

/**
 * Ends a key set in favour of another: at a time that is ahead, else at once. It changes nothing where the set cannot be used, or
 * was replaced before.
 */
export function replaceKeySet(
  db: Database,
  {
    projectId,
    id,
    replacedBy,
    worksUntil,
    now,
  }: { projectId: string; id: string; replacedBy: string; worksUntil: number; now: number },
) {
  const { expiresAt } = internalApiKeys;
  return db
    .update(internalApiKeys)
    .set({
      replacedBy,
      ...(worksUntil > now ? { expiresAt: sql`min(${expiresAt}, ${worksUntil})` } : { manuallyRevokedAt: now }),
    })
    .where(and(isUsable({ projectId, now }), eq(internalApiKeys.id, id), isNull(internalApiKeys.replacedBy)));
}

/** Notes the use of a set's key of a tier, unless one was noted after a time. */
export function updateKeyUse(
  db: Database,
  { projectId, id, tier, use, since }: { projectId: string; id: string; tier: Tier; use: KeyUse; since: number },
) {
  const { lastUses } = internalApiKeys;
  return db
    .update(internalApiKeys)
    .set({ lastUses: sql`json_set(coalesce(${lastUses}, '{}'), ${`$.${tier}`}, json(${JSON.stringify(use)}))` })
    .where(
      and(
        eq(internalApiKeys.projectId, projectId),
        eq(internalApiKeys.id, id),
        sql`coalesce(${lastUseOf(tier)}, 0) <= ${since}`,
      ),
    );
}

/** Revokes a key set that is not revoked yet. */
export function revokeKeySet(
  db: Database,
  { projectId, id, revokedAt }: { projectId: string; id: string; revokedAt: number },
) {
  const isIt = and(eq(internalApiKeys.projectId, projectId), eq(internalApiKeys.id, id));
  return db
    .update(internalApiKeys)
    .set({ manuallyRevokedAt: revokedAt })
    .where(and(isIt, isNull(internalApiKeys.manuallyRevokedAt)));
}

export function deleteKeySet(db: Database, { projectId, id }: { projectId: string; id: string }) {
  return db
    .delete(internalApiKeys)
    .where(and(eq(internalApiKeys.projectId, projectId), eq(internalApiKeys.id, id)))
    .returning({ id: internalApiKeys.id });
}
