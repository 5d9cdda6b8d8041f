import { describe, it } from "vitest";
import { sessionLocation } from "./session-location";

describe("sessionLocation", () => {
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
    expect(sessionLocation({ geoInfo: { ip: "192.0.2.1", ...geo } })).toBe(place);
  });

  it("is undefined for a session that was never used", ({ expect }) => {
    expect(sessionLocation({ geoInfo: undefined })).toBeUndefined();
  });
});
