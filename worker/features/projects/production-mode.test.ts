import { describe, expect, it } from "vitest";
import { project } from "../../testing/project";
import { expectError, refusals } from "../../testing/refusals";
import { findProductionModeErrors } from "./production-mode";

const allowsLocalhost = "Localhost is not allowed in production mode, turn off 'Allow localhost' in project settings";

describe("what has to be mended before production", () => {
  const invalid = "Trusted domain is not a valid URL: ";
  const localhost = "Localhost domains are not allowed to be trusted in production mode: ";
  const direct = "Direct IPs are not valid for trusted domains in production mode: ";
  const insecure = "Trusted domains should be HTTPS: ";

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
    ["https://[::1]", direct],
    ["http://example.com", insecure],
    ["http://*.example.com", insecure],
    ["ftp://example.com", insecure],
  ])("%s: %s", (baseUrl, complaint) => {
    const errors = findProductionModeErrors({ domains: { allowLocalhost: false, trustedDomains: { a: { baseUrl } } } });
    expect(errors).toEqual(complaint === undefined ? [] : [complaint + baseUrl]);
  });

  it("reports localhost first, then of each domain once, in the order of the domains; a domain without a URL is none", () => {
    const trustedDomains = { a: { baseUrl: "http://b.example" }, b: { baseUrl: "http://a.example" }, c: {} };
    expect(findProductionModeErrors({ domains: { allowLocalhost: true, trustedDomains } })).toEqual([
      allowsLocalhost,
      `${insecure}http://a.example`,
      `${insecure}http://b.example`,
    ]);
  });
});

describe("GET /internal/projects/current/production-mode-errors", () => {
  const key = "GET /internal/projects/current/production-mode-errors";
  refusals(key, ["admin"]);

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
    });
  });

  it("200 with no errors for a project that is ready", async () => {
    const p = await project({ "domains.allowLocalhost": false });
    expect((await p.admin(key)).body).toEqual({ errors: [] });
  });

  it("400 SCHEMA_ERROR for any query", async () => {
    const p = await project();
    expectError(await p.admin(key, { query: { x: "1" } }), 400, "SCHEMA_ERROR", {
      message:
        "Request validation failed on GET /api/v1/internal/projects/current/production-mode-errors:\n  - query contains unknown properties: x",
    });
  });
});
