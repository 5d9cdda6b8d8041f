import { describe, expect, it } from "vitest";
import { fail } from "../../protocol/fail";
import { KnownError } from "../../protocol/known-errors";
import { owner } from "../../testing/owner";
import { project } from "../../testing/project";
import { expectError, expectPlainError } from "../../testing/refusals";
import { isOwnPage, isTrustedOrigin, isTrustedUrl, type TrustingProject, trustedUrl } from "./trusted-urls";

const settings = { webUrl: "https://login.example" };
const id = "c2b6c1a4-7d0e-4f3b-9a55-1f0e8d2c6b71";

function trusting(baseUrls: string[], { allowLocalhost = false, isHosted = true } = {}): TrustingProject {
  const entries = baseUrls.map((baseUrl, index) => [`domain-${index}`, { baseUrl }] as const);
  const domains = { allowLocalhost, trustedDomains: Object.fromEntries(entries) };
  return { id, config: { domains, hostedPages: { enabled: isHosted } } };
}

describe("a trusted domain", () => {
  it.each([
    ["https://good.example", "https://good.example"],
    ["https://good.example", "https://good.example/any/path?query=1#part"],
    ["https://good.example/app/handler", "https://good.example/elsewhere"],
    ["https://good.example", "https://good.example:443/"],
    ["https://good.example:443", "https://good.example/"],
    ["http://good.example", "http://good.example:80/"],
    ["http://good.example:3000", "http://good.example:3000/"],
    ["https://good.example", "https://GOOD.Example/"],
    ["HTTPS://Good.Example", "https://good.example/"],
    ["https://münchen.example", "https://xn--mnchen-3ya.example/"],
    ["https://xn--mnchen-3ya.example", "https://MÜNCHEN.example/"],
    ["http://[::1]:3000", "http://[0:0:0:0:0:0:0:1]:3000/"],
    ["http://192.0.2.1", "http://192.0.2.1/"],
  ])("%s takes %s", (domain, url) => {
    expect(isTrustedUrl(settings, trusting([domain]), url)).toBe(true);
  });

  it.each([
    ["another scheme", "https://good.example", "http://good.example/"],
    ["another port", "https://good.example", "https://good.example:8443/"],
    ["no port where one is required", "https://good.example:8443", "https://good.example/"],
    ["a subdomain", "https://good.example", "https://www.good.example/"],
    ["the parent domain", "https://www.good.example", "https://good.example/"],
    ["a look-alike that begins the same", "https://good.example", "https://good.example.evil.example/"],
    ["a look-alike that ends the same", "https://good.example", "https://evilgood.example/"],
    ["a look-alike in another script", "https://good.example", "https://gооd.example/"],
    ["a trailing dot", "https://good.example", "https://good.example./"],
    ["the name in the credentials", "https://good.example", "https://good.example@evil.example/"],
    ["the name and a port in the credentials", "https://good.example", "https://good.example:443@evil.example/"],
    ["credentials before the right host", "https://good.example", "https://user:secret@good.example/"],
    ["a user name before the right host", "https://good.example", "https://user@good.example/"],
    ["a backslash before the credentials", "https://good.example", "https://good.example\\@evil.example/"],
    ["backslashes for slashes", "https://good.example", "https:\\\\good.example\\"],
    ["a backslash that hides the host", "https://good.example", "https://evil.example\\@good.example/"],
    ["a relative URL", "https://good.example", "/path"],
    ["a URL without a scheme", "https://good.example", "//good.example/"],
    ["a foreign URL without a scheme", "https://good.example", "//evil.example"],
    ["no URL", "https://good.example", "good.example"],
    ["the empty text", "https://good.example", ""],
    ["a script", "https://good.example", "javascript:alert(1)//https://good.example"],
    ["a script with a host", "https://good.example", "javascript://good.example/%0aalert(1)"],
    ["data", "https://good.example", "data:text/html,<script>alert(1)</script>"],
    ["a file", "https://good.example", "file://good.example/etc/passwd"],
    ["a blob of the origin", "https://good.example", "blob:https://good.example/5bd6e2d5"],
    ["the app's own scheme", "https://good.example", "app://good.example/"],
  ])("refuses %s", (_, domain, url) => {
    expect(isTrustedUrl(settings, trusting([domain]), url)).toBe(false);
  });
});

