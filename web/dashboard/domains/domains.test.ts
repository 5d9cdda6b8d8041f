import { describe, expect, it } from "vitest";
import { findProductionModeErrors } from "../../../worker/features/projects/production-mode";
import { english } from "../translation/english";
import { allowLocalhostId, checkDomain, domainRowId, fixedIn, productionErrorText } from "./domain-texts";

describe("the errors of production mode", () => {
  it("knows every text of the server, and shows any other one as it is", async () => {
    const domains = [
      "localhost",
      "https://a.test:x",
      "http://localhost",
      "https://*.com",
      "https://192.0.2.1",
      "http://a.test",
    ];
    const trustedDomains = Object.fromEntries(domains.map((baseUrl) => [baseUrl, { baseUrl }]));
    const errors = await findProductionModeErrors({ domains: { allowLocalhost: true, trustedDomains } });
    expect(errors).toHaveLength(7);
    for (const error of errors) expect(productionErrorText(error, english)).not.toContain(error);
    expect(errors.map(fixedIn)).toEqual([allowLocalhostId, ...domains.sort().map(domainRowId)]);
    expect(productionErrorText("Something new", english)).toBe("Something new.");
    expect(fixedIn("Something new")).toBeUndefined();
  });
});

describe("checkDomain", () => {
  it.for([
    "https://example.com",
    " http://localhost:3000 ",
    "https://*.example.com",
    "HTTPS://[::1]:8080",
    "example.com",
    "*.example.com:8443",
    "myapp://callback",
    "com.example.app://signed-in/again",
  ])("%s can be added", (text, { expect }) => {
    expect(checkDomain(text, ["https://other.example"], english)).toBe(true);
  });

  it.for([
    [" ", "Enter the address of your website."],
    ["ftp://example.com", "Start the domain with https:// or http://, such as https://example.com."],
    ["https://", "Start the domain with https:// or http://, such as https://example.com."],
    ["http://exa mple.com", "A domain has no spaces."],
    ["https://example.com/", "Leave out what follows the domain: https://example.com is enough."],
    ["https://example.com/path", "Leave out what follows the domain: https://example.com is enough."],
    ["https://example.com:8080?a#b", "Leave out what follows the domain: https://example.com:8080 is enough."],
    ["https://other.example", "This domain is trusted already."],
    ["otherapp://callback", "This domain is trusted already."],
  ] as const)("%s cannot: %s", ([text, why], { expect }) => {
    expect(checkDomain(text, ["https://other.example", "otherapp://callback"], english)).toBe(why);
  });
});
