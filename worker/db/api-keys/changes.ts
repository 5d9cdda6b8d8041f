import { and, isNull, sql } from "drizzle-orm";
import type { Database } from "../../platform/database";
import { type ApiKeyRow, isKey, type OneKey } from "./queries";
import { apiKeys } from "./schema";

export function insertKey(db: Database, row: ApiKeyRow) {
  return db.insert(apiKeys).values(row);
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

/** Revokes a key that is not revoked yet; of several requests at once, one gets the row back. */
export function revokeKey(db: Database, { revokedAt, ...key }: OneKey & { revokedAt: number }) {
  return db
    .update(apiKeys)
    .set({ manuallyRevokedAt: revokedAt })
    .where(and(isKey(key), isNull(apiKeys.manuallyRevokedAt)))
    .returning({ id: apiKeys.id });
}
