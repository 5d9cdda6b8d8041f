import { describe, it } from "vitest";
import { handlerUrls } from "../../kit/connection/urls";
import { pageErrorCode } from "./error";
import { handlerRoute } from "./handler-route";

const urls = handlerUrls();

describe("handlerRoute", () => {
  it.for([
    ["/handler/sign-in", "sign-in"],
    ["/handler/sign-up", "sign-up"],
    ["/handler/sign-out", "sign-out"],
    ["/handler/email-verification?code=abc", "email-verification"],
    ["/handler/forgot-password", "forgot-password"],
    ["/handler/password-reset?code=abc", "password-reset"],
    ["/handler/oauth-callback?code=c&state=s", "oauth-callback"],
    ["/handler/magic-link-callback?code=abc", "magic-link-callback"],
    ["/handler/team-invitation?code=abc", "team-invitation"],
    ["/handler/cli-auth-confirm?login_code=abc", "cli-auth-confirm"],
    ["/handler/mfa", "mfa"],
    ["/handler/onboarding", "onboarding"],
    ["/handler/account-settings#auth", "account-settings"],
    ["/handler/error", "error"],
    ["/handler/sign-in/", "sign-in"],
  ] as const)("%s is the page %s", ([location, page], { expect }) => {
    expect(handlerRoute(location, urls)).toMatchObject({ kind: "page", page });
  });

  it("passes the query to the page", ({ expect }) => {
    const route = handlerRoute("/handler/password-reset?code=a%2Bb#top", urls);
    expect(route.kind === "page" && route.searchParams.get("code")).toBe("a+b");
  });

  it.for([
    ["/handler/signin", "/handler/sign-in"],
    ["/handler/signIn", "/handler/sign-in"],
    ["/handler/login", "/handler/sign-in"],
    ["/handler/log-in", "/handler/sign-in"],
    ["/handler/register", "/handler/sign-up"],
    ["/handler/signup?after_auth_return_to=%2Fshop", "/handler/sign-up?after_auth_return_to=%2Fshop"],
    ["/handler/Forgot-Password", "/handler/forgot-password"],
    ["/handler/cliAuthConfirm?login_code=abc", "/handler/cli-auth-confirm?login_code=abc"],
  ] as const)("%s redirects to %s", ([location, to], { expect }) => {
    expect(handlerRoute(location, urls)).toEqual({ kind: "redirect", to });
  });

  it.for(["/handler", "/handler/", "/handler/nowhere", "/handler/constructor", "/handler/sign-in/more", "/sign-in"])(
    "%s is unknown",
    (location, { expect }) => {
      expect(handlerRoute(location, urls)).toEqual({ kind: "unknown" });
    },
  );

  it("redirects to a page whose address lies elsewhere on the website, with its query", ({ expect }) => {
    const elsewhere = handlerUrls({ signIn: "/welcome?from=handler", error: "/oops" });
    expect(handlerRoute("/handler/sign-in?after_auth_return_to=%2F", elsewhere)).toEqual({
      kind: "redirect",
      to: "/welcome?from=handler&after_auth_return_to=%2F",
    });
  });

  it.for(["error", "account-settings"] as const)("never redirects from the page %s", (page, { expect }) => {
    const elsewhere = handlerUrls({ error: "/oops", accountSettings: "/me" });
    expect(handlerRoute(`/handler/${page}?a=b`, elsewhere)).toMatchObject({ kind: "page", page });
  });

  it("takes the website's own handler address, and its own name for a page inside it", ({ expect }) => {
    const own = handlerUrls({ handler: "/account/pages", signIn: "/account/pages/welcome" });
    expect(handlerRoute("/account/pages/sign-up", own)).toMatchObject({ kind: "page", page: "sign-up" });
    expect(handlerRoute("/account/pages/welcome", own)).toMatchObject({ kind: "page", page: "sign-in" });
    expect(handlerRoute("/handler/sign-in", own)).toEqual({ kind: "unknown" });
  });

  // Attack: a link such as https://site.example//evil.example/login, whose alias redirects to evil.example.
  it("never redirects to another origin, however the path is written", ({ expect }) => {
    for (const location of [
      "//evil.example/handler/login",
      "/handler//evil.example/login",
      "/handler/login//evil.example",
    ]) {
      const route = handlerRoute(location, urls);
      if (route.kind === "redirect") expect(route.to).toMatch(/^\/handler\//);
    }
  });
});

const read = (query: Record<string, string>) => pageErrorCode(new URLSearchParams(query));

describe("pageErrorCode", () => {
  it("reads the code of a known error", ({ expect }) => {
    expect(read({ errorCode: "OAUTH_PROVIDER_ACCESS_DENIED", message: "Denied.", details: "{}" })).toBe(
      "OAUTH_PROVIDER_ACCESS_DENIED",
    );
  });

  it("is undefined without one", ({ expect }) => {
    expect(read({})).toBeUndefined();
    expect(read({ message: "Closed." })).toBeUndefined();
  });

  // Attack: content spoofing by a link whose code our page shows.
  it("refuses codes outside the catalogue", ({ expect }) => {
    expect(read({ errorCode: "CALL_THIS_NUMBER" })).toBeUndefined();
    expect(read({ errorCode: "constructor" })).toBeUndefined();
  });
});
