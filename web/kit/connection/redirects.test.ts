import { getRedirectTypeFromError, getURLFromRedirectError } from "next/dist/client/components/redirect";
import { isRedirectError } from "next/dist/client/components/redirect-error";
import { describe, expect, it } from "vitest";
import { FakeHost, FakePage } from "../testing/fake-host";
import { type RedirectMethod, Redirects } from "./redirects";
import { type HandlerUrls, handlerUrls } from "./urls";

function redirects(options: { page?: FakePage | null; urls?: Partial<HandlerUrls>; method?: RedirectMethod } = {}) {
  const page = options.page === undefined ? new FakePage() : options.page;
  const host = new FakeHost(page);
  const methods = () => import("./authorization-request");
  return { page, host, made: new Redirects(host, handlerUrls(options.urls), options.method ?? "window", methods) };
}

// Attack: in an open redirect (CWE-601), a link to a trusted site's sign-in page carries a return address that only appears
// relative. The freshly signed-in visitor lands on the attacker's page.
describe("an untrusted redirect target is refused", () => {
  it.each([
    "//evil.example",
    "///evil.example",
    "\\\\evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "\t//evil.example",
    " //evil.example",
    "https://evil.example",
    "https:evil.example",
    "http:evil.example",
    "https:/evil.example",
    "HTTPS://evil.example",
    "http://shop.example/basket",
    "https://shop.example/basket",
    "https://shop.example@evil.example",
    "javascript:alert(1)",
    "java\tscript:alert(1)",
    " javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "blob:https://shop.example/1",
    "mailto:a@b.example",
    "https://",
  ])("%j", (url) => {
    expect(() => redirects().made.trusted(url)).toThrow(`Redirect URL ${url} is not trusted; should be relative.`);
  });

  it.each([
    "",
    "/",
    "/a/b?c=d#e",
    "a",
    "./a",
    "../a",
    "?a",
    "#a",
    "/@evil.example",
    "/a//b",
    "/redirect?to=https://evil.example",
  ])("and a relative one passes: %j", (url) => {
    expect(redirects().made.trusted(url)).toBe(url);
  });

  it("also as after_auth_return_to of the page", async () => {
    const page = new FakePage("https://shop.example/handler/sign-in?after_auth_return_to=//evil.example");
    await expect(redirects({ page }).made.toHandler("afterSignIn")).rejects.toThrow(
      "Redirect URL //evil.example is not trusted; should be relative.",
    );
    expect(page.visits).toEqual([]);
  });

  it.each([
    ["https://shop.example/bye", true],
    ["/bye", true],
    ["http://shop.example/bye", false],
    ["https://shop.example:444/bye", false],
    ["https://evil.example/bye", false],
    ["//evil.example", false],
    ["javascript:alert(1)", false],
  ])("where code gives it, the page's own origin counts as trusted too: %s → %s", (url, passes) => {
    const { made } = redirects();
    if (passes) expect(made.trustedOnOrigin(url)).toBe(url);
    else expect(() => made.trustedOnOrigin(url)).toThrow(`Redirect URL ${url} is not trusted; should be relative.`);
  });
});

it("on a page without an origin, a script is not taken for a page of the same one", () => {
  const { made } = redirects({ page: new FakePage("file:///shop/index.html") });
  expect(() => made.trustedOnOrigin("javascript:alert(1)")).toThrow(/is not trusted; should be relative\.$/);
});

