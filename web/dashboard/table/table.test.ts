import { describe, it } from "vitest";
import { idsBetween, PagedRows, visibleRows } from "./virtual-table";

const rows = new PagedRows([[0, 1, 2], [], [3], [4, 5, 6, 7], []]);

describe("the rows of several pages", () => {
  it("are sliced as one array would be, whatever pages they stand in", ({ expect }) => {
    const all = [0, 1, 2, 3, 4, 5, 6, 7];
    expect([...rows]).toEqual(all);
    for (let first = 0; first <= 9; first++) {
      for (let end = first; end <= 9; end++) expect(rows.slice(first, end)).toEqual(all.slice(first, end));
    }
    expect(new PagedRows<number>([]).slice(0, 5)).toEqual([]);
  });

  it("are asked from the latest page on, no further than one that denies", ({ expect }) => {
    const asked: number[] = [];
    const isSmall = (row: number) => asked.push(row) > 0 && row < 4;
    expect(rows.every(isSmall)).toBe(false);
    expect(asked).toEqual([4]);
    expect(rows.every((row) => row < 8)).toBe(true);
  });

  it("are not read when only a few of very many are shown", ({ expect }) => {
    let read = 0;
    const page = new Proxy(
      Array.from({ length: 500 }, (_, row) => row),
      {
        get(target, property, receiver) {
          if (typeof property === "string" && /^\d+$/.test(property)) read += 1;
          return Reflect.get(target, property, receiver);
        },
      },
    );
    const many = new PagedRows(Array.from({ length: 200 }, () => page));
    expect(many.length).toBe(100_000);
    expect(many.slice(49_990, 50_030)).toHaveLength(40);
    expect(read).toBe(40);
  });
});

describe("a range of rows", () => {
  const ids = ["a", "b", "c", "d"];

  it("has all between two, whichever was selected first", ({ expect }) => {
    expect(idsBetween(ids, "b", "d")).toEqual(["b", "c", "d"]);
    expect(idsBetween(ids, "c", "a")).toEqual(["a", "b", "c"]);
    expect(idsBetween(ids, "b", "b")).toEqual(["b"]);
  });

  it("is the latter alone where the first is no longer in the list", ({ expect }) => {
    expect(idsBetween(ids, "gone", "c")).toEqual(["c"]);
  });
});

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
