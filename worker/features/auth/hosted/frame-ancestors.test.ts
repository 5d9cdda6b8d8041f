import { describe, expect, it } from "vitest";
import { frameAncestors } from "./frame-ancestors";

function sources(baseUrls: string[], allowLocalhost = false): Promise<string[]> {
  const trustedDomains = Object.fromEntries(
    baseUrls.map((baseUrl, index) => [`d${index}`, { baseUrl, handlerPath: "/handler" }]),
  );
  return frameAncestors({ domains: { allowLocalhost, trustedDomains } });
}

describe("the websites that may frame sign-in pages", () => {
  it.each([
    ["https://good.example", "https://good.example"],
    ["https://good.example/handler", "https://good.example"],
    ["https://GOOD.example:8443", "https://good.example:8443"],
    ["https://münchen.example", "https://xn--mnchen-3ya.example"],
    ["https://*.good.example", "https://*.good.example"],
    ["https://**.good.example:8443", "https://*.good.example:8443"],
  ])("%s may as %s", async (domain, source) => {
    expect(await sources([domain])).toEqual([source]);
  });

  // Attack: a page that overlays a framed sign-in page, from a website that only resembles a trusted one.
  it.each([
    ["without TLS", "http://good.example"],
    ["on localhost, where the project does not allow it", "http://localhost:3000"],
    ["with a wildcard inside a label", "https://app-*.good.example"],
    ["with a wildcard further in", "https://a.*.good.example"],
    ["with two wildcards", "https://*.*.good.example"],
    ["with a wildcard before the name", "https://*good.example"],
    ["of everyone", "https://*.com"],
    ["of everyone at a host of websites", "https://*.pages.dev"],
    ["of every site", "https://**"],
    ["by an IPv6 address, which has no form as a source", "https://[::1]:3000"],
    ["by a name that has no form as a source", "https://a_b.good.example"],
    ["with another directive", "https://good.example; script-src *"],
    ["that is none", "*"],
  ])("none %s: %s", async (_, domain) => {
    expect(await sources([domain])).toEqual([]);
  });

  it("may on any port of localhost where the project allows localhost", async () => {
    expect(await sources(["https://good.example", "https://good.example/"], true)).toEqual([
      "http://localhost:*",
      "http://*.localhost:*",
      "http://127.0.0.1:*",
      "https://good.example",
    ]);
  });

  it("are the first ones where all are too many for a header", async () => {
    const label = "a".repeat(60);
    const domains = Array.from({ length: 100 }, (_, index) => `https://d${index}.${label}.${label}.${label}.example`);
    const named = await sources(domains, true);
    expect(named.join(" ").length).toBeLessThanOrEqual(4_096);
    expect(named.length).toBeGreaterThan(15);
    expect(named.slice(3)).toEqual(domains.slice(0, named.length - 3));
  });
});
