import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { newId } from "./platform/secrets";
import { internalProject, project, tierHeaders } from "./testing/project";
import { expectError, expectPlainError } from "./testing/refusals";
import { readResponse, sendRequest, type TestResponse } from "./testing/send-request";
import { accessToken, bareUser } from "./testing/tokens";

/** Sends a request as it is, where `sendRequest` would normalise it. */
async function send(path: string, init: RequestInit = {}): Promise<TestResponse & { location: string | null }> {
  const response = await exports.default.fetch(
    new Request(`http://localhost:8787${path}`, { redirect: "manual", ...init }),
  );
  return { ...(await readResponse(response)), location: response.headers.get("location") };
}

const publicKey = "POST /check-version";
const adminKey = "GET /internal/api-keys";

describe("request bodies", () => {
  const post = (contentType: string | undefined, body: BodyInit) =>
    send("/api/v1/check-version", {
      method: "POST",
      body,
      headers: contentType ? { "content-type": contentType } : {},
    });

  it.each([
    ["JSON that does not parse", "application/json", "{", "Invalid JSON in request body"],
    ["an empty JSON body", "application/json", "", "Invalid JSON in request body"],
    ["JSON nested to exhaust the stack", "application/json", "[".repeat(100_000), "Invalid JSON in request body"],
    [
      "balanced JSON nested to exhaust the stack",
      "application/json",
      `${"[".repeat(9e4)}${"]".repeat(9e4)}`,
      "Invalid JSON in request body",
    ],
    [
      "form data that does not decode",
      "application/x-www-form-urlencoded",
      "a=%zz",
      "Invalid form data in request body",
    ],
    [
      "bytes that are not UTF-8",
      "application/json",
      new Uint8Array([0x22, 0xff, 0x22]),
      "Request body cannot be parsed as UTF-8",
    ],
    [
      "JSON of more values than any request has",
      "application/json",
      JSON.stringify(Array(50_001).fill(0)),
      "The JSON in the request body has more than 50000 values",
    ],
    ["multipart", "multipart/form-data", "x", "Unknown content type in request body: multipart/form-data"],
    ["a content type in capitals", "Application/JSON", "{}", "Unknown content type in request body: Application/JSON"],
  ])("400 BODY_PARSING_ERROR for %s", async (_, contentType, body, message) => {
    const response = await post(contentType, body);
    expectError(response, 400, "BODY_PARSING_ERROR", { message });
    expect(response.body.error).toBe(message);
  });

  it("413 above 2 MiB, whether or not the length is announced", async () => {
    const text = "The request body must be at most 2097152 bytes";
    expectPlainError(await post("application/json", "x".repeat(2_097_153)), 413, text);
    const stream = new Blob(["x".repeat(2_097_153)]).stream();
    expectPlainError(await post("application/json", stream), 413, text);
  });

  it("400 SCHEMA_ERROR for bytes, as for a text", async () => {
    const [bytes, text] = [await post("application/octet-stream", "{}"), await post("text/plain", "{}")];
    expectError(bytes, 400, "SCHEMA_ERROR");
    expect(bytes.body).toEqual(text.body);
  });

  it("takes what separates values inside of a text for no values", async () => {
    const text = JSON.stringify({ clientVersion: "2.8.41", other: ",[{".repeat(50_000) });
    expectError(await post("application/json", text), 400, "SCHEMA_ERROR");
  });

  it("reads form data, the last of repeated keys winning, and JSON with a charset", async () => {
    expect((await post("application/x-www-form-urlencoded", "clientVersion=1.0.0&clientVersion=2.8.41")).body).toEqual({
      upToDate: true,
    });
    expect((await post("application/json; charset=utf-8", '{"clientVersion":"2.8.41"}')).body).toEqual({
      upToDate: true,
    });
  });

  it("400 SCHEMA_ERROR when there is no content type: then there is no body", async () => {
    const response = await send("/api/v1/check-version", { method: "POST", body: new Uint8Array([123, 125]) });
    expectError(response, 400, "SCHEMA_ERROR", {
      message: "Request validation failed on POST /api/v1/check-version:\n  - body must be defined",
    });
  });
});

