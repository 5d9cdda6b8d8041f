import { and, eq, inArray, isNull, lt, lte, not, sql } from "drizzle-orm";
import { type Database, idsIn } from "../../platform/database";
import { type ImageKind, imageHolders, imageUses } from "./schema";

/** Says what a project uses images for. */
interface ImageUse {
  projectId: string;
  kind: ImageKind;
}

/** Images that a project has stopped using. What was recorded at `before` or later is a use that has begun since. */
export interface EndedUses extends ImageUse {
  fileNames: readonly string[];
  before: number;
}

/** @param use.bytes what the image takes; undefined where it is stored already, as another use has counted it */
export function recordImageUse(
  db: Database,
  { fileName, bytes, ...use }: ImageUse & { fileName: string; bytes: number | undefined },
) {
  const recordedAt = Date.now();
  const { bytes: counted } = imageUses;
  const known = sql<number>`(select coalesce(max(bytes), 0) from image_uses where file_name = ${fileName})`;
  return db
    .insert(imageUses)
    .values({ ...use, fileName, bytes: bytes ?? known, recordedAt })
    .onConflictDoUpdate({
      target: [imageUses.projectId, imageUses.kind, imageUses.fileName],
      set: { recordedAt, bytes: sql`max(${counted}, excluded.bytes)` },
    });
}

/** Some of the images that a project uses, those of one kind together. */
export function selectImagesOf(db: Database, { projectId, limit }: { projectId: string; limit: number }) {
  return db
    .select({ kind: imageUses.kind, fileName: imageUses.fileName })
    .from(imageUses)
    .where(eq(imageUses.projectId, projectId))
    .orderBy(imageUses.kind, imageUses.fileName)
    .limit(limit);
}

function isEnded({ projectId, kind, before }: EndedUses) {
  return and(eq(imageUses.projectId, projectId), eq(imageUses.kind, kind), lt(imageUses.recordedAt, before));
}

/** Reads which of these images are used otherwise, by this project or another. */
export function selectOtherUses(db: Database, ended: EndedUses) {
  const otherwise = isEnded(ended);
  return db
    .selectDistinct({ fileName: imageUses.fileName })
    .from(imageUses)
    .where(and(inArray(imageUses.fileName, idsIn(ended.fileNames)), otherwise && not(otherwise)));
}

export function deleteImageUses(db: Database, ended: EndedUses) {
  return db.delete(imageUses).where(and(isEnded(ended), inArray(imageUses.fileName, idsIn(ended.fileNames))));
}

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
