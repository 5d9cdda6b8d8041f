import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../contracts";
import { internalProject, project, tierHeaders } from "../../testing/project";
import { expectError } from "../../testing/refusals";
import { sendRequest } from "../../testing/send-request";
import { accessToken, bareUser } from "../../testing/tokens";

const welcome = "Welcome to the Gatehouse API! The reference is at /api/v1/docs.";

describe("GET /", () => {
  it("200 as text, without any authentication", async () => {
    const response = await sendRequest("GET /");
    expect([response.status, response.headers.get("content-type"), response.body]).toEqual([
      200,
      "text/plain; charset=utf-8",
      `${welcome}\n\nAuthentication: None`,
    ]);
  });

  it("200 with the tier and the project of the request", async () => {
    const p = await project();
    for (const tier of ["client", "server", "admin"] as const) {
      expect((await p[tier]("GET /")).body).toBe(
        `${welcome}\n\nAuthentication: ${tier}\n  Project: ${p.id}\n  User: None`,
      );
    }
    expect((await internalProject().client("GET /")).body).toContain("\n  Project: internal\n");
  });

  it("200 with the user's primary email, or the id of a user without one", async () => {
    const p = await project();
    const named = await bareUser(p.id, { primaryEmail: "ada@example.com" });
    const unnamed = await bareUser(p.id);
    for (const [userId, shown] of [
      [named, "ada@example.com"],
      [unnamed, unnamed],
    ] as const) {
      const response = await p.as({ access_token: await accessToken(p.id, userId) }).client("GET /");
      expect(response.body).toBe(`${welcome}\n\nAuthentication: client\n  Project: ${p.id}\n  User: ${shown}`);
    }
  });

  it("400 SCHEMA_ERROR for any query", async () => {
    expectError(await sendRequest("GET /", { query: { a: "1", b: "2" } }), 400, "SCHEMA_ERROR", {
      message: "Request validation failed on GET /api/v1:\n  - query contains unknown properties: a, b",
    });
  });

  it("401 with a wrong key, although no key is required", async () => {
    const { id } = await project();
    const headers = tierHeaders(id, "client", "pck_wrong");
    expectError(await sendRequest("GET /", { headers }), 401, "INVALID_PUBLISHABLE_CLIENT_KEY", { project_id: id });
  });
});

describe("POST /check-version", () => {
  const update =
    "Please update to the latest version as soon as possible to ensure that you get the latest feature and security updates.";
  const invalid = (version: string) =>
    `The client version you specified (v${version}) is not a valid semver version. ${update}`;
  const severe = (version: string) =>
    `Your version of Gatehouse is severely outdated (v${version}; the current version is v2.8.41). ${update}`;

  it("200 for the newest version", async () => {
    const response = await sendRequest("POST /check-version", { body: { clientVersion: "2.8.41" } });
    expect([response.status, response.body]).toEqual([200, { upToDate: true }]);
  });

  it.each([
    ["", true, invalid("")],
    ["2.8", true, invalid("2.8")],
    ["v2.8.41", true, invalid("v2.8.41")],
    ["2.8.041", true, invalid("2.8.041")],
    ["1.8.41", true, severe("1.8.41")],
    ["2.7.41", true, severe("2.7.41")],
    ["2.9.41", true, severe("2.9.41")],
    ["3.0.0", true, severe("3.0.0")],
    [
      "2.8.9",
      false,
      `You are running an outdated version of Gatehouse (v2.8.9; the current version is v2.8.41). ${update}`,
    ],
    [
      "2.8.100",
      false,
      "You are running a version of Gatehouse that is newer than the newest known version (v2.8.100 > v2.8.41).",
    ],
    [
      "2.8.41-beta.1",
      true,
      `Your version of Gatehouse differs from the current one (v2.8.41-beta.1; the current version is v2.8.41). ${update}`,
    ],
  ])("200 with advice for version '%s', severe: %s", async (clientVersion, isSevere, error) => {
    const response = await sendRequest("POST /check-version", { body: { clientVersion } });
    expect([response.status, response.body]).toEqual([200, { upToDate: false, error, severe: isSevere }]);
  });

  it("400 SCHEMA_ERROR without a version", async () => {
    expectError(await sendRequest("POST /check-version", { body: { version: "2.8.41" } }), 400, "SCHEMA_ERROR", {
      message:
        "Request validation failed on POST /api/v1/check-version:\n  - body.clientVersion must be defined\n  - body contains unknown properties: version",
    });
  });
});

