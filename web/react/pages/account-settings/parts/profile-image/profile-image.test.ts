import { describe, it } from "vitest";
import { cropSquare, dragCrop, middleCrop, shrink } from "./crop";

const landscape = { width: 400, height: 200 };

describe("cropSquare", () => {
  it.for([
    ["the middle of a wide image", landscape, middleCrop, { left: 100, top: 0, side: 200 }],
    ["the middle of a tall image", { width: 90, height: 300 }, middleCrop, { left: 0, top: 105, side: 90 }],
    ["half the side at twice the zoom", landscape, { ...middleCrop, zoom: 2 }, { left: 150, top: 50, side: 100 }],
    ["the edge, and not beyond it", landscape, { zoom: 1, x: 1, y: 1 }, { left: 200, top: 0, side: 200 }],
    ["the other edge, and not beyond it", landscape, { zoom: 2, x: 0, y: 0 }, { left: 0, top: 0, side: 100 }],
    [
      "no more than three times the zoom",
      { width: 300, height: 300 },
      { ...middleCrop, zoom: 9 },
      { left: 100, top: 100, side: 100 },
    ],
    ["no less than the whole height", landscape, { ...middleCrop, zoom: 0.1 }, { left: 100, top: 0, side: 200 }],
  ] as const)("keeps %s", ([, image, crop, square], { expect }) => {
    expect(cropSquare(image, crop)).toEqual(square);
  });
});

describe("dragCrop", () => {
  it("follows the pointer: a drag to the right shows what was hidden on the left", ({ expect }) => {
    const crop = dragCrop(landscape, middleCrop, 0.25, 0);
    expect(cropSquare(landscape, crop)).toEqual({ left: 50, top: 0, side: 200 });
  });

  it("stops at the edges, so that the way back begins at once", ({ expect }) => {
    const beyond = dragCrop(landscape, middleCrop, -9, 9);
    expect(cropSquare(landscape, beyond)).toEqual({ left: 200, top: 0, side: 200 });
    expect(cropSquare(landscape, dragCrop(landscape, beyond, 0.5, 0))).toEqual({ left: 100, top: 0, side: 200 });
  });
});

/** An encoder whose images have `bytesPerPixel` at full quality, and the list of its calls. */
function encoder(bytesPerPixel: number) {
  const tried: [number, number][] = [];
  const encode = async (side: number, quality: number) => {
    tried.push([side, quality]);
    return new Blob([new Uint8Array(Math.ceil(side * side * bytesPerPixel * quality))]);
  };
  return { tried, encode };
}

describe("shrink", () => {
  it("encodes a plain image once, at 512 pixels and the finest quality", async ({ expect }) => {
    const { tried, encode } = encoder(0.1);
    await shrink(3000, encode);
    expect(tried).toEqual([[512, 0.9]]);
  });

  it("lowers the quality before the size", async ({ expect }) => {
    const { tried, encode } = encoder(0.5);
    expect((await shrink(3000, encode)).size).toBeLessThan(100_000);
    expect(tried).toEqual([
      [512, 0.9],
      [512, 0.8],
      [512, 0.65],
    ]);
  });

  it("lowers the size when no quality is small enough", async ({ expect }) => {
    const { tried, encode } = encoder(1.1);
    expect((await shrink(3000, encode)).size).toBeLessThan(100_000);
    expect(tried.at(-1)).toEqual([384, 0.5]);
  });

  it("never enlarges a small image", async ({ expect }) => {
    const { tried, encode } = encoder(0.1);
    await shrink(31.6, encode);
    expect(tried).toEqual([[32, 0.9]]);
  });

  it("rejects an image of exactly 100,000 bytes", async ({ expect }) => {
    const sizes = [100_000, 99_999];
    const image = await shrink(512, async () => new Blob([new Uint8Array(sizes.shift() ?? 0)]));
    expect(image.size).toBe(99_999);
  });

  it("throws when no encoding is small enough", async ({ expect }) => {
    const { encode } = encoder(100);
    await expect(shrink(512, encode)).rejects.toThrow("cannot be made small enough");
  });
});
