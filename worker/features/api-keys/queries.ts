import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { apiKeys } from "../../db/api-keys/schema";
import { teamPermissionGrants } from "../../db/permissions/schema";
import type { Database } from "../../platform/database";
import type { ApiKeyType } from "./key-text";

export type ApiKeyRow = typeof apiKeys.$inferSelect;

interface OneKey {
  projectId: string;
  type: ApiKeyType;
  id: string;
}

const ownerColumn = { user: apiKeys.userId, team: apiKeys.teamId } as const;

function isKey({ projectId, type, id }: OneKey) {
  return and(eq(apiKeys.projectId, projectId), eq(apiKeys.id, id), eq(apiKeys.type, type));
}

/** The keys of a user or a team, newest first. */
export function selectKeysOf(
  db: Database,
  { projectId, type, ownerId }: { projectId: string; type: ApiKeyType; ownerId: string },
) {
  return db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.projectId, projectId), eq(ownerColumn[type], ownerId)))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
}

export function selectKey(db: Database, key: OneKey) {
  return db.select().from(apiKeys).where(isKey(key));
}

/** The key of a text, of either kind. */
export function selectKeyByHash(db: Database, { projectId, hash }: { projectId: string; hash: string }) {
  return db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.hash, hash), eq(apiKeys.projectId, projectId)));
}

/** The key of a text, of whatever project. */
export function selectLeakedKey(db: Database, { hash }: { hash: string }) {
  return db.select().from(apiKeys).where(eq(apiKeys.hash, hash));
}

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

/** Revokes a key that is not revoked yet; of several at once, one is told that it did. */
export function revokeKey(db: Database, { revokedAt, ...key }: OneKey & { revokedAt: number }) {
  return db
    .update(apiKeys)
    .set({ manuallyRevokedAt: revokedAt })
    .where(and(isKey(key), isNull(apiKeys.manuallyRevokedAt)))
    .returning({ id: apiKeys.id });
}

/** The team that a key belongs to, for `selectGrantsIn`. */
export function teamOfKey(db: Database, key: Omit<OneKey, "type">): SQL {
  const team = db
    .select({ id: apiKeys.teamId })
    .from(apiKeys)
    .where(isKey({ ...key, type: "team" }));
  return sql`(${team})`;
}

/** What a user was granted directly in a team. */
export function selectGrantsIn(
  db: Database,
  { projectId, userId, teamId }: { projectId: string; userId: string; teamId: string | SQL },
) {
  return db
    .select({ permissionId: teamPermissionGrants.permissionId })
    .from(teamPermissionGrants)
    .where(
      and(
        eq(teamPermissionGrants.projectId, projectId),
        eq(teamPermissionGrants.teamId, teamId),
        eq(teamPermissionGrants.userId, userId),
      ),
    );
}
