import { and, desc, eq, exists, getTableColumns, isNull, not, type SQL, sql } from "drizzle-orm";
import { type Condition, type Database, type Id, ifFewer, rowIs } from "../../platform/database";
import { membershipOf } from "../memberships/joins";
import { projectOf } from "../projects/joins";
import { userOf } from "../users/joins";
import { apiKeys } from "./schema";

export type ApiKeyRow = typeof apiKeys.$inferSelect;

/** The kind of a key's owner. */
export type ApiKeyType = ApiKeyRow["type"];

export interface OneKey {
  projectId: string;
  type: ApiKeyType;
  id: string;
}

/** A user or a team. */
export interface KeyOwner {
  projectId: Id;
  type: ApiKeyType;
  ownerId: string;
}

const ownerColumn = { user: apiKeys.userId, team: apiKeys.teamId } as const;

export function isKey({ projectId, type, id }: OneKey) {
  return rowIs(apiKeys, { projectId, id, type });
}

/** The keys of a user or a team, newest first. */
export function selectKeysOf(db: Database, owner: KeyOwner) {
  return selectShown(db, owner).where(isKeyOf(owner)).orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
}

export function selectKey(db: Database, key: OneKey) {
  return selectShown(db, key).where(isKey(key));
}

/** Selects keys, with whether who made a team's is no member of it any more. */
function selectShown(db: Database, { type }: Pick<OneKey, "type">) {
  const { projectId, teamId, userId } = apiKeys;
  const [memberships, isMember] = membershipOf({ projectId, teamId, userId });
  const ofTeam = sql<number>`${userId} is not null and not exists (select 1 from ${memberships} where ${isMember})`;
  const makerHasLeft = type === "team" ? ofTeam : sql<number>`0`;
  return db.select({ ...getTableColumns(apiKeys), makerHasLeft: makerHasLeft.as("makerHasLeft") }).from(apiKeys);
}

/** That an owner has fewer keys than so many that can be used, as a condition of the statement that stores one. */
export function fewerUsableKeys(db: Database, owner: KeyOwner & { now: number }, max: number): Condition {
  const usable = db
    .select({ one: sql`1` })
    .from(apiKeys)
    .where(and(isKeyOf(owner), not(isUseless(owner.now))));
  return ifFewer(usable, max);
}

export function isKeyOf({ projectId, type, ownerId }: KeyOwner) {
  return and(rowIs(apiKeys, { projectId, type }), eq(ownerColumn[type], ownerId));
}

/** A key of an owner that may be replaced: that can be used, is no public one, and has no successor. */
export function isReplaceable({ id, now, ...owner }: KeyOwner & { id: string; now: number }) {
  const isOpen = and(eq(apiKeys.isPublic, false), not(isUseless(now)), isNull(apiKeys.replacedBy));
  return and(isKeyOf(owner), eq(apiKeys.id, id), isOpen);
}

export function selectReplaceable(db: Database, key: KeyOwner & { id: string; now: number }) {
  return db.select({ id: apiKeys.id }).from(apiKeys).where(isReplaceable(key));
}

/** Tells whether a key is revoked or has expired. */
export function isUseless(now: number): SQL {
  return sql`(${apiKeys.manuallyRevokedAt} is not null or coalesce(${apiKeys.expiresAt}, ${now}) < ${now})`;
}

/** The key of a text, of either kind, and since when its user, or who made it, is suspended. */
export function selectKeyByHash(db: Database, { projectId, hash }: { projectId: string; hash: string }) {
  const [users, isOwner] = userOf(apiKeys.projectId, apiKeys.userId);
  return db
    .select({ ...getTableColumns(apiKeys), ownerSuspendedAt: users.suspendedAt })
    .from(apiKeys)
    .leftJoin(users, isOwner)
    .where(rowIs(apiKeys, { hash, projectId }));
}

/** The key of a text, of whatever project. */
export function selectLeakedKey(db: Database, { hash }: { hash: string }) {
  const [projects, isThere] = projectOf(apiKeys.projectId);
  const ofProject = db.select({ one: sql`1` }).from(projects).where(isThere);
  return db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.hash, hash), exists(ofProject)));
}

/** The team that a key belongs to, for `selectGrantsIn`. */
export function teamOfKey(db: Database, key: Omit<OneKey, "type">): SQL {
  const team = db
    .select({ id: apiKeys.teamId })
    .from(apiKeys)
    .where(isKey({ ...key, type: "team" }));
  return sql`(${team})`;
}
