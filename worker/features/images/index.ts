import {
  deleteImageUses,
  type EndedUses,
  recordImageHolder,
  recordImageUse,
  selectOtherUses,
} from "../../db/images/uses";
import { deleteImage, isUploadableDataUrl, storeImage } from "../../platform/images";
import type { Tools } from "../../platform/tools";
import type { Failing } from "../../protocol/failing";
import type { Tier } from "../../protocol/tiers";
import { imageNotUploaded, imageRefused } from "./contract";

/** Longer than a request takes that has recorded an image and not yet set it. */
const settlingMillis = 2 * 60_000;

/** Says what an image is for: the project itself, or what shows it. */
type ImageOf =
  | { projectId: string; logo: true }
  | {
      projectId: string;
      holder: `user/${string}` | `team/${string}` | `member/${string}`;
      by: { tier: Tier; user: { id: string } | null };
    };

/**
 * Returns what an image field is set to, as it is stored. An uploaded image becomes the address under which it is
 * served. The address of an image elsewhere stays as it is, and so do null and absence. The use of a stored image is
 * recorded.
 */
export async function storedImageUrl<Nothing extends null | undefined>(
  { firstDb, images, settings, fail }: Pick<Tools, "firstDb" | "images" | "settings"> & Failing<typeof imageRefused>,
  of: ImageOf,
  image: string | Nothing,
): Promise<string | Nothing> {
  if (typeof image !== "string") return image;
  const stored = await storeImage(images, settings.apiUrl, image, async (fileName, bytes) => {
    const { projectId } = of;
    const use = recordImageUse(firstDb, { projectId, kind: "logo" in of ? "logo" : "profile", fileName, bytes });
    if ("logo" in of) return void (await firstDb.batch([use]));
    const setBy = of.by.tier === "client" ? (of.by.user?.id ?? null) : null;
    const held = { projectId, holder: of.holder, fileName, setBy, dueAt: Date.now() + settlingMillis };
    await firstDb.batch([use, ...recordImageHolder(firstDb, held)]);
  });
  return stored.ok ? stored.url : fail(imageRefused, { imageProblem: stored.message });
}

/**
 * Refuses what clients may not set a user's or a team's image to: they upload one. An image from another host would show
 * that host who views it, and when.
 */
export function requireUploadedImage(
  { fail }: Failing<typeof imageNotUploaded>,
  tier: Tier,
  image: string | null | undefined,
): void {
  if (tier === "client" && image && !isUploadableDataUrl(image)) fail(imageNotUploaded);
}

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