describe("POST /check-feature-support", () => {
  it.each([
    [{ feature_name: "Teleporting" }, "Teleporting"],
    [{ feature_name: "Teleporting", more: [1] }, "Teleporting"],
    [{}, "This feature"],
    [{ feature_name: 1 }, "This feature"],
    [[], "This feature"],
    ["text", "This feature"],
    [undefined, "This feature"],
  ])("200 as text for %j", async (body, name) => {
    const response = await sendRequest("POST /check-feature-support", { body });
    expect([response.status, response.headers.get("content-type"), response.body]).toEqual([
      200,
      "text/plain; charset=utf-8",
      `${name} is not yet supported. Please reach out to Gatehouse support for more information.`,
    ]);
  });
});

type Json = Record<string, unknown>;
interface Operation {
  operationId: string;
  summary: string;
  security?: Record<string, never[]>[];
  parameters: { name: string; in: string; required: boolean; schema: Json }[];
  requestBody?: { content: { "application/json": { schema: Json } } };
  responses: Record<string, { description: string; headers?: Json; content?: Record<string, { schema: Json }> }>;
}

/** An operation as it is in the document, which leaves out empty lists. */
type Sent = Omit<Operation, "parameters"> & Partial<Pick<Operation, "parameters">>;

async function openApi() {
  const response = await sendRequest("GET /openapi.json");
  const operations = (response.body.paths ?? {}) as Record<string, Record<string, Sent>>;
  /** A parameter or a response, or what stands for it. */
  const found = <Part>(part: Part & { $ref?: string }): Part => {
    const [, , kind = "", name = ""] = part.$ref?.split("/") ?? [];
    return part.$ref ? response.body.components[kind][name] : part;
  };
  return {
    ...response,
    of: (method: string, path: string): Operation => {
      const operation = operations[path]?.[method];
      if (!operation) throw new Error(`${method} ${path} is not described`);
      const responses = Object.entries(operation.responses).map(([status, each]) => [status, found(each)]);
      return {
        security: response.body.security,
        ...operation,
        ...(operation.requestBody && { requestBody: found(operation.requestBody) }),
        parameters: (operation.parameters ?? []).map(found),
        responses: Object.fromEntries(responses),
      };
    },
    all: Object.values(operations).flatMap((methods) => Object.values(methods)),
  };
}

/** Every `$ref` in a document, however deep. */
function referencesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === "$ref" ? [String(inner)] : referencesIn(inner)));
}

