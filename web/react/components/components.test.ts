import { describe, it } from "vitest";
import { english } from "../../ui/translation/translate";
import { cameFrom, carryReturnTarget } from "./return-target";
import { placeName } from "./session-texts";

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

describe("carryReturnTarget", () => {
  it("carries the return target of the current page, and nothing else of its query", ({ expect }) => {
    const query = new URLSearchParams({ after_auth_return_to: "/shop?item=1", code: "secret" });
    expect(carryReturnTarget("/handler/sign-up", query)).toBe(
      "/handler/sign-up?after_auth_return_to=%2Fshop%3Fitem%3D1",
    );
    expect(carryReturnTarget("/welcome?plan=free#form", query)).toBe(
      "/welcome?plan=free&after_auth_return_to=%2Fshop%3Fitem%3D1#form",
    );
  });

  it("leaves a URL as it is without a return target", ({ expect }) => {
    expect(carryReturnTarget("/handler/sign-up", new URLSearchParams("code=1"))).toBe("/handler/sign-up");
  });
});

describe("cameFrom", () => {
  const settings = "https://shop.example/handler/account-settings";
  const from = (referrer: string, search = "") =>
    cameFrom({ href: settings + search, referrer }, { handlerUrl: "/handler" });
  const target = (path: string) => `?after_auth_return_to=${encodeURIComponent(path)}`;

  it("is the page before, with its query and hash, or the return target", ({ expect }) => {
    expect(from("https://shop.example/cart?item=1#top")).toBe("https://shop.example/cart?item=1#top");
    expect(from("https://shop.example/cart", target("/orders"))).toBe("https://shop.example/orders");
  });

  // Attack: a link to the account settings whose way back leads to another site, or runs a script.
  it.for([
    "https://evil.example/",
    "//evil.example",
    "\\\\evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "https://shop.example.evil.example/",
    "http://[",
  ])("is not %s", (path, { expect }) => {
    expect(from("", target(path))).toBeUndefined();
    expect(from(path)).toBeUndefined();
  });

  it("keeps a path that begins with two slashes on this origin", ({ expect }) => {
    expect(from("", target("/.//evil.example"))).toBe("https://shop.example//evil.example");
  });

  it("is not a page of the handler, such as the sign-in", ({ expect }) => {
    expect(from("https://shop.example/handler/sign-in")).toBeUndefined();
    expect(from("")).toBeUndefined();
  });
});
