import { and, eq, inArray, lt, not, sql } from "drizzle-orm";
import { type Database, idsIn } from "../../platform/database";
import { type ImageKind, imageUses } from "./schema";

export type { ImageKind } from "./schema";

/** Says what a project uses images for. */
export interface ImageUse {
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
