/** Holds what the first bytes of an image say. A `type` alone means a kind of image that is recognised and not measured. */
export type ImageHeader =
  | { type: MeasuredType; width: number; height: number }
  | { type: "image/bmp" | "image/tiff" | "image/avif" | "image/svg+xml" };

type MeasuredType = "image/png" | "image/jpeg" | "image/webp" | "image/gif";

/** JPEG markers that end the headers. */
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/** These begin a block of a GIF. */
const GIF_EXTENSION = 0x21;
const GIF_FRAME = 0x2c;

const SVG = /^\s*(?:<\?xml[^>]*>\s*)?<svg[\s>]/i;

/**
 * Reads the real type of an image, and its size in pixels, from its bytes. Undefined for what is no image, or cut off or
 * broken before its size. Never throws, reads only within the bytes and takes time linear in them.
 *
 * Sources: PNG (RFC 2083 and W3C PNG 11.2.2), JPEG (ITU-T T.81 B.2.2), WebP (RFC 9649 section 2),
 * GIF (GIF89a specification, sections 18 to 24).
 */
export function readImageHeader(bytes: Uint8Array): ImageHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (startsWith(bytes, "\x89PNG\r\n\x1a\n")) return measured("image/png", pngSize(bytes, view));
  if (startsWith(bytes, "\xff\xd8\xff")) return measured("image/jpeg", jpegSize(view));
  if (startsWith(bytes, "RIFF") && startsWith(bytes, "WEBP", 8)) return measured("image/webp", webpSize(bytes, view));
  if (startsWith(bytes, "GIF87a") || startsWith(bytes, "GIF89a")) return measured("image/gif", gifSize(view));
  if (startsWith(bytes, "BM")) return { type: "image/bmp" };
  if (startsWith(bytes, "II*\0") || startsWith(bytes, "MM\0*")) return { type: "image/tiff" };
  if (startsWith(bytes, "ftypavif", 4) || startsWith(bytes, "ftypavis", 4)) return { type: "image/avif" };
  return SVG.test(new TextDecoder().decode(bytes.subarray(0, 512))) ? { type: "image/svg+xml" } : undefined;
}

interface Size {
  width: number;
  height: number;
}

function measured(type: MeasuredType, size: Size | undefined): ImageHeader | undefined {
  return size && size.width > 0 && size.height > 0 ? { type, ...size } : undefined;
}

/** The chunk IHDR comes first and has 13 bytes: width and height are its first two numbers. */
function pngSize(bytes: Uint8Array, view: DataView): Size | undefined {
  if (view.byteLength < 24 || view.getUint32(8) !== 13 || !startsWith(bytes, "IHDR", 12)) return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** Walks the marker segments up to the frame header (SOF, of whatever process), which comes before any image data. */
function jpegSize(view: DataView): Size | undefined {
  let offset = 2;
  while (offset + 4 <= view.byteLength) {
    if (view.getUint8(offset) !== 0xff) return undefined;
    const marker = view.getUint8(offset + 1);
    if (marker === 0xff) {
      offset += 1; // A fill byte before a marker.
      continue;
    }
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) return undefined;
    if (isStartOfFrame(marker)) {
      if (offset + 9 > view.byteLength) return undefined;
      return { height: view.getUint16(offset + 5), width: view.getUint16(offset + 7) };
    }
    offset += 2 + view.getUint16(offset + 2);
  }
  return undefined;
}

/** SOF0 to SOF15 without DHT (C4), JPG (C8) and DAC (CC), which share their range. */
function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** The first chunk is the variant: lossy (`VP8 `), lossless (`VP8L`), or extended (`VP8X`), which states the canvas. */
function webpSize(bytes: Uint8Array, view: DataView): Size | undefined {
  const isLossy = view.byteLength >= 30 && startsWith(bytes, "VP8 ", 12) && startsWith(bytes, "\x9d\x01\x2a", 23);
  if (isLossy) {
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  }
  const isLossless = view.byteLength >= 25 && startsWith(bytes, "VP8L", 12) && view.getUint8(20) === 0x2f;
  if (isLossless) {
    const packed = view.getUint32(21, true);
    return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 };
  }
  const isExtended = view.byteLength >= 30 && startsWith(bytes, "VP8X", 12);
  return isExtended ? { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 } : undefined;
}

/**
 * The size of the logical screen and of every frame on it, whichever is larger, since browsers make the canvas as large as
 * its frames. What follows a broken block is not read, by decoders neither.
 */
function gifSize(view: DataView): Size | undefined {
  if (view.byteLength < 13) return undefined;
  const size = { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  let frames = 0;
  let offset = 13 + gifColourTableLength(view.getUint8(10));
  while (offset + 10 <= view.byteLength) {
    const block = view.getUint8(offset);
    if (block === GIF_EXTENSION) {
      offset = afterGifData(view, offset + 2);
      continue;
    }
    if (block !== GIF_FRAME) break;
    frames += 1;
    size.width = Math.max(size.width, view.getUint16(offset + 1, true) + view.getUint16(offset + 5, true));
    size.height = Math.max(size.height, view.getUint16(offset + 3, true) + view.getUint16(offset + 7, true));
    offset = afterGifData(view, offset + 11 + gifColourTableLength(view.getUint8(offset + 9)));
  }
  return frames > 0 ? size : undefined;
}

/** The bytes of a colour table, by the flags before it. */
function gifColourTableLength(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0;
}

/** The offset behind data, which comes in parts that begin with their length and end with an empty one. */
function afterGifData(view: DataView, start: number): number {
  let offset = start;
  while (offset < view.byteLength) {
    const length = view.getUint8(offset);
    offset += 1 + length;
    if (length === 0) break;
  }
  return offset;
}

function uint24(view: DataView, offset: number): number {
  return view.getUint16(offset, true) | (view.getUint8(offset + 2) << 16);
}

/** Tells whether the bytes at an offset are those of a text whose characters are bytes. */
function startsWith(bytes: Uint8Array, text: string, offset = 0): boolean {
  for (let index = 0; index < text.length; index++) {
    if (bytes[offset + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}
