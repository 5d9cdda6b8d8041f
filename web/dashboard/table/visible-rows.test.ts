import { describe, it } from "vitest";
import { visibleRows } from "./visible-rows";

const list = { count: 100_000, rowHeight: 50, viewportHeight: 800, overscan: 10 };

describe("the rendered rows", () => {
  it("are those of the viewport and a few more, wherever it stands", ({ expect }) => {
    expect(visibleRows({ ...list, top: 0 })).toEqual({ first: 0, end: 26 });
    expect(visibleRows({ ...list, top: 2_500_025 })).toEqual({ first: 49_990, end: 50_027 });
    expect(visibleRows({ ...list, top: 5_000_000 - 800 })).toEqual({ first: 99_974, end: 100_000 });
  });

  it("are the first ones while the list begins below the top of the viewport", ({ expect }) => {
    expect(visibleRows({ ...list, top: -400 })).toEqual({ first: 0, end: 18 });
  });

  it("stay within a list that is shorter than the viewport, or that has just become shorter", ({ expect }) => {
    expect(visibleRows({ ...list, count: 3, top: 0 })).toEqual({ first: 0, end: 3 });
    expect(visibleRows({ ...list, count: 3, top: 90_000 })).toEqual({ first: 3, end: 3 });
    expect(visibleRows({ ...list, count: 0, top: 0 })).toEqual({ first: 0, end: 0 });
  });
});
