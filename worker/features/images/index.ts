import { isUploadableDataUrl, storeImage } from "../../platform/images";
import type { Tools } from "../../platform/tools";
import { PlainError } from "../../protocol/plain-error";
import type { Tier } from "../../protocol/tiers";

/**
 * What an image field is set to, as it is stored: an uploaded image becomes the address under which it is served, the
 * address of an image elsewhere stays as it is, and so do null and absence.
 *
 * @throws plain 400 for an image that is refused
 */
export async function storedImageUrl<Nothing extends null | undefined>(
  { images, settings }: Tools,
  image: string | Nothing,
): Promise<string | Nothing> {
  if (typeof image !== "string") return image;
  const stored = await storeImage(images, settings.apiUrl, image);
  if (!stored.ok) throw new PlainError(400, stored.message);
  return stored.url;
}

/**
 * Refuses what clients may not set a user's or a team's image to: they upload one. A picture from elsewhere would tell
 * its host who looks at whom, and when.
 *
 * @throws plain 400
 */
export function requireUploadedImage(tier: Tier, image: string | null | undefined): void {
  if (tier === "client" && image && !isUploadableDataUrl(image)) throw new PlainError(400, "Invalid profile image URL");
}
