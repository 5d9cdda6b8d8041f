import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database";
import type { KeySetRow } from "./queries";
import { internalApiKeys } from "./schema";

export function insertKeySet(db: Database, row: KeySetRow) {
  return db.insert(internalApiKeys).values(row);
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