describe("redirecting", () => {
  it("assigns or replaces the location, then waits two seconds for the page to go", async () => {
    const { made, page, host } = redirects();
    await made.toHandler("home");
    await made.toHandler("home", { replace: true });
    expect(page?.visits).toEqual(["assign /", "replace /"]);
    expect(host.waits).toEqual([2000, 2000]);
  });

  it("does nothing at all with the method none", async () => {
    const { made, page, host } = redirects({ method: "none" });
    await made.toHandler("home");
    expect(page?.visits).toEqual([]);
    expect(host.waits).toEqual([]);
  });

  it("goes by a router's own function", async () => {
    const visits: string[] = [];
    const navigate = (to: string) => void visits.push(to);
    const { made, page } = redirects({ method: { useNavigate: () => navigate, navigate } });
    await made.toHandler("accountSettings");
    expect(visits).toEqual(["/handler/account-settings"]);
    expect(page?.visits).toEqual([]);
  });

  it("names a page without an address", async () => {
    await expect(redirects({ urls: { mfa: "" } }).made.toHandler("mfa")).rejects.toThrow("No URL for handler name mfa");
  });
});

describe("an interceptor", () => {
  it("sees the page and the address before the redirect, and may stay", async () => {
    const { made, page, host } = redirects({
      page: new FakePage("https://shop.example/?after_auth_return_to=/basket"),
    });
    const seen: string[][] = [];
    made.interceptor = (name, url) => {
      seen.push([name, url]);
      return name === "afterSignIn" ? null : url;
    };
    await made.toHandler("afterSignIn");
    expect(page?.visits).toEqual([]);
    expect(host.waits).toEqual([]);
    await made.toHandler("home", { replace: true });
    expect(page?.visits).toEqual(["replace /"]);
    expect(seen).toEqual([
      ["afterSignIn", "/basket"],
      ["home", "/"],
    ]);
  });

  it("leads elsewhere on the page's own origin, and to no other", async () => {
    // Attack: an open redirect (CWE-601), by a website that fills an attribute from its own query.
    const { made, page } = redirects();
    made.interceptor = async () => "https://shop.example/bye";
    await made.toHandler("afterSignOut");
    made.interceptor = async () => "https://evil.example/";
    await expect(made.toHandler("afterSignOut")).rejects.toThrow(/is not trusted; should be relative\.$/);
    expect(page?.visits).toEqual(["assign https://shop.example/bye"]);
  });

  // Attack: an open redirect or a script (CWE-601, CWE-79), by a link with a return address that the interceptor passes on.
  it.each(["javascript:alert(1)", "//evil.example/", "https://evil.example", "https://shop.example/basket"])(
    "sees the usual target in place of an untrusted return address: %s",
    async (returnTo) => {
      const page = new FakePage(`https://shop.example/?after_auth_return_to=${encodeURIComponent(returnTo)}`);
      const { made } = redirects({ page, urls: { afterSignUp: "/welcome" } });
      const seen: string[] = [];
      made.interceptor = (_name, url) => {
        seen.push(url);
        return url;
      };
      await made.toHandler("afterSignIn");
      await made.toHandler("afterSignUp");
      expect(seen).toEqual(["/", "/welcome"]);
      expect(page.visits).toEqual(["assign /", "assign /welcome"]);
    },
  );
});

