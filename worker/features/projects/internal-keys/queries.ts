import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { internalApiKeys } from "../../../db/projects/internal-keys/schema";
import type { Database } from "../../../platform/database";
import type { Tier } from "../../../protocol/tiers";

export type KeySetRow = typeof internalApiKeys.$inferSelect;

const hashColumn = {
  client: internalApiKeys.publishableClientKeyHash,
  server: internalApiKeys.secretServerKeyHash,
  admin: internalApiKeys.superSecretAdminKeyHash,
} as const satisfies Record<Tier, unknown>;

/** The key set that a key, given as its hash, of a tier belongs to, when that set is neither revoked nor expired. */
export function selectUsableKey(
  db: Database,
  { projectId, tier, keyHash, now }: { projectId: string; tier: Tier; keyHash: string; now: number },
) {
  return db
    .select({ id: internalApiKeys.id })
    .from(internalApiKeys)
    .where(
      and(
        eq(internalApiKeys.projectId, projectId),
        eq(hashColumn[tier], keyHash),
        isNull(internalApiKeys.manuallyRevokedAt),
        gt(internalApiKeys.expiresAt, now),
      ),
    );
}

export function selectKeySets(db: Database, { projectId }: { projectId: string }) {
  return db
    .select()
    .from(internalApiKeys)
    .where(eq(internalApiKeys.projectId, projectId))
    .orderBy(desc(internalApiKeys.createdAt), desc(internalApiKeys.id));
}

export function selectKeySet(db: Database, { projectId, id }: { projectId: string; id: string }) {
  return db
    .select()
    .from(internalApiKeys)
    .where(and(eq(internalApiKeys.projectId, projectId), eq(internalApiKeys.id, id)));
}

export function insertKeySet(db: Database, row: KeySetRow) {
  return db.insert(internalApiKeys).values(row);
}

/** Changes a key set. The time of a first revocation stays: a second one changes nothing. */
export function changeKeySet(
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