describe("a trusted domain with wildcards", () => {
  it.each([
    ["https://*.good.example", "https://a.good.example/"],
    ["https://*.good.example", "https://A.GOOD.example/path"],
    ["https://*good.example", "https://good.example/"],
    ["https://preview-*.good.example", "https://preview-42.good.example/"],
    ["https://preview-*.good.example", "https://preview-.good.example/"],
    ["https://*-*.good.example", "https://a-b-c.good.example/"],
    ["https://**.good.example", "https://a.good.example/"],
    ["https://**.good.example", "https://a.b.c.good.example/"],
    ["https://**good.example", "https://good.example/"],
    ["https://a.**.good.*", "https://a.b.c.good.example/"],
    ["https://*.good.example:8443", "https://a.good.example:8443/"],
    ["https://*.münchen.example", "https://a.xn--mnchen-3ya.example/"],
    ["https://**", "https://anything.at.all/"],
  ])("%s takes %s", (domain, url) => {
    expect(isTrustedUrl(settings, trusting([domain]), url)).toBe(true);
  });

  it.each([
    ["https://*.good.example", "https://good.example/"],
    ["https://*.good.example", "https://a.b.good.example/"],
    ["https://*.good.example", "http://a.good.example/"],
    ["https://*.good.example", "https://a.good.example:8443/"],
    ["https://*.good.example:8443", "https://a.good.example/"],
    ["https://*.good.example", "https://evil.example/.good.example"],
    ["https://*.good.example", "https://evil.example?.good.example"],
    ["https://*.good.example", "https://evil.example#.good.example"],
    ["https://*.good.example", "https://evil.example:443@x.good.example/"],
    ["https://*.good.example", "https://a.good.example.evil.example/"],
    ["https://*.good.example", "https://a.good.example./"],
    ["https://*.good.example", "https://.good.example/"],
    ["https://**.good.example", "https://good.example/"],
    ["https://**.good.example", "https://a..good.example/"],
    ["https://**.good.example", "https://evilgood.example/"],
    ["https://preview-*.good.example", "https://preview-1.evil.good.example/"],
    ["https://*.xample", "https://a.example/"],
  ])("%s refuses %s", (domain, url) => {
    expect(isTrustedUrl(settings, trusting([domain]), url)).toBe(false);
  });

  // Attack: a pattern that makes a backtracking matcher try every way to split a long host.
  it("responds at once for a pattern of many wildcards and a host of many labels", () => {
    const project = trusting([`https://${"**a".repeat(80)}.good.example`]);
    expect(isTrustedUrl(settings, project, `https://${"a.".repeat(120)}b.example/`)).toBe(false);
    expect(isTrustedUrl(settings, project, `https://${"a".repeat(500_000)}.good.example/`)).toBe(false);
  });
});

// Attack: a domain that was stored before it would be refused, and that reads differently in another place.
describe("a domain that is no host name, port and path", () => {
  it.each([
    ["https://good..example", "https://good..example/"],
    ["https://.good.example", "https://.good.example/"],
    ["https://good.example.", "https://good.example./"],
    ["https://good.example.", "https://good.example/"],
    ["https://good.example。", "https://good.example./"],
    ["https://*.good.example.", "https://a.good.example./"],
    ["https://good.example/*", "https://good.example/"],
    ["https://good.example:*", "https://good.example/"],
    ["https://good.example:*", "https://good.example:8443/"],
    ["https://good.example?a=b", "https://good.example/"],
    ["https://good.example#a", "https://good.example/"],
    ["https://user:secret@good.example", "https://good.example/"],
    ["https://good.example@evil.example", "https://evil.example/"],
    ["https://good.example\\.evil.example", "https://good.example/"],
    ["https://%2a.com", "https://evil.com/"],
    ["https://＊.com", "https://evil.com/"],
    ["https://good.example\n", "https://good.example/"],
    [" https://good.example", "https://good.example/"],
  ])("%j trusts nothing, such as %s", (domain, url) => {
    expect(isTrustedUrl(settings, trusting([domain]), url)).toBe(false);
  });
});

