import { describe, it } from "vitest";
import { parseProjectSearch, projectsWith } from "./project-search";

const shop = { id: "4f1c", displayName: "Corner shop", description: null };
const bakery = { id: "90ab", displayName: "Bakery", description: "Bread at the corner" };

describe("projectsWith", () => {
  it("finds projects by every word of a search, in name, description or id", ({ expect }) => {
    expect(projectsWith("", [shop, bakery])).toEqual([shop, bakery]);
    expect(projectsWith("CORNER", [shop, bakery])).toEqual([shop, bakery]);
    expect(projectsWith(" corner bread ", [shop, bakery])).toEqual([bakery]);
    expect(projectsWith("4f1c", [shop, bakery])).toEqual([shop]);
    expect(projectsWith("cake", [shop, bakery])).toEqual([]);
  });
});

describe("the search of the list of projects", () => {
  it("is a text, also where the router reads a number", ({ expect }) => {
    expect([{ q: "shop" }, { q: 42 }, { q: "" }, { q: {} }, {}].map(parseProjectSearch)).toEqual([
      { q: "shop" },
      { q: "42" },
      {},
      {},
      {},
    ]);
  });

  it("says whether a project is created", ({ expect }) => {
    const searches = [{ create: true, q: "shop" }, { create: "true" }, { create: 1 }];
    expect(searches.map(parseProjectSearch)).toEqual([{ create: true, q: "shop" }, {}, {}]);
  });
});
