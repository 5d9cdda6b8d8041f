import { describe, it } from "vitest";
import { cursorsOf, nextPage, previousPage } from "./cursor-search";

const first = "6f9e4a52-3f0c-4d2a-9c0d-0b8d6f2f1a01";
const second = "6f9e4a52-3f0c-4d2a-9c0d-0b8d6f2f1a02";

describe("paging", () => {
  it("adds a cursor for each page forward and removes it again backward", ({ expect }) => {
    const search: { q: string; after?: string } = { q: "ada" };
    const onSecond = nextPage(search, first);
    const onThird = nextPage(onSecond, second);
    expect(cursorsOf(search)).toEqual([]);
    expect(cursorsOf(onThird)).toEqual([first, second]);
    expect(previousPage(onThird)).toEqual(onSecond);
    expect(cursorsOf(previousPage(onSecond))).toEqual([]);
    expect(previousPage(onSecond).q).toBe("ada");
  });
});
