import { describe, it } from "vitest";
import type { ServerContactChannel } from "../../kit";
import { mailLink, signInAddress } from "./mail-link";

const domain = (domain: string) => ({ domain, handlerPath: "/handler" });
const project = (...domains: string[]) => ({ id: "p1", config: { domains: domains.map(domain) } });
const on = { areOn: true, origin: "https://gatehouse.example" };

describe("the page to which a link of a mail leads", () => {
  it("is on the first website that is no pattern", ({ expect }) => {
    const link = mailLink("password-reset", project("https://*.example.com", "https://example.com"), on);
    expect(link).toBe("https://example.com/handler/password-reset");
  });

  it("is a hosted page where there is no website", ({ expect }) => {
    expect(mailLink("magic-link-callback", project("https://*.example.com"), on)).toBe(
      "https://gatehouse.example/handler/magic-link-callback?project_id=p1",
    );
  });

  it("is none where hosted pages are off as well", ({ expect }) => {
    expect(mailLink("email-verification", project(), { ...on, areOn: false })).toBeNull();
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
