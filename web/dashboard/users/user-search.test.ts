import { describe, it } from "vitest";
import { parseUserSearch } from "./user-search";

const first = "6f9e4a52-3f0c-4d2a-9c0d-0b8d6f2f1a01";

describe("parseUserSearch", () => {
  it("keeps valid values", ({ expect }) => {
    const search = { q: "ada", order: "oldest", size: 50, after: first };
    expect(parseUserSearch(search)).toEqual(search);
  });

  it("reads a search for digits, which the router parses as a number, as text", ({ expect }) => {
    expect(parseUserSearch({ q: 42 })).toEqual({ q: "42" });
  });

  it("leaves out defaults, unknown keys and invalid values", ({ expect }) => {
    expect(parseUserSearch({ q: "", order: "newest", size: 25, after: "", tab: 1 })).toEqual({});
    expect(parseUserSearch({ q: { a: 1 }, order: 1, size: 1_000_000, after: 7 })).toEqual({});
  });
});
