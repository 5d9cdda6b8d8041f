import { describe, expect, it } from "vitest";
import { project } from "../../testing/project";
import { expectError, expectPlainError } from "../../testing/refusals";
import { findProductionModeErrors } from "./production-mode";

const allowsLocalhost = "Localhost is not allowed in production mode, turn off 'Allow localhost' in project settings";

describe("what has to be mended before production", () => {
  const invalid = "Trusted domain is not a valid URL: ";
  const localhost = "Localhost domains are not allowed to be trusted in production mode: ";
  const direct = "Direct IPs are not valid for trusted domains in production mode: ";
  const insecure = "Trusted domains should be HTTPS: ";
  const ofOthers = "Trusted domains must not cover the domains of others: ";

  it.each([
    ["https://example.com", undefined],
    ["https://example.com:8443/path", undefined],
    ["https://*.example.com", undefined],
    ["https://**.example.com", undefined],
    ["https://localhost.example.com", undefined],
    ["https://127.example.com", undefined],
    ["example.com", invalid],
    ["https://", invalid],
    ["https://exa mple.com", invalid],
    ["https://*.0.0.1", invalid],
    ["https://localhost", localhost],
    ["http://localhost:3000", localhost],
    ["https://LOCALHOST", localhost],
    ["https://app.localhost", localhost],
    ["https://*.localhost", localhost],
    ["https://127.0.0.1", localhost],
    ["http://127.1.2.3:80", localhost],
    ["https://2130706433", localhost],
    ["https://192.0.2.1", direct],
    ["http://192.0.2.1:3000", direct],
    ["https://[2001:db8::1]", direct],
    ["https://[::1]", localhost],
    ["http://[0:0:0:0:0:0:0:1]:3000", localhost],
    ["https://*.shop.example.co.uk", undefined],
    ["https://app-*.example.com", undefined],
    ["https://**", ofOthers],
    ["https://*", ofOthers],
    ["https://*.com", ofOthers],
    ["https://**.com:8443", ofOthers],
    ["https://*.co.uk", ofOthers],
    ["https://*example.com", ofOthers],
    ["https://shop.**.com", ofOthers],
    ["https://*.pages.dev", ofOthers],
    ["https://shop-*.pages.dev", ofOthers],
    ["https://c..com", invalid],
    ["https://.d.com", invalid],
    ["https://e.com.", invalid],
    ["https://example.com/*", invalid],
    ["https://example.com:*", invalid],
    ["https://example.com?a=b", invalid],
    ["https://user:password@example.com", invalid],
    ["https://%2a.com", invalid],
    ["http://example.com", insecure],
    ["http://*.example.com", insecure],
    ["ftp://example.com", insecure],
    ["myapp://callback", undefined],
    ["myapp://localhost", undefined],
    ["chrome-extension://abcdefghijklmnop", undefined],
    ["myapp://*", insecure],
  ])("%s: %s", async (baseUrl, complaint) => {
    const errors = await findProductionModeErrors({
      domains: { allowLocalhost: false, trustedDomains: { a: { baseUrl } } },
    });
    expect(errors).toEqual(complaint === undefined ? [] : [complaint + baseUrl]);
  });

  it("reports localhost first, then of each domain once, in the order of the domains; a domain without a URL is none", async () => {
    const trustedDomains = { a: { baseUrl: "http://b.example" }, b: { baseUrl: "http://a.example" }, c: {} };
    expect(await findProductionModeErrors({ domains: { allowLocalhost: true, trustedDomains } })).toEqual([
      allowsLocalhost,
      `${insecure}http://a.example`,
      `${insecure}http://b.example`,
    ]);
  });
});

