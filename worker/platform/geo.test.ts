import { describe, expect, it } from "vitest";
import { endUserIp } from "./geo";

const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36";

function request(headers: Record<string, string>, cf?: object): Request {
  const plain = new Request("https://api.example.com/", { headers });
  return cf ? new Request(plain, { cf } as RequestInit) : plain;
}

describe("the origin of a request", () => {
  it("is what the edge reports about a browser, coordinates as numbers", () => {
    const cf = {
      country: "DE",
      regionCode: "BE",
      city: "Berlin",
      latitude: "52.52",
      longitude: "13.405",
      timezone: "Europe/Berlin",
    };
    expect(endUserIp(request({ "cf-connecting-ip": "203.0.113.7", "user-agent": chrome }, cf))).toEqual({
      ip: "203.0.113.7",
      countryCode: "DE",
      regionCode: "BE",
      cityName: "Berlin",
      latitude: 52.52,
      longitude: 13.405,
      tzIdentifier: "Europe/Berlin",
    });
  });

  it.each(["127.0.0.1", "::1", "10.1.2.3", "172.20.0.1", "192.168.1.7", "fd00::1", "fe80::1"])(
    "has no place for the local address %s, whatever is said of it",
    (ip) => {
      expect(
        endUserIp(request({ "cf-connecting-ip": ip, "user-agent": chrome }, { country: "US", city: "Austin" })),
      ).toEqual({
        ip,
        countryCode: null,
        regionCode: null,
        cityName: null,
        latitude: null,
        longitude: null,
        tzIdentifier: null,
      });
    },
  );

  it("is an address alone where the edge has no location", () => {
    expect(endUserIp(request({ "cf-connecting-ip": "2001:db8::1", "user-agent": chrome }))).toEqual({
      ip: "2001:db8::1",
      countryCode: null,
      regionCode: null,
      cityName: null,
      latitude: null,
      longitude: null,
      tzIdentifier: null,
    });
  });

  it("is nothing for a program, whose address is not the end user's", () => {
    for (const agent of [{ "user-agent": "node" }, { "user-agent": "curl/8.0" }, {}]) {
      expect(endUserIp(request({ "cf-connecting-ip": "203.0.113.7", ...agent } as Record<string, string>))).toBeNull();
    }
  });

  it("attack: a caller writes an address of their choice into a header that proxies use", () => {
    const forged = { "x-forwarded-for": "198.51.100.1", "x-real-ip": "198.51.100.1", forwarded: "for=198.51.100.1" };
    expect(endUserIp(request({ ...forged, "user-agent": chrome }))).toBeNull();
    expect(endUserIp(request({ ...forged, "cf-connecting-ip": "203.0.113.7", "user-agent": chrome }))?.ip).toBe(
      "203.0.113.7",
    );
  });
});
