import { and, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import { type Database, idsIn } from "../../platform/database";
import { imageHolders, imageUses } from "./schema";

export type HeldImage = typeof imageHolders.$inferSelect;
type HeldKey = Pick<HeldImage, "projectId" | "holder" | "fileName">;

/** Records what shows an image, whose use is recorded before in the same batch, and has what it has shown until now looked at soon. */
export function recordImageHolder(db: Database, { dueAt, ...held }: HeldKey & { setBy: string | null; dueAt: number }) {
  const { projectId, holder, fileName } = held;
  const isItsUse = and(
    eq(imageUses.projectId, projectId),
    eq(imageUses.kind, "profile"),
    eq(imageUses.fileName, fileName),
  );
  const bytes = sql<number>`(${db.select({ bytes: imageUses.bytes }).from(imageUses).where(isItsUse)})`;
  const isHolder = and(eq(imageHolders.projectId, projectId), eq(imageHolders.holder, holder));
  return [
    db
      .insert(imageHolders)
      .values({ ...held, bytes })
      .onConflictDoNothing(),
    db.update(imageHolders).set({ dueAt }).where(isHolder),
  ] as const;
}

/** Some of what is to be looked at. */
export function selectDueHolders(db: Database, { now, limit }: { now: number; limit: number }) {
  return db.select().from(imageHolders).where(lte(imageHolders.dueAt, now)).orderBy(imageHolders.dueAt).limit(limit);
}

/** A row that nothing has recorded anew since it was read. */
function isUnchanged({ projectId, holder, fileName, dueAt }: HeldImage) {
  return and(
    eq(imageHolders.projectId, projectId),
    eq(imageHolders.holder, holder),
    eq(imageHolders.fileName, fileName),
    dueAt === null ? isNull(imageHolders.dueAt) : eq(imageHolders.dueAt, dueAt),
  );
}

export function keepHolder(db: Database, held: HeldImage, dueAt: number) {
  return db.update(imageHolders).set({ dueAt }).where(isUnchanged(held));
}

export function endHolder(db: Database, held: HeldImage) {
  return db.delete(imageHolders).where(isUnchanged(held));
}

/** Reads which of these images something of the project still has. */
export function selectHeldImages(db: Database, projectId: string, fileNames: readonly string[]) {
  return db
    .selectDistinct({ fileName: imageHolders.fileName })
    .from(imageHolders)
    .where(and(eq(imageHolders.projectId, projectId), inArray(imageHolders.fileName, idsIn(fileNames))));
}
