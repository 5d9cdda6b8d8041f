/** An uploaded image is smaller than this, in bytes. */
export const uploadLimit = 100_000;

/** Pixels; profile images are rarely shown larger, even on a dense screen. */
const maxSide = 512;
const smallerSides = [384, 256, 128];
/** Of JPEG. Below the last one artefacts are visible, and a smaller image is better. */
const qualities = [0.9, 0.8, 0.65, 0.5];

/**
 * The largest and finest encoding of a square image that may be uploaded.
 *
 * @param side of the source in pixels: it is never enlarged
 * @param encode makes the image with `side` pixels at a JPEG `quality` of 0 to 1
 * @throws Error when even the smallest is too large
 */
export async function shrink(side: number, encode: (side: number, quality: number) => Promise<Blob>): Promise<Blob> {
  const first = Math.max(1, Math.min(Math.round(side), maxSide));
  for (const candidate of [first, ...smallerSides.filter((smaller) => smaller < first)]) {
    for (const quality of qualities) {
      const image = await encode(candidate, quality);
      if (image.size < uploadLimit) return image;
    }
  }
  throw new Error("This image cannot be made small enough. Choose another one.");
}
