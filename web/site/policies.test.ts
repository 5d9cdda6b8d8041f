import { describe, expect, it } from "vitest";
import { sitePolicies } from "../../scripts/testing/site-under-test";
import { frameAncestors, withFrameAncestors } from "./frame-policy";
import worker from "./pages-worker";

describe("the content security policy", () => {
  /** The policies by the paths that have them, each as its directives. */
  function policies(): Map<string, Map<string, string[]>> {
    return new Map([...sitePolicies()].map(([pattern, policy]) => [pattern, directivesOf(policy)]));
  }

  function directivesOf(policy: string): Map<string, string[]> {
    const directives = policy.split(";").map((each) => each.trim().split(" "));
    return new Map(directives.map(([name = "", ...sources]) => [name, sources]));
  }

  // Evidence: only-page-customers-buy-loads-what
  it("only the page on which customers buy loads what is Stripe's, and nothing else of others", () => {
    // Attack: a script of another server, where owners sign in and administer their projects.
    const found = policies();
    const [site, purchase] = [found.get("/*"), found.get("/purchase/*")];
    expect([...found.keys()]).toEqual(["/*", "/purchase/*"]);
    expect(site?.get("script-src")).toEqual(["'self'"]);
    expect(site?.has("frame-src")).toBe(false);
    const stripe = ["https://js.stripe.com", "https://*.js.stripe.com"];
    expect(purchase?.get("script-src")).toEqual(["'self'", ...stripe]);
    expect(purchase?.get("frame-src")).toEqual([...stripe, "https://hooks.stripe.com"]);
    const others = (policy?: Map<string, string[]>) =>
      [...(policy ?? [])].filter(([name]) => name !== "script-src" && name !== "frame-src");
    expect(others(purchase)).toEqual(others(site));
  });
});

const id = "c2b6c1a4-7d0e-4f3b-9a55-1f0e8d2c6b71";
const shop = "https://shop.example";

/** The directive of a page, and the requests that it took. */
async function framing(
  path: string,
  { destination = "iframe" as string | null, respond = () => Response.json({ frame_ancestors: [shop] }) } = {},
) {
  const requests: string[] = [];
  const directive = await frameAncestors(
    { url: new URL(path, "https://login.example"), destination },
    {
      apiUrl: "https://api.example",
      fetchHostedPages: async (url) => {
        requests.push(url);
        return respond();
      },
    },
  );
  return { directive, requests };
}

describe("a page of the site", () => {
  it.each(["sign-in", "sign-up", "forgot-password"])("%s is framed where its project says", async (page) => {
    const { directive, requests } = await framing(`/handler/${page}?project_id=${id}&after_auth_return_to=%2F`);
    expect(directive).toBe(`frame-ancestors ${shop}`);
    expect(requests).toEqual([`https://api.example/api/v1/hosted-pages/${id}`]);
  });

  // Attack: a page that confirms something lies invisible under the attacker's button.
  it.each([
    "authorize",
    "team-invitation",
    "cli-auth-confirm",
    "email-verification",
    "magic-link-callback",
    "password-reset",
    "account-settings",
    "mfa",
    "onboarding",
    "sign-out",
    "oauth-callback",
    "sign-in/more",
    "sign-in/",
    "Sign-In",
    "../projects",
  ])("%s is framed nowhere, whatever the project says", async (page) => {
    const { directive, requests } = await framing(`/handler/${page}?project_id=${id}`);
    expect([directive, requests]).toEqual(["frame-ancestors 'none'", []]);
  });

  it.each([
    ["no project", ""],
    ["the internal project", "?project_id=internal"],
    ["two projects", `?project_id=${id}&project_id=${id}`],
    ["a path", `?project_id=${id}%2F..%2F..%2Fopenapi.json`],
    ["another host", "?project_id=%40evil.example"],
  ])("of %s is framed nowhere", async (_, query) => {
    const { directive, requests } = await framing(`/handler/sign-in${query}`);
    expect([directive, requests]).toEqual(["frame-ancestors 'none'", []]);
  });

  it("that is shown by itself waits for no request, and one without the header is taken to be framed", async () => {
    const page = `/handler/sign-in?project_id=${id}`;
    expect(await framing(page, { destination: "document" })).toEqual({
      directive: "frame-ancestors 'none'",
      requests: [],
    });
    expect((await framing(page, { destination: null })).directive).toBe(`frame-ancestors ${shop}`);
  });

  it.each<[string, () => Response]>([
    ["has none", () => new Response("Project not found", { status: 404 })],
    ["fails", () => new Response("{}", { status: 500 })],
    ["is no JSON", () => new Response("<html>")],
    ["names no list", () => Response.json({ frame_ancestors: shop })],
    ["names none", () => Response.json({ frame_ancestors: [] })],
    ["names what is no source", () => Response.json({ frame_ancestors: ["*", "https:", "data:", 1, null] })],
    ["ends the directive", () => Response.json({ frame_ancestors: [`${shop}; script-src *`, `${shop}\r\nA: b`] })],
    [
      "cannot be reached",
      () => {
        throw new TypeError("fetch failed");
      },
    ],
  ])("is framed nowhere where the API %s", async (_, respond) => {
    const { directive } = await framing(`/handler/sign-in?project_id=${id}`, { respond });
    expect(directive).toBe("frame-ancestors 'none'");
  });

  it("keeps the rest of its policy", () => {
    const policy = "default-src 'none'; frame-ancestors 'none'; script-src 'self'";
    expect(withFrameAncestors(policy, `frame-ancestors ${shop}`)).toBe(
      `default-src 'none'; script-src 'self'; frame-ancestors ${shop}`,
    );
    expect(withFrameAncestors("", "frame-ancestors 'none'")).toBe("frame-ancestors 'none'");
  });
});