describe("order of work", () => {
  it("400 BODY_PARSING_ERROR wins over every wrong credential", async () => {
    const headers = { "content-type": "application/json", "x-stack-publishable-client-key": "pck_x" };
    expectError(await send("/api/v1/check-version", { method: "POST", body: "{", headers }), 400, "BODY_PARSING_ERROR");
  });

  it.each(["publishable-client-key", "secret-server-key", "super-secret-admin-key", "admin-access-token"])(
    "400 PROJECT_KEY_WITHOUT_ACCESS_TYPE with only x-stack-%s",
    async (name) => {
      expectError(
        await sendRequest(publicKey, { headers: { [`x-stack-${name}`]: "x" } }),
        400,
        "PROJECT_KEY_WITHOUT_ACCESS_TYPE",
      );
    },
  );

  it("takes empty credential headers for absent ones", async () => {
    const empty = { "x-stack-secret-server-key": "", "x-stack-super-secret-admin-key": "", "x-stack-access-type": "" };
    expect((await sendRequest("GET /", { headers: empty })).status).toBe(200);
  });

  it("400 INVALID_ACCESS_TYPE, reported before the missing project", async () => {
    expectError(
      await sendRequest(publicKey, { headers: { "x-stack-access-type": "Client" } }),
      400,
      "INVALID_ACCESS_TYPE",
      {
        accessType: "Client",
      },
    );
  });

  it("400 ACCESS_TYPE_WITHOUT_PROJECT_ID, even on a public endpoint", async () => {
    const response = await sendRequest(publicKey, { headers: { "x-stack-access-type": "server" } });
    expectError(response, 400, "ACCESS_TYPE_WITHOUT_PROJECT_ID", { request_type: "server" });
  });

  it("401 UNPARSABLE_ACCESS_TOKEN wins over an unknown project and a wrong key", async () => {
    const headers = { ...tierHeaders(newId(), "client", "pck_wrong"), "x-stack-access-token": "no token" };
    expectError(await sendRequest("GET /", { headers }), 401, "UNPARSABLE_ACCESS_TOKEN");
  });

  it("400 CURRENT_PROJECT_NOT_FOUND wins over a missing key", async () => {
    const id = newId();
    const headers = { "x-stack-project-id": id, "x-stack-access-type": "client" };
    expectError(await sendRequest("GET /", { headers }), 400, "CURRENT_PROJECT_NOT_FOUND", { project_id: id });
  });

  it("401 for a wrong key wins over a wrong branch, tier and body", async () => {
    const { id } = await project();
    const headers = { ...tierHeaders(id, "client", "pck_wrong"), "x-stack-branch-id": "other" };
    expectError(await sendRequest(adminKey, { headers, query: { x: "1" } }), 401, "INVALID_PUBLISHABLE_CLIENT_KEY", {
      project_id: id,
    });
  });

  it("400 BRANCH_DOES_NOT_EXIST for any branch but main", async () => {
    const p = await project();
    expectError(await p.client("GET /", { headers: { "x-stack-branch-id": "dev" } }), 400, "BRANCH_DOES_NOT_EXIST", {
      branch_id: "dev",
    });
    expect((await p.client("GET /", { headers: { "x-stack-branch-id": "main" } })).status).toBe(200);
  });

  // Evidence: wins-over-schema-errors
  it("401 INSUFFICIENT_ACCESS_TYPE wins over schema errors", async () => {
    const p = await project();
    expectError(await p.client(adminKey, { query: { x: "1" } }), 401, "INSUFFICIENT_ACCESS_TYPE", {
      actual_access_type: "client",
      allowed_access_types: ["admin"],
    });
  });

  it("checks only the key of the claimed tier", async () => {
    const p = await project();
    const wrongOther = { "x-stack-publishable-client-key": "pck_wrong" };
    expect((await p.server("GET /", { headers: wrongOther })).status).toBe(200);
    const headers = {
      "x-stack-project-id": p.id,
      "x-stack-access-type": "client",
      "x-stack-secret-server-key": p.keys.server,
    };
    expectError(await sendRequest("GET /", { headers }), 401, "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT");
  });

  it("responds a workflow token as one that does not exist", async () => {
    const { id } = await project();
    const as = (tier: string) => ({
      "x-stack-project-id": id,
      "x-stack-access-type": tier,
      "x-stack-workflow-token": "x",
    });
    expectError(await sendRequest("GET /", { headers: as("client") }), 400, "WORKFLOW_TOKEN_DOES_NOT_EXIST");
    expectError(await sendRequest("GET /", { headers: as("admin") }), 401, "ADMIN_AUTHENTICATION_REQUIRED");
  });

  // Evidence: server-admin-key-project-opens-other
  it("attack: a server or admin key of one project opens no other", async () => {
    const [mine, other] = [await project(), await project()];
    for (const tier of ["client", "server", "admin"] as const) {
      const response = await sendRequest("GET /", { headers: tierHeaders(other.id, tier, mine.keys[tier]) });
      expect(response.status).toBe(401);
    }
  });

  it("costs one round trip before the handler, with a user and an owner token too", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const response = await p.as({ access_token: await accessToken(p.id, userId) }).client("GET /");
    expect(response.cost.d1).toBe(1);
    expect(response.body).toContain(`User: ${userId}`);
  });
});

