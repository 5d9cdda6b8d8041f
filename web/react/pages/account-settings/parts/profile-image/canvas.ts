import { type Crop, cropSquare } from "./crop";
import { shrink } from "./shrink";

/** The pixels of a file; undefined when the browser cannot read it as an image. */
export async function readImage(file: Blob): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(file);
  } catch {
    return undefined;
  }
}

/** Draws the kept square over the whole of a square canvas. JPEG has no transparency: what shows through becomes white. */
export function drawCrop(canvas: HTMLCanvasElement, image: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser cannot draw images.");
  const { left, top, side } = cropSquare(image, crop);
  context.imageSmoothingQuality = "high";
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/** The kept square as a data URL that may be uploaded: a JPEG of less than 100 KB. */
export async function croppedImage(image: ImageBitmap, crop: Crop): Promise<string> {
  const canvas = document.createElement("canvas");
  return dataUrl(
    await shrink(cropSquare(image, crop).side, (side, quality) => {
      canvas.width = side;
      canvas.height = side;
      drawCrop(canvas, image, crop);
      return encodeJpeg(canvas, quality);
    }),
  );
}

function encodeJpeg(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error("The image could not be cut out.")));
    canvas.toBlob(done, "image/jpeg", quality);
  });
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error("The image could not be cut out.", { cause: reader.error }));
    reader.readAsDataURL(blob);
  });
}