// Attack: an owner trusts `https://*.com` while they try things out, and ships it. Anyone who registers a name then makes a
// link to sign in with that sends the victim's code to them.
describe("a project in production", () => {
  const others = "Trusted domains of a project in production must not cover the domains of others: https://*.com";
  const config = { domains: [{ domain: "https://*.com", handler_path: "/handler" }] };
  const override = (baseUrl: string) => ({
    config_override_string: JSON.stringify({ "domains.trustedDomains.a": { baseUrl, handlerPath: "/" } }),
  });

  // Evidence: refuses-domain-covers-those-others-either
  it("refuses a domain that covers those of others, by either way to save one, and saves nothing", async () => {
    const p = await project();
    await p.admin("PATCH /internal/projects/current", { body: { is_production_mode: true } });
    expectPlainError(await p.admin("PATCH /internal/projects/current", { body: { config } }), 400, others);
    expectPlainError(
      await p.admin("PATCH /internal/config/override", { body: override("https://*.com") }),
      400,
      others,
    );
    expect((await p.admin("GET /internal/projects/current")).body.config.domains).toEqual([]);
    expect((await p.admin("PATCH /internal/config/override", { body: override("https://*.a.com") })).status).toBe(200);
  });

  it("refuses it in the request that begins production, also where it was saved before; the check reports it", async () => {
    const p = await project();
    const body = { is_production_mode: true, config };
    expectPlainError(await p.admin("PATCH /internal/projects/current", { body }), 400, others);
    expect((await p.admin("PATCH /internal/projects/current", { body: { config } })).status).toBe(200);
    const begun = await p.admin("PATCH /internal/projects/current", { body: { is_production_mode: true } });
    expectPlainError(begun, 400, others);
    expect((await p.admin("GET /internal/projects/current")).body.is_production_mode).toBe(false);
    const { body: check } = await p.admin("GET /internal/projects/current/production-mode-errors");
    expect(check.errors.map(({ message }: { message: string }) => message)).toContain(
      "Trusted domains must not cover the domains of others: https://*.com",
    );
  });
});

describe("GET /internal/projects/current/production-mode-errors", () => {
  const key = "GET /internal/projects/current/production-mode-errors";
  it("200 with each error and the page on which to mend it, in one round trip", async () => {
    const p = await project({
      "domains.trustedDomains": { "5b5cda3c-8a5c-4d8a-9f0e-7a3d1f6c2b10": { baseUrl: "http://example.com" } },
    });
    const response = await p.admin(key);
    expect([response.status, response.cost.d1]).toEqual([200, 1]);
    expect(response.body).toEqual({
      errors: [
        { message: allowsLocalhost, relative_fix_url: `/projects/${p.id}/domains` },
        {
          message: "Trusted domains should be HTTPS: http://example.com",
          relative_fix_url: `/projects/${p.id}/domains`,
        },
      ],
      recommendations: expect.any(Array),
    });
  });

  it("200 with no errors for a project that is ready, and recommendations of what it has off", async () => {
    const p = await project({ "domains.allowLocalhost": false });
    const relative_fix_url = `/projects/${p.id}/sign-in-methods`;
    expect((await p.admin(key)).body).toEqual({
      errors: [],
      recommendations: [
        {
          message:
            "No domain is trusted, so links of emails, providers and hosted pages lead back to no website, and passkeys work on none: add the website's domain",
          relative_fix_url: `/projects/${p.id}/domains`,
        },
        {
          message:
            "Users get no email when a password, passkey or address of theirs changes, switch on auth.securityNotices",
          relative_fix_url,
        },
        {
          message:
            "Users may choose passwords that are common or were breached, set auth.password.knownPasswords to refuse",
          relative_fix_url,
        },
      ],
    });
  });

  it("200 with no recommendations where everything is on", async () => {
    const p = await project({
      "domains.allowLocalhost": false,
      "domains.trustedDomains.site.baseUrl": "https://example.com",
      "auth.securityNotices": true,
      "auth.password.knownPasswords": "refuse_in_production",
    });
    expect((await p.admin(key)).body).toEqual({ errors: [], recommendations: [] });
  });

  it("200 with the errors of a project that is in production: the contract has nothing refused for them", async () => {
    const p = await project();
    const body = { is_production_mode: true, config: { allow_localhost: true } };
    expect((await p.admin("PATCH /internal/projects/current", { body })).status).toBe(200);
    expect((await p.admin(key)).body.errors).toEqual([
      { message: allowsLocalhost, relative_fix_url: `/projects/${p.id}/domains` },
    ]);
  });

  it("400 SCHEMA_ERROR for any query", async () => {
    const p = await project();
    expectError(await p.admin(key, { query: { x: "1" } }), 400, "SCHEMA_ERROR", {
      message:
        "Request validation failed on GET /api/v1/internal/projects/current/production-mode-errors:\n  - query contains unknown properties: x",
    });
  });
});
