import { describe, it } from "vitest";
import { english } from "../../ui/translation/translate";
import { placeName } from "./place-name";

describe("placeName", () => {
  it.for([
    [{ cityName: "Lyon", countryCode: "FR" }, "Lyon, France"],
    [{ cityName: null, countryCode: "FR" }, "France"],
    [{ cityName: "Lyon", countryCode: null }, "Lyon"],
    [{ countryCode: "T1" }, "Tor network"],
    [{ countryCode: "XX" }, undefined],
    [{ countryCode: "not a country" }, undefined],
    [{ cityName: null, countryCode: null }, undefined],
    [{}, undefined],
  ] as const)("%j is %s", ([geo, place], { expect }) => {
    expect(placeName(geo, english)).toBe(place);
  });

  it("is undefined for a session that was never used", ({ expect }) => {
    expect(placeName(undefined, english)).toBeUndefined();
  });
});
