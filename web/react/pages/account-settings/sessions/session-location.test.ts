import { describe, it } from "vitest";
import { sessionPlace } from "./session-location";

describe("sessionPlace", () => {
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
    expect(sessionPlace({ geoInfo: { ip: "192.0.2.1", ...geo } })).toBe(place);
  });

  it("is unknown when no browser has used the session", ({ expect }) => {
    expect(sessionPlace({ geoInfo: undefined })).toBeUndefined();
  });
});