describe("localhost", () => {
  it.each([
    "http://localhost/",
    "http://localhost:3000/path",
    "https://LOCALHOST:1/",
    "http://app.localhost:3000/",
    "http://a.b.localhost/",
    "http://127.0.0.1:8787/",
    "http://127.255.1.2/",
    "http://127.1/",
    "http://[::1]:3000/",
    "http://[0:0:0:0:0:0:0:1]/",
  ])("%s passes where the project allows it, and only there", (url) => {
    expect(isTrustedUrl(settings, trusting([], { allowLocalhost: true }), url)).toBe(true);
    expect(isTrustedUrl(settings, trusting([]), url)).toBe(false);
  });

  it.each([
    "http://localhost.evil.example/",
    "http://evillocalhost/",
    "http://localhost./",
    "http://.localhost/",
    "http://localhost@evil.example/",
    "http://user@localhost/",
    "http://127.0.0.1.evil.example/",
    "http://127.evil.example/",
    "http://128.0.0.1/",
    "http://0.0.0.0/",
    "http://[::2]/",
    // Attack: an app that claims a scheme gets the codes of every project that allows localhost.
    "app://localhost/callback",
    "app://LocalHost/callback",
    "chrome-extension://localhost/",
    "javascript://localhost/%0aalert(1)",
    "JAVASCRIPT://localhost/%0aalert(1)",
    "java\tscript://localhost/%0aalert(1)",
    "data://localhost/text/html,hello",
    "http:\\\\localhost\\",
    "//localhost/",
    "localhost:3000",
  ])("%s never passes", (url) => {
    expect(isTrustedUrl(settings, trusting([], { allowLocalhost: true }), url)).toBe(false);
  });
});

describe("the address of a native app", () => {
  it.each([
    ["myapp://callback", "myapp://callback?code=1#done"],
    ["com.example.app://callback/again", "COM.EXAMPLE.APP://callback/again"],
    ["chrome-extension://abcdefghijklmnop", "chrome-extension://abcdefghijklmnop/signed-in.html?a=b"],
  ])("%s trusts %s", (address, url) => {
    expect(isTrustedUrl(settings, trusting([address]), url)).toBe(true);
    expect(isOwnPage(settings, trusting([address]), url)).toBe(false);
  });

  // Attack: an app or extension of another gets the codes of this one.
  it.each([
    ["myapp://callback", "myapp://callback/"],
    ["myapp://callback", "myapp://callback.evil"],
    ["myapp://callback", "myapp://evil@callback"],
    ["myapp://callback", "myapp:callback"],
    ["myapp://callback", "myapp2://callback"],
    ["myapp://*", "myapp://callback"],
    ["chrome-extension://abcdefghijklmnop", "chrome-extension://ponmlkjihgfedcba/"],
    ["javascript://callback", "javascript://callback"],
    ["data://callback", "data://callback"],
    ["file://host/path", "file://host/path"],
    ["myapp://callback?a=b", "myapp://callback?a=b"],
    ["https://good.example", "myapp://good.example"],
  ])("%s does not trust %s", (address, url) => {
    expect(isTrustedUrl(settings, trusting([address]), url)).toBe(false);
  });
});