describe("responses", () => {
  it("carry a request id, no-store and the security headers, errors too", async () => {
    for (const response of [await sendRequest("GET /"), await sendRequest("GET /", { query: { x: "1" } })]) {
      expect(response.headers.get("x-stack-request-id")).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/);
      expect(response.headers.get("cache-control")).toBe("no-store, max-age=0");
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(response.headers.get("x-frame-options")).toBe("SAMEORIGIN");
      expect(response.headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
      expect(response.headers.get("cross-origin-opener-policy")).toBe("same-origin");
    }
  });

  it("ask for TLS over TLS alone (RFC 6797 section 7.2)", async () => {
    const policy = async (origin: string) =>
      (await exports.default.fetch(new Request(`${origin}/api/v1`))).headers.get("strict-transport-security");
    expect(await policy("https://localhost:8787")).toBe("max-age=31536000");
    expect(await policy("http://localhost:8787")).toBe(null);
  });

  it("are pretty-printed for browsers, and errors always", async () => {
    const body = { clientVersion: "2.8.41" };
    const raw = async (accept: string, sent: object) => {
      const headers = { "content-type": "application/json", accept };
      const request = new Request("http://localhost:8787/api/v1/check-version", {
        method: "POST",
        body: JSON.stringify(sent),
        headers,
      });
      return (await exports.default.fetch(request)).text();
    };
    expect(await raw("application/json", body)).toBe('{"upToDate":true}');
    expect(await raw("text/html,*/*", body)).toBe('{\n  "upToDate": true\n}');
    expect(await raw("application/json", {})).toMatch(
      /^\{\n {2}"code": "SCHEMA_ERROR",\n {2}"details": \{\n {4}"message": .*\n {2}\},\n {2}"error": /,
    );
  });

  it("hide the status behind a 200 when requested by any value of the header, for known and plain errors", async () => {
    for (const value of ["true", "false"]) {
      const headers = { "x-stack-override-error-status": value };
      const known = await sendRequest("GET /", { query: { x: "1" }, headers });
      expect([
        known.status,
        known.headers.get("x-stack-actual-status"),
        known.headers.get("x-stack-known-error"),
      ]).toEqual([200, "400", "SCHEMA_ERROR"]);
      const plain = await sendRequest("GET /nothing/here", { headers });
      expect([plain.status, plain.headers.get("x-stack-actual-status")]).toEqual([200, "404"]);
      const fine = await sendRequest("GET /", { headers });
      expect([fine.status, fine.headers.get("x-stack-actual-status")]).toEqual([200, null]);
    }
  });

  it("let any origin read them and expose what browsers need", async () => {
    for (const response of [
      await sendRequest("GET /"),
      await sendRequest("GET /nothing"),
      await send("/api/v1/check-version"),
    ]) {
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(response.headers.get("access-control-allow-credentials")).toBeNull();
      expect(response.headers.get("access-control-expose-headers")?.split(", ")).toEqual(
        expect.arrayContaining([
          ...["x-stack-actual-status", "x-stack-known-error", "retry-after", "x-stack-request-id"],
          "x-stack-bookmark",
        ]),
      );
    }
  });
});

describe("paths and methods", () => {
  it("404 as text for an unknown path, after the credentials", async () => {
    expectPlainError(
      await sendRequest("GET /nothing/here", { query: { a: "b" } }),
      404,
      "404 — this page does not exist in Gatehouse's API.\n\nPlease see the API reference at http://localhost:8787/api/v1/docs, or visit the dashboard at http://localhost:5173.\n\nURL: http://localhost:8787/api/v1/nothing/here?a=b",
    );
    const headers = { "x-stack-access-type": "client", "x-stack-project-id": newId() };
    expectError(await sendRequest("GET /nothing", { headers }), 400, "CURRENT_PROJECT_NOT_FOUND");
  });

  it("405 with Allow, without body and request id, for a method that the path does not know; not overridable", async () => {
    for (const method of ["GET", "HEAD", "PUT", "DELETE"]) {
      const response = await send("/api/v1/check-version", {
        method,
        headers: { "x-stack-override-error-status": "true" },
      });
      expect([response.status, response.body, response.headers.get("x-stack-request-id")]).toEqual([405, "", null]);
      expect(response.headers.get("allow")).toBe("POST, OPTIONS");
    }
    const users = await send("/api/v1/users", { method: "DELETE" });
    expect(users.headers.get("allow")).toBe("GET, HEAD, POST, OPTIONS");
  });

  it("take requests without a body where the documents list none", async () => {
    const p = await project();
    const [id, headers] = [newId(), tierHeaders(p.id, "admin", p.keys.admin)];
    const paths = [
      `/team-memberships/${id}/${id}`,
      `/team-permissions/${id}/${id}/read`,
      `/project-permissions/${id}/read`,
      "/webhooks/svix-token",
    ];
    const responses = await Promise.all(paths.map((path) => send(`/api/v1${path}`, { method: "POST", headers })));
    expect(responses.map(({ status, headers }) => [status, headers.get("x-stack-known-error")])).toEqual([
      ...Array(3).fill([404, "USER_NOT_FOUND"]),
      [201, null],
    ]);
  });

  it("200, and each refusal, without a body for HEAD where there is GET", async () => {
    const head = async (path: string) => {
      const response = await exports.default.fetch(new Request(`http://localhost:8787${path}`, { method: "HEAD" }));
      return [response.status, response.headers.get("x-stack-known-error"), await response.text()];
    };
    expect(await head("/api/v1")).toEqual([200, null, ""]);
    expect(await head("/api/v1/users")).toEqual([400, "ACCESS_TYPE_REQUIRED", ""]);
  });

  // Attack: what checks links sends HEAD to one of a sign-in before its reader opens it, which uses it up.
  it("405 with Allow for HEAD where GET begins or ends a sign-in", async () => {
    for (const path of ["authorize/google", "callback/google"]) {
      const response = await send(`/api/v1/auth/oauth/${path}`, { method: "HEAD" });
      expect([response.status, response.headers.get("allow")?.includes("HEAD")]).toEqual([405, false]);
    }
  });

  it("405 rather than another path's parameter: a fixed path is the more specific one", async () => {
    expect((await send("/api/v1/users/me", { method: "PUT" })).status).toBe(405);
  });

  it("200 for OPTIONS on any path, without checks", async () => {
    for (const path of ["/api/v1/check-version", "/api/v1/nothing"]) {
      const response = await send(path, { method: "OPTIONS", headers: { "x-stack-access-type": "wrong" } });
      expect([response.status, response.body]).toEqual([200, ""]);
      expect(response.headers.get("access-control-allow-methods")).toBe("GET, POST, PUT, PATCH, DELETE, OPTIONS");
      expect(response.headers.get("access-control-allow-headers")).toContain("x-stack-publishable-client-key");
      expect(response.headers.get("access-control-allow-headers")).toContain("x-stack-bookmark");
      // W3C Trace Context, which monitoring software adds to the requests of a website.
      expect(response.headers.get("access-control-allow-headers")).toContain("traceparent, tracestate");
      expect(response.headers.get("access-control-max-age")).toBe("86400");
    }
  });

  it("allows the headers of the svix library on the paths of its API, and on no others", async () => {
    const allowed = async (path: string, init: RequestInit) =>
      ((await send(path, init)).headers.get("access-control-allow-headers") ?? "").split(", ");
    const ours = await allowed("/api/v1/users", { method: "OPTIONS" });
    expect(ours).not.toContain("svix-req-id");
    expect(ours).not.toContain("idempotency-key");
    for (const path of ["/api/v1/app/x/endpoint", "/api/v1/event-type", "/api/latest/app/x/msg/y"]) {
      for (const method of ["OPTIONS", "GET"]) {
        expect(await allowed(path, { method })).toEqual([
          ...ours,
          "svix-req-id",
          "svix-retry-count",
          "idempotency-key",
        ]);
      }
    }
    for (const path of ["/api/v1/apps", "/api/v1/event-types", "/api/v1/users/app/x"]) {
      expect(await allowed(path, { method: "OPTIONS" })).toEqual(ours);
    }
  });

  it("serves /api/latest and the older prefixes, and shows the path as it was sent", async () => {
    for (const prefix of ["/api/latest", "/api/v2beta1", "/api/v2beta4"]) {
      expect((await send(prefix)).status).toBe(200);
      expect((await send(`${prefix}?x=1`)).body.details.message).toContain(`on GET ${prefix}:`);
    }
    expect((await send("/api/v2beta5")).status).toBe(404);
  });

  it("308 to the path without its trailing slash, query kept", async () => {
    const response = await send("/api/v1/check-version/?a=b");
    expect([response.status, response.location]).toEqual([308, "/api/v1/check-version?a=b"]);
  });

  it("308 with the headers that every path has", async () => {
    const { headers } = await send("/api/v1/check-version/");
    expect([headers.get("x-content-type-options"), headers.get("access-control-allow-origin")]).toEqual([
      "nosniff",
      "*",
    ]);
  });

  it("attack: a path that would redirect to another host stays on this one", async () => {
    const response = await send("//evil.example/");
    expect([response.status, response.location]).toEqual([308, "/evil.example"]);
  });

  it("leads from the root to the reference", async () => {
    const root = await send("/");
    expect([root.status, root.body]).toEqual([
      200,
      "This is the API of Gatehouse. Its reference is at /api/v1/docs.\n",
    ]);
    const reference = await send("/reference");
    expect([reference.status, reference.location]).toEqual([302, "/api/v1/docs"]);
  });

  it("reports that it is healthy, without credentials", async () => {
    const response = await send("/health");
    expect([response.status, response.body, response.headers.get("access-control-allow-origin")]).toEqual([
      200,
      { status: "ok" },
      "*",
    ]);
  });
});

describe("settings", () => {
  // Evidence: internal-project-opened-keys-settings-other
  it("the internal project is there, opened by the keys of the settings and by no other", async () => {
    const p = internalProject();
    for (const tier of ["client", "server", "admin"] as const) {
      expect((await p[tier]("GET /")).body).toContain("Project: internal");
      expect((await sendRequest("GET /", { headers: tierHeaders("internal", tier, `${p.keys[tier]}x`) })).status).toBe(
        401,
      );
    }
  });
});
