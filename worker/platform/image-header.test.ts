import { decodeBase64 } from "@oslojs/encoding";
import { describe, expect, it } from "vitest";
import { readImageHeader } from "./image-header";

/** Images of 7 × 5 pixels, written by Chromium. */
const PNG = decodeBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAcAAAAFCAYAAACJmvbYAAAAHklEQVR4AbTJMQ0AAADCsAX/nkEBfCzZVRncFqMTBgAA///iXYXJAAAABklEQVQDACA9Df1MQUJ/AAAAAElFTkSuQmCC",
);
const JPEG = decodeBase64(
  "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCAAFAAcDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAwT/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCQA1j/2Q==",
);
const WEBP_LOSSY = decodeBase64("UklGRjQAAABXRUJQVlA4ICgAAACQAQCdASoHAAUAB0CWJaACdLoAA5gA/uUK+Cepco/+N48CvJdjoAAA");
const WEBP_LOSSLESS = decodeBase64("UklGRhwAAABXRUJQVlA4TA8AAAAvBgABAAcQ/Y/+ByKi/wEA");
const WEBP_EXTENDED = decodeBase64(
  "UklGRlgAAABXRUJQVlA4WAoAAAAQAAAABgAABAAAQUxQSAoAAAABB1DAiAhERP8DVlA4ICgAAACQAQCdASoHAAUAB0CWJaACdLoAA5gA/uUK+Cepco/+N48CvJdjoAAA",
);
/** Written by hand: a global table of two colours, a graphic control extension, and one frame. */
const GIF = decodeBase64("R0lGODlhBwAFAIAAAAAAAMg8FCH5BAAAAAAALAAAAAAHAAUAAAIVTJgwYcKECRMmTJgwYcKECRMmTJgCADs=");
/** Offset of the frame's descriptor in the GIF. */
const GIF_FRAME = GIF.indexOf(0x2c);

/** Offset of the frame header `FF C0 00 11` in the JPEG. */
const FRAME = JPEG.findIndex((byte, index) => byte === 0xff && JPEG[index + 1] === 0xc0);

/** A copy of some bytes with others written over them at an offset. */
function patched(bytes: Uint8Array, offset: number, ...values: number[]): Uint8Array {
  const copy = bytes.slice();
  copy.set(values, offset);
  return copy;
}

/** A copy of some bytes with others put between them at an offset. */
function inserted(bytes: Uint8Array, offset: number, ...values: number[]): Uint8Array {
  return Uint8Array.of(...bytes.slice(0, offset), ...values, ...bytes.slice(offset));
}

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

const samples = [
  ["PNG", PNG],
  ["JPEG", JPEG],
  ["lossy WebP", WEBP_LOSSY],
  ["lossless WebP", WEBP_LOSSLESS],
  ["extended WebP", WEBP_EXTENDED],
  ["GIF", GIF],
] as const;

describe("readImageHeader: sizes", () => {
  it.each([
    ["PNG", PNG, "image/png"],
    ["baseline JPEG", JPEG, "image/jpeg"],
    ["progressive JPEG", patched(JPEG, FRAME + 1, 0xc2), "image/jpeg"],
    ["arithmetic JPEG", patched(JPEG, FRAME + 1, 0xc9), "image/jpeg"],
    ["JPEG with fill bytes", inserted(JPEG, FRAME, 0xff, 0xff), "image/jpeg"],
    ["lossy WebP", WEBP_LOSSY, "image/webp"],
    ["lossless WebP", WEBP_LOSSLESS, "image/webp"],
    ["extended WebP", WEBP_EXTENDED, "image/webp"],
    ["GIF", GIF, "image/gif"],
    ["GIF of 1987", patched(GIF, 4, 0x37), "image/gif"],
    ["GIF with a comment before its frame", inserted(GIF, GIF_FRAME, 0x21, 0xfe, 0x02, 0x2c, 0x2c, 0x00), "image/gif"],
    ["GIF without its end", GIF.slice(0, -1), "image/gif"],
  ])("%s is 7 × 5", (_kind, bytes, type) => {
    expect(readImageHeader(bytes)).toEqual({ type, width: 7, height: 5 });
  });

  it.each([
    ["PNG", patched(PNG, 16, 0x00, 0x01, 0x00, 0x02, 0xff, 0xff, 0xff, 0xff), 65_538, 4_294_967_295],
    ["JPEG", patched(JPEG, FRAME + 5, 0xff, 0xfe, 0x10, 0x01), 4097, 65_534],
    ["lossy WebP, without the scaling bits", patched(WEBP_LOSSY, 26, 0x01, 0xd0, 0xff, 0xff), 4097, 16_383],
    ["lossless WebP, without alpha and version", patched(WEBP_LOSSLESS, 21, 0x00, 0xd0, 0xff, 0xff), 4097, 16_384],
    ["extended WebP", patched(WEBP_EXTENDED, 24, 0x02, 0x00, 0x01, 0xff, 0xff, 0xff), 65_539, 16_777_216],
    ["GIF", patched(GIF, 6, 0x01, 0x10, 0xff, 0xff), 4097, 65_535],
  ])("reads all bits of a large %s", (_kind, bytes, width, height) => {
    expect(readImageHeader(bytes)).toMatchObject({ width, height });
  });

  // Attack: an image that a browser needs gigabytes for. Browsers make the canvas as large as the frames on it.
  it("measures a GIF by its largest frame, also by one that follows the first", () => {
    expect(readImageHeader(patched(GIF, GIF_FRAME + 5, 0xff, 0xff, 0xff, 0xff))).toMatchObject({
      width: 65_535,
      height: 65_535,
    });
    expect(readImageHeader(patched(GIF, GIF_FRAME + 1, 0x00, 0x10, 0x01, 0x00))).toMatchObject({
      width: 4103,
      height: 6,
    });
    const frame = GIF.slice(GIF_FRAME, -1);
    const larger = patched(frame, 5, 0x02, 0x10, 0x05, 0x00);
    expect(readImageHeader(inserted(GIF, GIF.length - 1, ...larger))).toMatchObject({ width: 4098, height: 5 });
    const ownColours = [...larger.slice(0, 9), 0x80, ...Array(6).fill(0x2c), ...larger.slice(10)];
    expect(readImageHeader(inserted(GIF, GIF_FRAME, ...ownColours))).toMatchObject({ width: 4098, height: 5 });
  });

  it("reads a view into a larger buffer, and not what lies around it", () => {
    const surrounded = new Uint8Array(PNG.length + 20).fill(0xff);
    surrounded.set(PNG, 10);
    expect(readImageHeader(surrounded.subarray(10, 10 + PNG.length))).toEqual({
      type: "image/png",
      width: 7,
      height: 5,
    });
    expect(readImageHeader(surrounded.subarray(10, 30))).toBeUndefined();
  });
});

