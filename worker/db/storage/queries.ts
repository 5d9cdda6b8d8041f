import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { Database, Id } from "../../platform/database";
import { imageStorage, projectStorage, storageQuota } from "./schema";

const quota = {
  maxBytes: sql<number>`coalesce(${projectStorage.maxBytes}, ${storageQuota.maxBytes})`,
  maxRows: sql<number>`coalesce(${projectStorage.maxRows}, ${storageQuota.maxRows})`,
};

/** Tells whether more is stored than some percent of the quota that the project has while its database is roomy, in bytes or in rows. */
function exceeds(percent: number): SQL {
  const { bytes, rows } = projectStorage;
  const maxBytes = sql`coalesce(${projectStorage.maxBytes}, ${storageQuota.configuredBytes})`;
  return sql`(${bytes} * 100 > ${maxBytes} * ${percent} or ${rows} * 100 > ${quota.maxRows} * ${percent})`;
}

/** Reads what a project stores, and may. */
export function selectStorage(db: Database, { projectId }: { projectId: Id }) {
  const { maxBytes, maxRows } = quota;
  return db
    .select({ storage: projectStorage, maxBytes: maxBytes.as("quota_bytes"), maxRows: maxRows.as("quota_rows") })
    .from(projectStorage)
    .innerJoin(storageQuota, eq(storageQuota.id, 1))
    .where(eq(projectStorage.projectId, projectId));
}

/** A row where this database has the project, and neither hands it over nor receives it: what it lacks there is nowhere else. */
export function selectSettledProject(db: Database, { projectId }: { projectId: string }) {
  const isMoved = (table: "departing_projects" | "arriving_projects") =>
    sql`exists (select 1 from ${sql.raw(table)} where project_id = ${projectId})`;
  return db
    .select({ projectId: projectStorage.projectId })
    .from(projectStorage)
    .where(
      and(
        eq(projectStorage.projectId, projectId),
        sql`not ${isMoved("departing_projects")} and not ${isMoved("arriving_projects")}`,
      ),
    );
}

/** Reads what the images of a project take: a row, or nothing before its first image; with what they may take. */
export function selectImageStorage(firstDb: Database, { projectId }: { projectId: Id }) {
  return firstDb
    .select({
      bytes: sql<number>`coalesce(${imageStorage.bytes}, 0)`.as("image_bytes"),
      maxBytes: sql<number>`coalesce(${imageStorage.maxBytes}, ${storageQuota.configuredBytes})`.as("max_image_bytes"),
    })
    .from(storageQuota)
    .leftJoin(imageStorage, eq(imageStorage.projectId, projectId));
}

/** The instance's quota as this database has it. */
export function selectQuota(db: Database) {
  return db.select().from(storageQuota);
}

/** Sets the quota that the environment has, or when projects of which little is left were last looked for. */
export function updateQuota(
  db: Database,
  set: Partial<Pick<typeof storageQuota.$inferSelect, "configuredBytes" | "maxRows" | "lookedAt">>,
) {
  return db.update(storageQuota).set(set);
}

/** Projects that store more than some percent of what they may, whose owners have not been told. Reads a row of each project. */
export function selectNearlyFull(db: Database, { percent, limit }: { percent: number; limit: number }) {
  return db
    .select({ projectId: projectStorage.projectId })
    .from(projectStorage)
    .innerJoin(storageQuota, eq(storageQuota.id, 1))
    .where(and(isNull(projectStorage.warnedAt), exceeds(percent)))
    .limit(limit);
}

/** Notes that the owners of a project are told. A row, unless they have been. */
export function takeWarning(db: Database, { projectId, now }: { projectId: string; now: number }) {
  return db
    .update(projectStorage)
    .set({ warnedAt: now })
    .where(and(eq(projectStorage.projectId, projectId), isNull(projectStorage.warnedAt)))
    .returning({ projectId: projectStorage.projectId });
}

/** Has owners told again of projects that have stored less than some percent since. */
export function clearWarnings(db: Database, { percent }: { percent: number }) {
  const isStill = sql`(select ${exceeds(percent)} from ${storageQuota})`;
  return db
    .update(projectStorage)
    .set({ warnedAt: null })
    .where(and(gt(projectStorage.warnedAt, 0), sql`not ${isStill}`));
}
