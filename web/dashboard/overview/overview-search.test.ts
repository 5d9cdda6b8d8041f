import { describe, it } from "vitest";
import { parseOverviewSearch } from "./overview-search";

describe("the search of the overview", () => {
  it("has the range and the list of users that are not the default", ({ expect }) => {
    expect(parseOverviewSearch({ days: 7, recent: "active" })).toEqual({ days: 7, recent: "active" });
  });

  it("leaves out defaults and what it does not offer", ({ expect }) => {
    for (const search of [{ days: 30 }, { days: 365, recent: "oldest" }, { days: "seven" }, {}]) {
      expect(parseOverviewSearch(search)).toEqual({});
    }
  });
});