describe("readImageHeader: other kinds", () => {
  it.each([
    ["image/bmp", "BM\x3a\0\0\0"],
    ["image/tiff", "II*\0"],
    ["image/tiff", "MM\0*"],
    ["image/avif", "\0\0\0\x20ftypavif"],
    ["image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'/>"],
    ["image/svg+xml", "\xef\xbb\xbf\n <?xml version='1.0'?>\n<svg>"],
  ])("recognises %s from %j", (type, text) => {
    expect(readImageHeader(latin1(text))).toEqual({ type });
  });

  it.each(["", "\x89", "GIF", "GIF89a", "<html>", "%PDF-1.7", "RIFF\0\0\0\0WAVEfmt ", "\xff\xd8", "just text"])(
    "finds no image in %j",
    (text) => {
      expect(readImageHeader(latin1(text))).toBeUndefined();
    },
  );
});

describe("readImageHeader: broken images", () => {
  it.each([
    ["a PNG that begins with another chunk", patched(PNG, 12, 0x49, 0x44, 0x41, 0x54)],
    ["a PNG with a header of another length", patched(PNG, 11, 0x0c)],
    ["a PNG without width", patched(PNG, 16, 0, 0, 0, 0)],
    ["a JPEG without height", patched(JPEG, FRAME + 5, 0, 0)],
    ["a JPEG with image data before its frame", inserted(JPEG, FRAME, 0xff, 0xda, 0x00, 0x02)],
    ["a JPEG that ends before its frame", inserted(JPEG, FRAME, 0xff, 0xd9, 0x00, 0x02)],
    ["a JPEG with something else than a marker", inserted(JPEG, FRAME, 0x00, 0xe0, 0x00, 0x02)],
    ["a JPEG whose only frame is a table", patched(JPEG, FRAME + 1, 0xc4)],
    ["a lossy WebP without its start code", patched(WEBP_LOSSY, 23, 0x00)],
    ["a lossless WebP without its signature", patched(WEBP_LOSSLESS, 20, 0x00)],
    ["a GIF without width", patched(patched(GIF, 6, 0, 0), GIF_FRAME + 5, 0, 0)],
    ["a GIF of no frames", patched(GIF, GIF_FRAME, 0x3b)],
    ["a GIF with something else than a block", patched(GIF, 19, 0x22)],
    ["a WebP of an unknown chunk", patched(WEBP_EXTENDED, 15, 0x59)],
  ])("finds no size in %s", (_what, bytes) => {
    expect(readImageHeader(bytes)).toBeUndefined();
  });

  it.each(samples)(
    "attack reading out of bounds: a %s cut anywhere gives its size or nothing, and never throws",
    (_kind, bytes) => {
      const whole = readImageHeader(bytes);
      const found = Array.from(bytes, (_, length) => readImageHeader(bytes.slice(0, length)));
      const firstWhole = found.findIndex((header) => header !== undefined);
      expect(firstWhole).toBeGreaterThan(20);
      expect(found.slice(firstWhole)).toEqual(Array(bytes.length - firstWhole).fill(whole));
    },
  );

  it.each(samples)("attack malformed lengths: a %s with any bytes changed never throws", (_kind, bytes) => {
    const random = generator(20_261_121);
    for (let round = 0; round < 3000; round++) {
      const copy = bytes.slice(0, 1 + (random() % bytes.length));
      for (let change = 0; change < 4; change++) copy[random() % copy.length] = random() & 0xff;
      const header = readImageHeader(copy);
      if (header && "width" in header) expect(Math.min(header.width, header.height)).toBeGreaterThan(0);
    }
  });
});

/** A linear congruential generator (Numerical Recipes): the same numbers in each run, so that a failure can be found again. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
}