describe("trustedUrl", () => {
  it("gives the URL as the URL standard writes it, so that every later reader sees the same host", () => {
    const url = trustedUrl(
      { settings, fail },
      trusting(["https://good.example"]),
      "https://GOOD.example:443/a/../b?c=d#e",
    );
    expect(url).toBe("https://good.example/b?c=d#e");
  });

  it("400 REDIRECT_URL_NOT_WHITELISTED for any other", () => {
    const refused = () => trustedUrl({ settings, fail }, trusting(["https://good.example"]), "https://evil.example/");
    expect(refused).toThrow(KnownError);
    expect(refused).toThrow(
      "Redirect URL not whitelisted. Did you forget to add this domain to the trusted domains list on the dashboard?",
    );
  });

  it("trusts no URL of more than 8,192 characters", () => {
    // Attack: a callback URL of a megabyte, which every email with a link takes seconds to write.
    const project = trusting(["https://good.example"]);
    const urlOf = (length: number) => "https://good.example/?".padEnd(length, "a&");
    expect(isTrustedUrl(settings, project, urlOf(8_192))).toBe(true);
    expect(isTrustedUrl(settings, project, urlOf(8_193))).toBe(false);
    expect(() => trustedUrl({ settings, fail }, project, urlOf(1_000_000))).toThrow(KnownError);
  });

  // Evidence: trusts-nothing-where-project-names-domain
  it("trusts nothing where the project names no domain", () => {
    expect(isTrustedUrl(settings, trusting([]), "https://good.example/")).toBe(false);
    const nameless = { domains: { allowLocalhost: false, trustedDomains: { a: {} } }, hostedPages: { enabled: true } };
    expect(isTrustedUrl(settings, { id, config: nameless }, "https://a/")).toBe(false);
  });
});

describe("a hosted page", () => {
  const page = `https://login.example/handler/sign-in?project_id=${id}`;

  it.each([
    page,
    `${page}&after_auth_return_to=%2Fhandler%2Fauthorize#top`,
    `https://login.example/handler/password-reset?code=old&project_id=${id}`,
    `https://LOGIN.example:443/handler/oauth-callback?project_id=${id}`,
    `https://login.example/any/../handler/sign-in?project_id=${id}`,
  ])("%s is trusted by the project that it serves", (url) => {
    expect(isTrustedUrl(settings, trusting([]), url)).toBe(true);
    expect(trustedUrl({ settings, fail }, trusting([]), url)).toBe(new URL(url).href);
  });

  // Attack: all projects share the site. A code in an email or a redirect goes to another project's page, to the dashboard or to a page
  // that does not exist. Whoever such a page belongs to has the code.
  it.each([
    ["another project's", "https://login.example/handler/sign-in?project_id=3f0c8a52-6b1d-4e7f-8a2b-9c4d5e6f7081"],
    ["the internal project's", "https://login.example/handler/sign-in?project_id=internal"],
    ["no project's", "https://login.example/handler/sign-in"],
    ["two projects', this one first", `${page}&project_id=internal`],
    ["two projects', this one last", `https://login.example/handler/sign-in?project_id=internal&project_id=${id}`],
    ["this project's twice", `${page}&project_id=${id}`],
    ["in other case", `https://login.example/handler/sign-in?project_id=${id.toUpperCase()}`],
    ["the project in the fragment", `https://login.example/handler/sign-in#?project_id=${id}`],
    ["the project under another name", `https://login.example/handler/sign-in?Project_id=${id}`],
    ["the dashboard", `https://login.example/projects?project_id=${id}`],
    ["the root", `https://login.example/?project_id=${id}`],
    ["no page", `https://login.example/handler/?project_id=${id}`],
    ["below a page", `https://login.example/handler/sign-in/more?project_id=${id}`],
    ["an empty segment", `https://login.example/handler//sign-in?project_id=${id}`],
    ["above the handler, with dots", `https://login.example/handler/../projects?project_id=${id}`],
    ["above the handler, with encoded dots", `https://login.example/handler/%2e%2e/projects?project_id=${id}`],
    ["above the handler, with encoded slashes", `https://login.example/handler/..%2fprojects?project_id=${id}`],
    ["a file", `https://login.example/handler/sign-in.js?project_id=${id}`],
    ["another host", `https://login.example.evil.example/handler/sign-in?project_id=${id}`],
    ["another port", `https://login.example:8443/handler/sign-in?project_id=${id}`],
    ["another scheme", `http://login.example/handler/sign-in?project_id=${id}`],
    ["the host in the credentials", `https://login.example@evil.example/handler/sign-in?project_id=${id}`],
  ])("is not trusted where it is %s", (_, url) => {
    expect(isTrustedUrl(settings, trusting([]), url)).toBe(false);
    expect(() => trustedUrl({ settings, fail }, trusting([]), url)).toThrow(KnownError);
  });

  it("is not trusted by a project that has switched hosted pages off", () => {
    expect(isTrustedUrl(settings, trusting([], { isHosted: false }), page)).toBe(false);
  });

  it("is no page of the project's own, not even where the project trusts its address", () => {
    // Attack: tokens for a website are sent to the site that all projects share.
    expect(isOwnPage(settings, trusting(["https://login.example"]), page)).toBe(false);
    expect(isOwnPage(settings, trusting(["https://*.example"]), page)).toBe(false);
    expect(isOwnPage(settings, trusting(["https://good.example"]), "https://good.example/app?a=b")).toBe(true);
    expect(isOwnPage(settings, trusting([], { allowLocalhost: true }), "app://localhost/callback")).toBe(false);
  });
});

