import { describe, it } from "vitest";
import { cropSquare, dragCrop, middleCrop } from "./crop";

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