/** The path of the file with which a request is served, and its response. */
async function served(path: string, headers: Record<string, string> = {}) {
  const paths: string[] = [];
  const ASSETS = {
    fetch: async (request: Request) => {
      paths.push(new URL(request.url).pathname);
      return new Response("<!doctype html>", { headers: { "Content-Security-Policy": "script-src 'self'" } });
    },
  };
  const request = new Request(`https://login.example${path}`, {
    headers: { "Sec-Fetch-Dest": "document", ...headers },
  });
  const response = await worker.fetch(request, { ASSETS });
  return { paths, response };
}

describe("a handler page", () => {
  it.each([
    ["/handler/sign-in", "de-AT, en;q=0.5", "/handler/de-DE/sign-in"],
    ["/handler/sign-up?project_id=1&lang=ja", "de", "/handler/ja-JP/sign-up"],
    ["/handler/forgot-password?lang=tlh", "en;q=0.2, fr-CA;q=0.8", "/handler/fr-CA/forgot-password"],
    ["/handler/forgot-password", "", "/handler/en-US/forgot-password"],
    ["/handler/password-reset?code=1", "pt", "/handler/pt-BR/loading"],
    ["/handler/../handler/de-DE/sign-in", "en", "/handler/en-US/loading"],
  ])("%s for %s is the document %s", async (path, language, file) => {
    const { paths, response } = await served(path, { "Accept-Language": language });
    expect(paths).toEqual([file]);
    expect(response.headers.get("Vary")).toContain("Accept-Language");
    expect(response.headers.get("Content-Security-Policy")).toBe("script-src 'self'; frame-ancestors 'none'");
  });

  it.each([
    ["gatehouse-lang=ar", "/handler/ar/sign-in"],
    ["a=b; gatehouse-lang=he-IL; c=d", "/handler/he-IL/sign-in"],
    ["other-gatehouse-lang=ar; gatehouse-lang=tlh", "/handler/ja-JP/sign-in"],
  ])("with the cookie %s is the document %s, as was chosen", async (cookie, file) => {
    const { paths, response } = await served("/handler/sign-in?lang=ja", { "Accept-Language": "de", Cookie: cookie });
    expect(paths).toEqual([file]);
    expect(response.headers.get("Vary")).toContain("Cookie");
  });

  it("has the document of the dashboard where its code is", async () => {
    expect((await served("/handler/account-settings")).paths).toEqual(["/handler/account-settings"]);
    expect((await served("/handler/account-settings/")).paths).toEqual(["/handler/account-settings/"]);
  });
});