describe("an origin that asks for a passkey", () => {
  it("is one of the project's own, or that of the hosted pages while they are on", () => {
    const project = trusting(["https://good.example"]);
    expect(isTrustedOrigin(settings, project, "https://good.example")).toBe(true);
    expect(isTrustedOrigin(settings, project, "https://login.example")).toBe(true);
    expect(isTrustedOrigin(settings, project, "https://evil.example")).toBe(false);
    expect(isTrustedOrigin(settings, trusting([], { isHosted: false }), "https://login.example")).toBe(false);
  });
});

// Attack: a domain that shows one host and has another, or one that its readers take for different hosts.
describe("a domain that is no host name, port and path", () => {
  const malformed = [
    "https://c..com",
    "https://.d.com",
    "https://e.com.",
    "https://e.com/*",
    "https://e.com?a=b",
    "https://e.com#a",
    "https://user:password@e.com",
    "https://%2a.com",
  ];

  it.each(malformed)(
    "400 SCHEMA_ERROR for %s, by either way to save a project's domains; nothing is saved",
    async (domain) => {
      const config = { domains: [{ domain, handler_path: "/handler" }] };
      const complaint = "body.config.domains[0].domain is not a valid URL or wildcard URL pattern";
      const [p, me] = [await project(), await owner()];
      const changed = await p.admin("PATCH /internal/projects/current", { body: { config } });
      expectError(changed, 400, "SCHEMA_ERROR", {
        message: `Request validation failed on PATCH /api/v1/internal/projects/current:\n  - ${complaint}`,
      });
      expect((await p.admin("GET /internal/projects/current")).body.config.domains).toEqual([]);
      const body = { display_name: "Acme", owner_team_id: me.teamId, config };
      expectError(await me.client("POST /internal/projects", { body }), 400, "SCHEMA_ERROR", {
        message: `Request validation failed on POST /api/v1/internal/projects:\n  - ${complaint}`,
      });
    },
  );

  it.each(malformed)("400 for %s in an override of the configuration", async (baseUrl) => {
    const p = await project();
    const override = { "domains.trustedDomains.a": { baseUrl, handlerPath: "/" } };
    const body = { config_override_string: JSON.stringify(override) };
    expectPlainError(
      await p.admin("PATCH /internal/config/override", { body }),
      400,
      "[WARNING] domains.trustedDomains.baseUrl is not a valid URL or wildcard URL pattern",
    );
  });
});