describe("coming back afterwards", () => {
  const returning = "https://shop.example/handler/sign-in?after_auth_return_to=%2Fcheckout%3Fstep%3D2";

  it("sign-in and sign-up take the current path, query and hash along", async () => {
    const { made, page } = redirects();
    await made.toHandler("signIn");
    await made.toHandler("signUp");
    const to = "after_auth_return_to=%2Fbasket%3Fitem%3D1%23top";
    expect(page?.visits).toEqual([`assign /handler/sign-in?${to}`, `assign /handler/sign-up?${to}`]);
  });

  it("sign-in and sign-up pass on what the page was to come back to", async () => {
    const { made, page } = redirects({ page: new FakePage(returning) });
    await made.toHandler("signUp");
    expect(page?.visits).toEqual(["assign /handler/sign-up?after_auth_return_to=%2Fcheckout%3Fstep%3D2"]);
  });

  it("an address of ours with the page's origin is used by its relative part", async () => {
    const { made, page } = redirects({ urls: { signIn: "https://shop.example/login?x=1" } });
    await made.toHandler("signIn");
    expect(page?.visits).toEqual(["assign /login?x=1&after_auth_return_to=%2Fbasket%3Fitem%3D1%23top"]);
  });

  it("after-sign-in and after-sign-up go there", async () => {
    const { made, page } = redirects({ page: new FakePage(returning) });
    await made.toHandler("afterSignIn");
    await made.toHandler("afterSignUp");
    expect(page?.visits).toEqual(["assign /checkout?step=2", "assign /checkout?step=2"]);
  });

  it("noRedirectBack switches both off", async () => {
    const { made, page } = redirects({ page: new FakePage(returning) });
    await made.toHandler("signIn", { noRedirectBack: true });
    await made.toHandler("afterSignIn", { noRedirectBack: true });
    expect(page?.visits).toEqual(["assign /handler/sign-in", "assign /"]);
  });

  it("the second step of a sign-in passes on what the first was to come back to, and never itself", async () => {
    const { made, page } = redirects({ page: new FakePage(returning) });
    await made.toHandler("mfa");
    expect(page?.visits).toEqual(["assign /handler/mfa?after_auth_return_to=%2Fcheckout%3Fstep%3D2"]);
    const bare = redirects();
    await bare.made.toHandler("mfa");
    expect(bare.page?.visits).toEqual(["assign /handler/mfa"]);
  });

  it("no other page is touched by it", async () => {
    const { made, page } = redirects({ page: new FakePage(returning) });
    await made.toHandler("afterSignOut");
    await made.toHandler("error");
    expect(page?.visits).toEqual(["assign /", "assign /handler/error"]);
  });
});

describe("callback addresses", () => {
  it("are absolute, without hash, with the page to come back to", () => {
    expect(redirects().made.callbackUrl(undefined, "emailVerification", "callbackUrl")).toBe(
      "https://shop.example/handler/email-verification",
    );
    const page = new FakePage("https://shop.example/handler/sign-up?after_auth_return_to=%2Fcheckout#x");
    const urls = { passwordReset: "/reset#form" };
    expect(redirects({ page, urls }).made.callbackUrl(undefined, "passwordReset", "callbackUrl")).toBe(
      "https://shop.example/reset?after_auth_return_to=%2Fcheckout",
    );
  });

  it("are taken as given, and must be given outside a browser", () => {
    const { made } = redirects({ page: null });
    expect(made.callbackUrl("https://a.example/x", "passwordReset", "callbackUrl")).toBe("https://a.example/x");
    expect(() => made.callbackUrl(undefined, "passwordReset", "verificationCallbackUrl")).toThrow(
      "verificationCallbackUrl option is required in a non-browser environment.",
    );
  });
});

it("the method of Next.js throws, outside a browser, what Next.js takes for a redirect of its own", async () => {
  const { made } = redirects({ page: null, method: "nextjs", urls: { signIn: "/in;out?next=/a" } });
  const error = await made.toHandler("signIn", { replace: true }).catch((thrown: unknown) => thrown);
  if (!isRedirectError(error)) throw new Error("Next.js would take it for another error");
  expect(getURLFromRedirectError(error)).toBe("/in;out?next=/a");
  expect(getRedirectTypeFromError(error)).toBe("replace");
  const pushed = await made.toHandler("home").catch((thrown: unknown) => thrown);
  expect(isRedirectError(pushed) && getRedirectTypeFromError(pushed)).toBe("push");
});

describe("handler addresses", () => {
  it("follow the handler's base path and the targets before them", () => {
    expect(handlerUrls({ handler: "/auth", home: "/start" })).toMatchObject({
      signIn: "/auth/sign-in",
      oauthCallback: "/auth/oauth-callback",
      afterSignIn: "/start",
      afterSignUp: "/start",
      afterSignOut: "/start",
    });
    expect(handlerUrls({ afterSignIn: "/in" })).toMatchObject({ home: "/", afterSignUp: "/in", afterSignOut: "/" });
  });

  it("ignore an override of undefined", () => {
    expect(handlerUrls({ signIn: undefined, home: undefined })).toEqual(handlerUrls());
  });
});
