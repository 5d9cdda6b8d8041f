import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { Context as HonoContext } from "hono";
import { describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { selectProject } from "../db/projects/queries";
import { type AppRouter, authentication, type Caller } from "../features/access";
import { newId, newRequestId } from "../platform/secrets";
import { costOf, openRequestTools, type Tools } from "../platform/tools";
import { project, tierHeaders } from "../testing/project";
import { expectError, expectPlainError } from "../testing/refusals";
import { type RequestInput, readResponse, requestOf, type TestResponse } from "../testing/send-request";
import { missingProjectId } from "../testing/statements-by-project";
import { accessToken, bareUser } from "../testing/tokens";
import { adminOnly, clientOrHigher, type EndpointKey, endpoint, serverOrHigher } from "./endpoint";
import { oauthError, plainError, tooManyRequests } from "./error-definitions";
import type { Fail, Failure } from "./failing";
import { noQuery, userIdOrMe } from "./fields";
import type { Codec } from "./handle-request";
import type { Handler } from "./handler";
import { Router } from "./router";
import { newServer } from "./server";
import { tiers } from "./tiers";

const key = "POST /things";
const secret = "inside: secret-of-the-database";

/** A router of the test's own, with the real authentication and the real tools. */
function newRouter(codec?: Codec): AppRouter {
  const unknownPathText = () => "There is no such path";
  const open = ({ env, req }: HonoContext<{ Bindings: Env }>) => openRequestTools(env, req.raw);
  return new Router(authentication, { open, cost: costOf, newRequestId, unknownPathText, ...(codec && { codec }) });
}

/** A server of the routes that `build` adds: `send` waits for the response, `settled` for deferred work. */
function serve(build: (router: AppRouter) => void, codec?: Codec) {
  const router = newRouter(codec);
  build(router);
  const server = newServer();
  router.mount(server, "/api/v1");
  const context = createExecutionContext();
  return {
    send: async (to: EndpointKey, input?: RequestInput): Promise<TestResponse> =>
      readResponse(await server.fetch(requestOf(to, input), env, context)),
    settled: () => waitOnExecutionContext(context),
  };
}

/** The headers of a request at a tier of a fresh project. */
async function credentials(tier: "client" | "server" | "admin" = "server"): Promise<Record<string, string>> {
  const p = await project();
  return tierHeaders(p.id, tier, p.keys[tier]);
}

/** Catches what is printed as an error in a test that expects it. */
function printedErrors() {
  return vi.spyOn(console, "error").mockImplementation(() => {});
}

function expectFault(response: TestResponse, printed: ReturnType<typeof printedErrors>): void {
  const requestId = response.headers.get("x-stack-request-id");
  expectPlainError(
    response,
    500,
    `Something went wrong. Please make sure the data you entered is correct.\n\nRequest ID: ${requestId}`,
  );
  expect(printed).toHaveBeenCalledExactlyOnceWith("Unexpected failure", {
    requestId,
    operation: key,
    client: null,
    kind: expect.any(String),
    frames: expect.arrayContaining([expect.stringMatching(/^\s+at /)]),
  });
  expect(JSON.stringify(printed.mock.calls)).not.toContain("secret-of-the-database");
}

describe("a codec", () => {
  const declared = endpoint(key, { summary: "Fail", access: "public", body: z.strictObject({}), response: "text" });
  const codec: Codec = {
    parseRequest: (_, { body }) => ({ params: {}, query: undefined, headers: undefined, body: [body] }),
    errorParts: (error) => ({ status: 400, headers: new Headers(), body: `Refused: ${error}` }),
    methodNotAllowed: () => new Response("No such method", { status: 404 }),
  };

  it("reads what is sent in a form of its own", async () => {
    const { send } = serve((router) => router.route(declared, ({ body }) => JSON.stringify(body)), codec);
    expect((await send(key, { body: { a: 1 } })).text).toBe('[{"a":1}]');
  });

  it("refuses errors and other methods in a form of its own", async () => {
    const failing = () => {
      throw new Error("x");
    };
    const { send } = serve((router) => router.route(declared, failing), codec);
    const [failed, other] = [await send(key), await send("PUT /things")];
    expect([failed.status, failed.text]).toEqual([400, "Refused: Error: x"]);
    expect([other.status, other.text]).toEqual([404, "No such method"]);
  });
});

describe("what a handler throws", () => {
  const notYours = plainError(403, "Not yours");
  const noThing = plainError(404, ({ id }: { id: string }) => `Thing ${id} not found`);
  const missing = oauthError("invalid_request", ({ name }: { name: string }) => `Missing parameter: ${name}`);
  const wrongGrant = oauthError("invalid_grant", "Wrong code", { known: "INVALID_AUTHORIZATION_CODE" });
  const declared = endpoint(key, {
    summary: "Fail",
    access: "public",
    response: "text",
    errors: ["TEAM_NOT_FOUND", notYours, noThing, missing, wrongGrant, tooManyRequests],
  });
  type Context = Parameters<Handler<Tools, Caller, typeof declared>>[0];
  const failing = (raise: (context: Context) => never) => serve((router) => router.route(declared, raise));

  it("is the response when the endpoint declares it", async () => {
    const { send } = failing(({ fail }) => fail("TEAM_NOT_FOUND", { team_id: "x" }));
    expectError(await send(key), 404, "TEAM_NOT_FOUND", { team_id: "x" });
  });

  it("is the response when it is a plain error that the endpoint declares", async () => {
    expectPlainError(await failing(({ fail }) => fail(notYours)).send(key), 403, "Not yours");
    expectPlainError(await failing(({ fail }) => fail(noThing, { id: "x" })).send(key), 404, "Thing x not found");
  });

  it("has the form of RFC 6749 when it is an OAuth error", async () => {
    const { status, headers, body } = await failing(({ fail }) => fail(missing, { name: "code" })).send(key);
    expect([status, headers.get("x-stack-known-error")]).toEqual([400, null]);
    expect(body).toEqual({ error: "invalid_request", error_description: "Missing parameter: code" });
  });

  it("has the code of the catalogue beside that of RFC 6749 where both have one", async () => {
    const { status, headers, body } = await failing(({ fail }) => fail(wrongGrant)).send(key);
    expect([status, headers.get("x-stack-known-error")]).toEqual([400, "INVALID_AUTHORIZATION_CODE"]);
    const code = "INVALID_AUTHORIZATION_CODE";
    expect(body).toEqual({ error: "invalid_grant", error_description: "Wrong code", code });
  });

  it("has the whole seconds to wait in Retry-After when it is too many requests", async () => {
    const response = await failing(({ fail }) => fail(tooManyRequests, { retryAfterMillis: 1_001 })).send(key);
    expectPlainError(response, 429, "Too Many Requests");
    expect(response.headers.get("retry-after")).toBe("2");
  });

  it.each<[string, (fail: Fail<Failure>) => never]>([
    [
      "a known error",
      (fail) => fail("TEAM_PERMISSION_REQUIRED", { team_id: secret, user_id: "u", permission_id: "p" }),
    ],
    ["a plain error", (fail) => fail(plainError(404, secret))],
  ])("is a 500 when it is %s that the endpoint does not declare", async (_, raise) => {
    const printed = printedErrors();
    // Only a cast can raise it.
    const { send } = failing(({ fail }) => raise(fail as Fail<Failure>));
    expectFault(await send(key), printed);
  });

  it("attack: an error's message repeats what the database contains: 500, and neither response nor log shows it", async () => {
    const printed = printedErrors();
    const { send } = failing(() => {
      throw new Error(secret, { cause: new Error(secret) });
    });
    expectFault(await send(key), printed);
  });

  it("is a 500 also when it is no error at all, and the log names the client", async () => {
    const printed = printedErrors();
    const { send } = failing(() => {
      throw secret;
    });
    const response = await send(key, { headers: { "x-stack-client-version": "js @stackframe/js@2.8.41" } });
    expect(response.status).toBe(500);
    expect(response.body).not.toContain(secret);
    const client = { platform: "js", packageName: "@stackframe/js", version: "2.8.41" };
    expect(printed.mock.calls).toEqual([
      ["Unexpected failure", expect.objectContaining({ operation: key, client, kind: "string", frames: undefined })],
    ]);
  });
});

describe("a response", () => {
  const Thing = z.object({ id: z.string(), owner: z.object({ name: z.string() }) });
  const ServerThing = Thing.extend({ secret: z.string(), owner: Thing.shape.owner.extend({ salary: z.number() }) });
  const readThing = endpoint(key, {
    summary: "Read a thing",
    access: clientOrHigher,
    response: tiers({ client: Thing, server: ServerThing }),
    status: 201,
  });
  const thing = { id: "1", secret: "s", owner: { name: "Ada", salary: 1, age: 36 }, more: true };

  // Evidence: cut-down-shape-caller-s-tier
  it("is cut down to the shape of the caller's tier, at every depth", async () => {
    const { send } = serve((router) => router.route(readThing, () => thing));
    const client = await send(key, { headers: await credentials("client") });
    expect([client.status, client.body]).toEqual([201, { id: "1", owner: { name: "Ada" } }]);
    for (const tier of ["server", "admin"] as const) {
      const { body } = await send(key, { headers: await credentials(tier) });
      expect(body).toEqual({ id: "1", secret: "s", owner: { name: "Ada", salary: 1 } });
    }
  });

  it("is a 500 when it does not fit its shape, and shows nothing of what it would have been", async () => {
    const printed = printedErrors();
    const { send } = serve((router) =>
      router.route(readThing, () => ({ ...thing, id: { text: secret } as unknown as string })),
    );
    expectFault(await send(key, { headers: await credentials() }), printed);
  });

  it("of a public endpoint is cut down as for clients without a caller", async () => {
    const { send } = serve((router) => router.route({ ...readThing, access: "public" }, () => thing));
    expect((await send(key)).body).toEqual({ id: "1", owner: { name: "Ada" } });
  });

  it("carries the headers that its handler has set, also when it then fails", async () => {
    const notYours = plainError(403, "Not yours");
    const visit = endpoint(key, {
      summary: "Visit",
      access: "public",
      body: z.boolean(),
      response: "text",
      errors: [notYours],
    });
    const { send } = serve((router) =>
      router.route(visit, ({ body: isWelcome, responseHeaders, fail }) => {
        for (const cookie of ["a=1", "b=2"]) responseHeaders.append("Set-Cookie", cookie);
        if (!isWelcome) return fail(notYours);
        return "welcome";
      }),
    );
    for (const [isWelcome, status] of [[true, 200] as const, [false, 403] as const]) {
      const response = await send(key, { body: isWelcome });
      expect([response.status, response.headers.getSetCookie()]).toEqual([status, ["a=1", "b=2"]]);
    }
  });
});

describe("deferred work", () => {
  const conflict = plainError(409);
  const begin = endpoint(key, { summary: "Begin", access: "public", response: "text", errors: [conflict] });

  it("runs after the response, and its failure is only logged, without its message", async () => {
    const printed = printedErrors();
    const order: string[] = [];
    const blocked = Promise.withResolvers<void>();
    const { send, settled } = serve((router) =>
      router.route(begin, ({ defer }) => {
        defer(async () => {
          await blocked.promise;
          order.push("deferred");
        });
        defer(() => Promise.reject(new Error(secret)));
        return "begun";
      }),
    );
    const response = await send(key);
    order.push("responded");
    blocked.resolve();
    await settled();
    expect([response.status, response.body, order]).toEqual([200, "begun", ["responded", "deferred"]]);
    expect(printed).toHaveBeenCalledOnce();
    expect(printed.mock.calls[0]?.[1]).toMatchObject({ requestId: response.headers.get("x-stack-request-id") });
    expect(JSON.stringify(printed.mock.calls)).not.toContain("secret-of-the-database");
  });

  it("runs although the handler fails afterwards", async () => {
    let isDone = false;
    const { send, settled } = serve((router) =>
      router.route(begin, ({ defer, fail }) => {
        defer(async () => {
          isDone = true;
        });
        return fail(conflict);
      }),
    );
    expect((await send(key)).status).toBe(409);
    await settled();
    expect(isDone).toBe(true);
  });
});

describe("statements prefetched with the caller", () => {
  const peek = endpoint(key, {
    summary: "Peek",
    access: serverOrHigher,
    requiresUser: true,
    query: z.strictObject({ id: z.string() }),
    response: z.object({ name: z.string(), user_id: z.string() }),
    errors: ["PROJECT_NOT_FOUND"],
  });

  /** A server that records what its prefetch and its handler receive. */
  function peeking() {
    const prefetched: { projectId: string; userId: string; id: string }[] = [];
    let handled = 0;
    const built = serve((router) =>
      router.route(peek, {
        prefetch: ({ db, projectId, userId, query }) => {
          prefetched.push({ projectId, userId, id: query.id });
          return { thing: selectProject(db, { projectId: query.id }) };
        },
        handle: ({ found, caller, query, fail }) => {
          handled += 1;
          const thing = found.thing[0] ?? fail("PROJECT_NOT_FOUND", { project_id: query.id });
          return { name: thing.displayName, user_id: caller.user.id };
        },
      }),
    );
    return { ...built, prefetched, handledRequests: () => handled };
  }

  it("travel in the same round trip, and reach the handler of a caller who passed every check", async () => {
    const { send, prefetched } = peeking();
    const p = await project();
    const userId = await bareUser(p.id);
    const headers = {
      ...tierHeaders(p.id, "server", p.keys.server),
      "x-stack-access-token": await accessToken(p.id, userId),
    };
    const response = await send(key, { query: { id: p.id }, headers });
    expect([response.status, response.body, response.cost.d1]).toEqual([
      200,
      { name: "Test project", user_id: userId },
      1,
    ]);
    expect(prefetched).toEqual([{ projectId: p.id, userId, id: p.id }]);
  });

  it("attack: a caller with a wrong key, tier or user requests what exists and what does not, and gets the same", async () => {
    const { send, handledRequests } = peeking();
    const p = await project();
    const token = { "x-stack-access-token": await accessToken(p.id, newId()) };
    for (const [headers, code] of [
      [tierHeaders(p.id, "server", "ssk_wrong"), "INVALID_SECRET_SERVER_KEY"],
      [tierHeaders(p.id, "client", p.keys.client), "INSUFFICIENT_ACCESS_TYPE"],
      [{ ...tierHeaders(p.id, "server", p.keys.server), ...token }, "SCHEMA_ERROR"],
    ] as const) {
      const [there, missing] = [
        await send(key, { query: { id: p.id }, headers }),
        await send(key, { query: { id: missingProjectId() }, headers }),
      ];
      expect([there.body.code, missing.body.code]).toEqual([code, code]);
      expect(there.body).toEqual(missing.body);
    }
    expect(handledRequests()).toBe(0);
  });

  it("are not made of a request that does not fit", async () => {
    const { send, prefetched } = peeking();
    expectError(await send(key, { headers: await credentials() }), 400, "SCHEMA_ERROR", {
      message:
        "Request validation failed on POST /api/v1/things:\n  - auth.user must be defined\n  - query.id must be defined",
    });
    expect(prefetched).toEqual([]);
  });
});

describe("an endpoint with several bodies", () => {
  const write = endpoint(key, {
    summary: "Write",
    access: serverOrHigher,
    body: [
      z.strictObject({ html: z.string() }),
      tiers({ server: z.strictObject({ draft_id: z.string() }), admin: z.strictObject({ draft: z.number() }) }),
    ],
    response: "text",
  });
  const { send } = serve((router) => router.route(write, ({ body }) => JSON.stringify(body)));

  it("takes the first that fits the request and the tier", async () => {
    const headers = await credentials("server");
    expect((await send(key, { headers, body: { html: "a" } })).body).toBe('{"html":"a"}');
    expect((await send(key, { headers, body: { draft_id: "b" } })).body).toBe('{"draft_id":"b"}');
    const admin = await credentials("admin");
    expect((await send(key, { headers: admin, body: { draft: 1 } })).body).toBe('{"draft":1}');
  });

  it("400 ALL_OVERLOADS_FAILED with the complaints of each that the tier may send", async () => {
    const complaints = (field: string, unknown: string) =>
      `Request validation failed on POST /api/v1/things:\n  - body.${field} must be defined\n  - body contains unknown properties: ${unknown}`;
    const response = await send(key, { headers: await credentials("server"), body: { draft: 1 } });
    const errors = ["html", "draft_id"].map((field) => ({
      code: "SCHEMA_ERROR",
      details: { message: complaints(field, "draft") },
      error: complaints(field, "draft"),
    }));
    expectError(response, 400, "ALL_OVERLOADS_FAILED", { overload_errors: errors });
    expect(response.body.error).toMatch(
      /^This endpoint has multiple overloads, but they all failed to process the request\.\n\n {2}Overload 1: \{\n {4}"code": "SCHEMA_ERROR",/,
    );
  });

  it("401 INSUFFICIENT_ACCESS_TYPE, once, for a tier that may send none of them", async () => {
    const response = await send(key, { headers: await credentials("client"), body: {} });
    expectError(response, 401, "INSUFFICIENT_ACCESS_TYPE", {
      actual_access_type: "client",
      allowed_access_types: ["server", "admin"],
    });
  });
});

describe("the access of an endpoint", () => {
  it("401 INSUFFICIENT_ACCESS_TYPE below its tiers, 400 ACCESS_TYPE_REQUIRED without any", async () => {
    const rule = endpoint(key, { summary: "Rule", access: adminOnly, query: noQuery, response: "text" });
    const { send } = serve((router) => router.route(rule, ({ caller }) => caller.tier));
    expect((await send(key, { headers: await credentials("admin") })).body).toBe("admin");
    expectError(await send(key, { headers: await credentials("server") }), 401, "INSUFFICIENT_ACCESS_TYPE", {
      actual_access_type: "server",
      allowed_access_types: ["admin"],
    });
    expectError(await send(key), 400, "ACCESS_TYPE_REQUIRED");
  });

  it("`me` is the caller's user; 400 CANNOT_GET_OWN_USER_WITHOUT_USER when there is none, or none any more", async () => {
    const whose = endpoint(key, {
      summary: "Whose",
      access: clientOrHigher,
      query: z.strictObject({ user_id: userIdOrMe }),
      response: "text",
    });
    const { send } = serve((router) => router.route(whose, ({ query }) => query.user_id));
    const p = await project();
    const userId = await bareUser(p.id);
    const as = async (id: string) => ({
      ...tierHeaders(p.id, "client", p.keys.client),
      "x-stack-access-token": await accessToken(p.id, id),
    });
    const query = { user_id: "me" };
    expect((await send(key, { query, headers: await as(userId) })).body).toBe(userId);
    for (const headers of [tierHeaders(p.id, "client", p.keys.client), await as(newId())]) {
      expectError(await send(key, { query, headers }), 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
    }
  });
});

describe("routes", () => {
  const text = { summary: "Text", access: "public", response: "text" } as const;

  it("are given to an endpoint once", () => {
    const router = newRouter();
    router.route(endpoint(key, text), () => "first");
    expect(() => router.route(endpoint(key, text), () => "second")).toThrow("POST /things has two handlers");
    expect(router.endpoints.map((each) => each.key)).toEqual([key]);
  });

  it("take fixed paths before parameters, in whatever order they were added", async () => {
    const { send } = serve((router) => {
      router.route(
        endpoint("GET /things/{id}", { ...text, params: z.strictObject({ id: z.string() }) }),
        ({ params }) => params.id,
      );
      // Between the two, a path that is as specific as either as far as it goes.
      router.route(endpoint("GET /things", text), () => "all");
      router.route(endpoint("GET /things/own", text), () => "the own one");
    });
    expect((await send("GET /things")).body).toBe("all");
    expect((await send("GET /things/{id}", { params: { id: "other" } })).body).toBe("other");
    expect((await send("GET /things/own")).body).toBe("the own one");
    expect((await send("PATCH /things/own")).status).toBe(405);
    expectPlainError(await send("GET /nothing"), 404, "There is no such path");
  });

  it("attack: parameters with encoded slashes stay within their segment", async () => {
    const { send } = serve((router) =>
      router.route(
        endpoint("GET /things/{id}", { ...text, params: z.strictObject({ id: z.string() }) }),
        ({ params }) => params.id,
      ),
    );
    expect((await send("GET /things/{id}", { params: { id: "../own" } })).body).toBe("../own");
  });
});
