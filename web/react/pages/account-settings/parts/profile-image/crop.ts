/** Pixels. */
type ImageSize = { readonly width: number; readonly height: number };

/** Says which square of an image is kept: the zoom, and the centre as a share of width and height (0 to 1). */
export type Crop = { readonly zoom: number; readonly x: number; readonly y: number };

export const maxZoom = 3;

/** The largest square, from the middle. */
export const middleCrop: Crop = { zoom: 1, x: 0.5, y: 0.5 };

/** The square of the image that a crop keeps, in pixels of the image; always within the image. */
export function cropSquare(image: ImageSize, crop: Crop): { left: number; top: number; side: number } {
  const side = Math.min(image.width, image.height) / within(crop.zoom, 1, maxZoom);
  return {
    left: within(crop.x * image.width - side / 2, 0, image.width - side),
    top: within(crop.y * image.height - side / 2, 0, image.height - side),
    side,
  };
}

/** The crop after the image was dragged by shares of the square's side: to the right, the part left of it becomes visible. */
export function dragCrop(image: ImageSize, crop: Crop, right: number, down: number): Crop {
  const { left, top, side } = cropSquare(image, crop);
  const centre = (start: number, by: number, length: number) =>
    (within(start - by * side, 0, length - side) + side / 2) / length;
  return { zoom: crop.zoom, x: centre(left, right, image.width), y: centre(top, down, image.height) };
}

function within(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}

/** An uploaded image is smaller than this, in bytes. */
const uploadLimit = 100_000;

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
