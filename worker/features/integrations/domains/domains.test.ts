import { describe, expect, it } from "vitest";
import { project, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { expectComplaint, families } from "../integrations.fixtures";

describe.each(families)("the domains of a project, for partners of %s", (family) => {
  const list = `GET /integrations/${family}/domains` as const;
  const add = `POST /integrations/${family}/domains` as const;
  const remove = `DELETE /integrations/${family}/domains/{domain}` as const;
  const domainsOf = async (p: TestProject) =>
    (await p.admin(list)).body.items.map(({ domain }: { domain: string }) => domain);

  it("201, listed in order, with the handler pages at /handler", async () => {
    const p = await project();
    for (const domain of ["https://shop.example", "https://*.shop.example", "http://localhost:3000"]) {
      const response = await p.admin(add, { body: { domain } });
      expect([response.status, response.body]).toEqual([201, { domain }]);
    }
    const response = await p.admin(list);
    expect([response.status, response.body.is_paginated, response.cost.d1]).toEqual([200, false, 1]);
    expect(await domainsOf(p)).toEqual(["http://localhost:3000", "https://*.shop.example", "https://shop.example"]);
    const { body } = await p.admin("GET /internal/projects/current");
    expect(body.config.domains).toContainEqual({ domain: "https://shop.example", handler_path: "/handler" });
  });

  it("201 for one that is trusted already, which stays once", async () => {
    const p = await project();
    for (let times = 0; times < 2; times++) {
      expect((await p.admin(add, { body: { domain: "https://shop.example" } })).status).toBe(201);
    }
    expect(await domainsOf(p)).toEqual(["https://shop.example"]);
  });

  it("200 for each of 20 at once, and all are trusted", async () => {
    // Race: domains are one document, and each request changes it.
    const p = await project();
    const domains = Array.from({ length: 20 }, (_, index) => `https://shop-${String(index).padStart(2, "0")}.example`);
    const responses = await Promise.all(domains.map((domain) => p.admin(add, { body: { domain } })));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await domainsOf(p)).toEqual(domains);
  });

  it("200 for one that is removed, and for one that was never trusted", async () => {
    const p = await project();
    for (const domain of ["https://a.example", "https://b.example:8443"]) await p.admin(add, { body: { domain } });
    for (const domain of ["https://b.example:8443", "https://c.example"]) {
      const response = await p.admin(remove, { params: { domain } });
      expect([response.status, response.body]).toEqual([200, { success: true }]);
    }
    expect(await domainsOf(p)).toEqual(["https://a.example"]);
  });

  it("400 SCHEMA_ERROR for what is no domain, and for a long one", async () => {
    const p = await project();
    const wrong = [
      "shop",
      "ftp://shop.example",
      "https://good.example@evil.example",
      "javascript:alert(1)",
      "https://*.*.*.*.*.x.example",
    ];
    for (const domain of wrong) expectError(await p.admin(add, { body: { domain } }), 400, "SCHEMA_ERROR");
    const long = `https://shop.example/${"x".repeat(300)}`;
    expectComplaint(await p.admin(add, { body: { domain: long } }), "body.domain must be at most 300 characters");
    expect(await domainsOf(p)).toEqual([]);
  });

  it("400 as text above a hundred", async () => {
    const domains = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`d${index}`, { baseUrl: `https://${index}.example` }]),
    );
    const p = await project({ "domains.trustedDomains": domains });
    const response = await p.admin(add, { body: { domain: "https://shop.example" } });
    expectPlainError(response, 400, "A project can trust at most 100 domains");
  });

  it("400 as text for the domains of others, of a project in production", async () => {
    // Attack: the key of a partner opens a project to every page that strangers publish.
    const p = await project();
    await p.admin("PATCH /internal/projects/current", { body: { is_production_mode: true } });
    const response = await p.admin(add, { body: { domain: "https://*.com" } });
    const text = "Trusted domains of a project in production must not cover the domains of others: https://*.com";
    expectPlainError(response, 400, text);
    expect(await domainsOf(p)).toEqual([]);
  });

  it("leaves other projects as they are", async () => {
    const [p, other] = [await project(), await project()];
    await p.admin(add, { body: { domain: "https://shop.example" } });
    expect(await domainsOf(other)).toEqual([]);
  });
});
