import { describe, it } from "vitest";
import { shrink } from "./shrink";

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
