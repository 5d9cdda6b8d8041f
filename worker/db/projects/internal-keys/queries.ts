import { and, desc, eq, exists, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { Condition, Database, Id } from "../../../platform/database";
import type { Tier } from "../../../protocol/tiers";
import { prepareSelect } from "../../prepared-select";
import { internalApiKeys } from "./schema";

export type { KeyUse } from "./schema";
export type KeySetRow = typeof internalApiKeys.$inferSelect;

const hashColumn = {
  client: internalApiKeys.publishableClientKeyHash,
  server: internalApiKeys.secretServerKeyHash,
  admin: internalApiKeys.superSecretAdminKeyHash,
} as const satisfies Record<Tier, unknown>;

interface TierKey {
  projectId: string;
  tier: Tier;
  keyHash: string;
  now: number;
}

/** Neither revoked nor expired. */
export function isUsable({ projectId, now }: { projectId: string; now: number }) {
  return and(
    eq(internalApiKeys.projectId, projectId),
    isNull(internalApiKeys.manuallyRevokedAt),
    gt(internalApiKeys.expiresAt, now),
  );
}

function isUsableKey({ tier, keyHash, ...set }: TierKey) {
  return and(isUsable(set), eq(hashColumn[tier], keyHash));
}

function selectSetOfKey(db: Database, key: TierKey) {
  return db.select({ id: internalApiKeys.id }).from(internalApiKeys).where(isUsableKey(key));
}

/** When the key of a tier was last used, as far as that is stored; null where it never was. */
export function lastUseOf(tier: Tier): SQL<number | null> {
  return sql`json_extract(${internalApiKeys.lastUses}, ${sql.raw(`'$.${tier}.at'`)})`;
}

const selectUsed = (tier: Tier) =>
  prepareSelect((db, key: Omit<TierKey, "tier">) =>
    db
      .select({ id: internalApiKeys.id, lastUsedAt: lastUseOf(tier).as("lastUsedAt") })
      .from(internalApiKeys)
      .where(isUsableKey({ ...key, tier })),
  );

const preparedByTier = {
  client: selectUsed("client"),
  server: selectUsed("server"),
  admin: selectUsed("admin"),
} as const satisfies Record<Tier, unknown>;

/**
 * The key set that a key, given as its hash, of a tier belongs to, when that set is neither revoked nor expired. It says when the
 * key was last used.
 */
export function selectUsableKey(db: Database, { tier, ...key }: TierKey) {
  return preparedByTier[tier](db, key);
}

/** A key set by its id, when it is neither revoked nor expired: a row, or nothing. */
export function selectUsableKeySet(db: Database, { id, ...set }: { projectId: string; id: string; now: number }) {
  return db
    .select({ id: internalApiKeys.id })
    .from(internalApiKeys)
    .where(and(isUsable(set), eq(internalApiKeys.id, id)));
}

/** The id of a key's project while the key can be used, else null. */
export function projectIdOfKey(key: TierKey): Id {
  return sql`(select ${internalApiKeys.projectId} from ${internalApiKeys} where ${isUsableKey(key)} limit 1)`;
}

/** The id of the key set of a key while it can be used, else null. */
export function keySetIdOf(db: Database, key: TierKey): Id {
  return sql`(${selectSetOfKey(db, key)})`;
}

/** That a key can be used, as a condition of another record's statement. */
export function keyIsUsable(db: Database, key: TierKey): Condition {
  return exists(selectSetOfKey(db, key));
}

export function selectKeySets(db: Database, { projectId }: { projectId: Id }) {
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
