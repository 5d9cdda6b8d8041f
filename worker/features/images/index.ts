import { type ImageUse, recordImageUse } from "../../db/images/uses";
import { isUploadableDataUrl, storeImage } from "../../platform/images";
import type { Tools } from "../../platform/tools";
import type { Failing } from "../../protocol/failing";
import type { Tier } from "../../protocol/tiers";
import { imageNotUploaded, imageRefused } from "./contract";

export { freeImages, imagesPerStep } from "./free-images";

/**
 * What an image field is set to, as it is stored: an uploaded image becomes the address under which it is served, the
 * address of an image elsewhere stays as it is, and so do null and absence. The use of a stored image is recorded.
 */
export async function storedImageUrl<Nothing extends null | undefined>(
  { firstDb, images, settings, fail }: Pick<Tools, "firstDb" | "images" | "settings"> & Failing<typeof imageRefused>,
  use: ImageUse,
  image: string | Nothing,
): Promise<string | Nothing> {
  if (typeof image !== "string") return image;
  const stored = await storeImage(images, settings.apiUrl, image, async (fileName, bytes) => {
    await firstDb.batch([recordImageUse(firstDb, { ...use, fileName, bytes })]);
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
