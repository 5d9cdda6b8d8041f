import { describe, it } from "vitest";
import { countryFlag, countryName } from "./metrics-section";
import { parseOverviewSearch } from "./overview-search";

describe("a country", () => {
  it("has its name in the language of the reader, and its flag", ({ expect }) => {
    expect([countryName("DE", "en-US"), countryName("DE", "de-DE"), countryFlag("DE")]).toEqual([
      "Germany",
      "Deutschland",
      "🇩🇪",
    ]);
  });

  it("is named by its code, without a flag, where the network has a code of its own", ({ expect }) => {
    expect([countryName("T1", "en-US"), countryFlag("T1")]).toEqual(["T1", ""]);
  });
});

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
