import { deleteImageUses, type EndedUses, selectOtherUses } from "../../db/images/uses";
import { deleteImage } from "../../platform/images";
import type { Tools } from "../../platform/tools";

/** A step reads this many images, each up to 750 kB, in case that one has to be stored again. */
export const imagesPerStep = 10;

/**
 * Deletes images that a project has stopped using, unless something else uses them. A use is recorded before its image is
 * stored: one that has begun meanwhile is found after the deletion, and the image is stored again.
 */
export async function freeImages(
  { firstDb: db, images }: Pick<Tools, "firstDb" | "images">,
  ended: EndedUses,
): Promise<void> {
  const [others] = await db.batch([selectOtherUses(db, ended)]);
  const used = new Set(others.map(({ fileName }) => fileName));
  const unused = ended.fileNames.filter((fileName) => !used.has(fileName));
  const restoring = new Map(
    await Promise.all(unused.map(async (fileName) => [fileName, await deleteImage(images, fileName)] as const)),
  );
  const [, begun] = await db.batch([deleteImageUses(db, ended), selectOtherUses(db, { ...ended, fileNames: unused })]);
  for (const { fileName } of begun) await restoring.get(fileName)?.();
}
