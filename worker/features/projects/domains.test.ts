import { describe, expect, it } from "vitest";
import { owner } from "../../testing/owner";
import { project } from "../../testing/project";
import { expectError, expectPlainError } from "../../testing/refusals";

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