describe("GET /openapi.json", () => {
  it("200 with an OpenAPI 3.1 document of this very server, which may be cached for minutes", async () => {
    const response = await openApi();
    expect([response.status, response.headers.get("content-type"), response.headers.get("cache-control")]).toEqual([
      200,
      "application/json",
      "public, max-age=300",
    ]);
    expect(response.body).toMatchObject({
      openapi: "3.1.0",
      info: { title: "Gatehouse API", version: "1" },
      servers: [{ url: "http://localhost:8787/api/v1" }],
    });
    const { components } = response.body;
    const names = Object.entries(components).flatMap(([kind, group]) =>
      Object.keys(group as Json).map((name) => `#/components/${kind}/${name}`),
    );
    expect(names).toEqual(expect.arrayContaining([...new Set(referencesIn(response.body))]));
    const { securitySchemes } = components;
    for (const { security = response.body.security } of response.all) {
      for (const name of security.flatMap(Object.keys)) expect(Object.keys(securitySchemes)).toContain(name);
    }
  });

  it("describes every endpoint once, under its path and method, with a success and what can go wrong", async () => {
    const { of, all } = await openApi();
    expect(all.length).toBe(endpoints.length);
    for (const { key, method, path, summary, access } of endpoints) {
      const operation = of(method.toLowerCase(), path);
      expect([operation.operationId, operation.summary]).toEqual([key, summary]);
      const successes = Object.entries(operation.responses).filter(([status]) => Number(status) < 400);
      expect(successes.length, key).toBeGreaterThan(0);
      for (const [, { description }] of successes) expect(description).toMatch(/\S/);
      if (access === "webhooks") expect(operation.responses[401]?.content).toHaveProperty("application/json");
      else expect(operation.responses[400]?.headers).toHaveProperty("X-Stack-Known-Error");
    }
  });

  it("holds a schema for each body, each response and each parameter that an endpoint declares", async () => {
    const { of } = await openApi();
    for (const { method, path, body, response, status = 200 } of endpoints) {
      const operation = of(method.toLowerCase(), path);
      expect(operation.requestBody !== undefined, path).toBe(body !== undefined);
      const bodies = Object.values(operation.requestBody?.content ?? {});
      expect(bodies.length, path).toBe(body ? 1 : 0);
      for (const { schema } of bodies) expect(schema, path).toBeTypeOf("object");
      const content = Object.values(operation.responses[status]?.content ?? {});
      if (response !== "response") expect(content.length, path).toBe(1);
      for (const { schema } of content) expect(Object.keys(schema).length, path).toBeGreaterThan(0);
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const described = operation.parameters.filter((parameter) => parameter.in === "path");
      expect(described.map(({ name }) => name).sort(), path).toEqual(named.sort());
      expect(
        described.every(({ required }) => required),
        path,
      ).toBe(true);
    }
  });

  it("titles the shapes of an endpoint by the tiers that they hold for", async () => {
    const { of } = await openApi();
    const titlesOf = (schema: Json = {}) => (schema.oneOf as { title: string }[]).map(({ title }) => title);
    const { requestBody, responses } = of("patch", "/users/me");
    const titles = ["At client tier", "At server and admin tier"];
    expect(titlesOf(requestBody?.content["application/json"].schema)).toEqual(titles);
    expect(titlesOf(responses[200]?.content?.["application/json"]?.schema)).toEqual(titles);
  });

  it("describes one endpoint as its contract does", async () => {
    const { of } = await openApi();
    const { description: _, ...read } = of("get", "/internal/api-keys/{api_key_id}") as Operation & Json;
    expect(read).toMatchObject({
      operationId: "GET /internal/api-keys/{api_key_id}",
      tags: ["Project keys"],
      security: [{ project: [], tier: [], adminKey: [] }],
      parameters: [{ name: "api_key_id", in: "path", required: true, schema: { type: "string", format: "uuid" } }],
      responses: {
        200: { content: { "application/json": { schema: { $ref: "#/components/schemas/InternalApiKey" } } } },
        400: { description: expect.stringMatching(/^- `SCHEMA_ERROR`: \S/) },
        404: {
          description: expect.stringMatching(/^- `API_KEY_NOT_FOUND`: \S/),
          headers: { "X-Stack-Known-Error": { $ref: "#/components/headers/X-Stack-Known-Error" } },
          content: { "application/json": { schema: { $ref: "#/components/schemas/API_KEY_NOT_FOUND" } } },
        },
      },
    });
    expect(of("get", "/").security).toEqual([]);
  });
});

describe("a document that is cached", () => {
  it("304 without a body to a client that has this version of it, and 200 to one that has another", async () => {
    const etag = (await openApi()).headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]+"$/);
    const read = (version: string) => sendRequest("GET /openapi.json", { headers: { "if-none-match": version } });
    const same = await read(etag);
    expect([same.status, same.body, same.headers.get("etag")]).toEqual([304, "", etag]);
    expect(same.headers.get("cache-control")).toBe("public, max-age=300");
    expect((await read('"another"')).status).toBe(200);
  });
});

describe("GET /docs", () => {
  it("200 with the page that was built, which links to the site and may be cached for minutes", async () => {
    const { status, headers, body } = await sendRequest("GET /docs");
    expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
      200,
      "text/html; charset=utf-8",
      "public, max-age=300",
    ]);
    expect(body).toContain('<a data-site href="http://localhost:5173">');
  });

  it("attack: a script gets into the page: its policy runs files of this origin only, and sends nothing elsewhere", async () => {
    const { headers, body } = await sendRequest("GET /docs");
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self' http://localhost:8787; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(body).not.toMatch(/<script(?![^>]* src="\/reference\/assets\/)|\son\w+="/);
  });

  it("names its files by their content, which the assets serve for ever", async () => {
    const { body } = await sendRequest("GET /docs");
    const files = [...String(body).matchAll(/(?:src|href)="(\/reference\/[^"]+)"/g)].map(([, file]) => file as string);
    expect(files.length).toBeGreaterThanOrEqual(3);
    for (const file of files) {
      expect(file).toMatch(/^\/reference\/assets\/[\w.-]+-[\w-]{8}\.(?:js|css|svg)$/);
      const asset = await env.ASSETS.fetch(`http://localhost:8787${file}`);
      await asset.body?.cancel();
      expect([asset.status, asset.headers.get("cache-control"), asset.headers.get("x-content-type-options")]).toEqual([
        200,
        "public, max-age=31536000, immutable",
        "nosniff",
      ]);
    }
  });
});
