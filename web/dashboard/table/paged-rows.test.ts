import { describe, it } from "vitest";
import { PagedRows } from "./paged-rows";

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
