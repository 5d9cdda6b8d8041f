import { describe, it } from "vitest";
import type { ServerContactChannel } from "../../kit";
import { emailLinks, signInAddress } from "./use-email-link";

const domain = (domain: string) => ({ domain, handlerPath: "/handler" });
const project = (...domains: string[]) => ({ id: "p1", config: { domains: domains.map(domain) } });
const on = { areOn: true, origin: "https://gatehouse.example" };

describe("the page to which a link of an email leads", () => {
  const urls = (...args: Parameters<typeof emailLinks>) => emailLinks(...args).map(({ url }) => url);

  it("is a hosted page first, as a website with only the tag has none, then one of a website that is no pattern", ({
    expect,
  }) => {
    const domains = ["myapp://callback", "https://*.example.com", "https://example.com"];
    expect(emailLinks("password-reset", project(...domains), on)).toEqual([
      { url: "https://gatehouse.example/handler/password-reset?project_id=p1", handler: null },
      { url: "https://example.com/handler/password-reset", handler: "https://example.com/handler" },
    ]);
  });

  it("is one by https before one by http, in the order of the list else", ({ expect }) => {
    const domains = ["http://a.example", "https://b.example", "https://c.example"];
    expect(urls("magic-link-callback", project(...domains), { ...on, areOn: false })).toEqual([
      "https://b.example/handler/magic-link-callback",
      "https://c.example/handler/magic-link-callback",
      "http://a.example/handler/magic-link-callback",
    ]);
  });

  it("is none where there is no website and hosted pages are off", ({ expect }) => {
    expect(urls("email-verification", project("https://*.example.com"), { ...on, areOn: false })).toEqual([]);
  });
});

describe("the address for a link that signs in", () => {
  const channel = (value: string, isPrimary: boolean, usedForAuth: boolean) =>
    ({ value, isPrimary, usedForAuth }) as ServerContactChannel;

  it("is the primary one, if it is used for sign-in", ({ expect }) => {
    expect(signInAddress([channel("a", false, true), channel("b", true, true)])).toBe("b");
  });

  // Attack: a link to an address that signs in to no account makes an account of its own.
  it("is never one that is not used for sign-in", ({ expect }) => {
    expect(signInAddress([channel("a", true, false), channel("b", false, true)])).toBe("b");
    expect(signInAddress([channel("a", true, false)])).toBeNull();
  });
});
