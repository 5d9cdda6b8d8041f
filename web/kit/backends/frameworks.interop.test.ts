import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { describe, expect, it, onTestFinished } from "vitest";
import { gatehouse as expressGatehouse } from "../express/index";
import { forwardAuth, gatehouse as honoGatehouse, verifyRequest } from "../hono/index";
import { GatehouseClientApp, type GatehouseServerApp } from "../index";
import { signUp, startProject } from "../testing/project-under-test";

const suite = startProject();

/** A new user, and the headers in which their website or browser passes their session on. */
async function newVisitor() {
  const { user, email } = await signUp(suite.project.clientApp());
  const { accessToken, refreshToken } = await user.getAuthJson();
  const pair = encodeURIComponent(JSON.stringify([refreshToken, accessToken]));
  const refreshCookie = `stack-refresh-${suite.project.options.projectId}=${refreshToken}`;
  return {
    user,
    email,
    ways: {
      kit: await user.getAuthHeaders(),
      bearer: { authorization: `Bearer ${accessToken}` },
      cookies: { cookie: `theme=dark; ${refreshCookie}; stack-access=${pair}` },
      refreshCookie: { cookie: refreshCookie },
    },
  };
}

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function read(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const refused = {
  status: 401,
  body: { code: "USER_AUTHENTICATION_REQUIRED", error: "Sign in first: this request has no valid session." },
};

type Api = (app: GatehouseServerApp) => Promise<string> | string;

const honoApi: Api = (app) => {
  const api = new Hono()
    .get("/token", honoGatehouse(app), (c) => c.json({ email: c.var.user?.primaryEmail ?? null }))
    .get("/required", honoGatehouse(app, { required: true }), (c) => c.json({ email: c.var.user.primaryEmail }))
    .get("/fresh", honoGatehouse(app, { required: true, fresh: true }), (c) =>
      c.json({ email: c.var.user.primaryEmail, since: c.var.user.lastActiveAt, metadata: c.var.user.serverMetadata }),
    )
    .get("/public", honoGatehouse(app), () =>
      Response.json({}, { headers: { "cache-control": "public, max-age=60" } }),
    );
  return listen(getRequestListener(api.fetch));
};

const expressApi: Api = (app) => {
  const api = express();
  const optional = expressGatehouse(app);
  const required = expressGatehouse(app, { required: true });
  const fresh = expressGatehouse(app, { required: true, fresh: true });
  api.get("/token", optional, (request, response) => {
    response.json({ email: optional.user(request)?.primaryEmail ?? null });
  });
  api.get("/required", required, (request, response) => {
    response.json({ email: required.user(request).primaryEmail });
  });
  api.get("/fresh", fresh, (request, response) => {
    const user = fresh.user(request);
    response.json({ email: user.primaryEmail, since: user.lastActiveAt, metadata: user.serverMetadata });
  });
  api.get("/public", optional, (_, response) => {
    response.set("cache-control", "public, max-age=60").json({});
  });
  return listen(api);
};

describe.each<[string, Api]>([
  ["Hono", honoApi],
  ["Express", expressApi],
])("the middleware for %s", (_, start) => {
  it("has the user of the kit's headers, of a bearer token and of cookies", async () => {
    const url = await start(suite.project.serverApp());
    const { email, ways } = await newVisitor();
    for (const headers of Object.values(ways)) {
      expect(await read(`${url}/token`, headers)).toMatchObject({ status: 200, body: { email } });
      expect(await read(`${url}/required`, headers)).toMatchObject({ status: 200, body: { email } });
      const body = { email, since: expect.any(String), metadata: null };
      expect(await read(`${url}/fresh`, headers)).toMatchObject({ status: 200, body });
    }
  });

  it("has no user in a request without a session, and refuses it where one is required", async () => {
    const url = await start(suite.project.serverApp());
    const without: Record<string, string>[] = [
      {},
      { "x-stack-auth": "nonsense" },
      { authorization: "Bearer nonsense" },
    ];
    for (const headers of without) {
      expect(await read(`${url}/token`, headers)).toMatchObject({ status: 200, body: { email: null } });
      for (const path of ["/required", "/fresh"]) {
        const response = await read(url + path, headers);
        expect(response).toMatchObject(refused);
        expect(response.headers.get("www-authenticate")).toBe("Bearer");
        expect(response.headers.get("cache-control")).toBe("no-store");
      }
    }
  });

  // Attack: a cache before the backend (a CDN, a proxy) keeps one user's response and serves it to the next visitor.
  it("keeps responses out of shared caches, unless the handler says otherwise", async () => {
    const url = await start(suite.project.serverApp());
    const { ways } = await newVisitor();
    for (const headers of [{}, ways.kit]) {
      const { headers: sent } = await read(`${url}/token`, headers);
      expect(sent.get("cache-control")).toBe("private, no-store");
      expect(sent.get("vary")?.toLowerCase()).toContain("x-stack-auth, authorization, cookie");
    }
    const cached = await read(`${url}/public`, ways.kit);
    expect(cached.headers.get("cache-control")).toBe("public, max-age=60");
    expect(cached.headers.get("vary")?.toLowerCase()).toContain("x-stack-auth, authorization, cookie");
  });

  it("accepts the token of a deleted account until it expires, and with `fresh` at no time", async () => {
    const url = await start(suite.project.serverApp());
    const { user, email, ways } = await newVisitor();
    await (await suite.project.serverApp().getUser(user.id))?.delete();
    expect(await read(`${url}/required`, ways.kit)).toMatchObject({ body: { email } });
    expect(await read(`${url}/required`, ways.refreshCookie)).toMatchObject(refused);
    expect(await read(`${url}/fresh`, ways.kit)).toMatchObject(refused);
  });
});

describe("a request's user in one line", () => {
  type Verify = (app: GatehouseServerApp) => (request: Parameters<typeof verifyRequest>[1]) => Promise<unknown>;

  it.each<[string, Verify]>([
    ["by the token", (app) => async (request) => (await app.verifyRequest(request))?.primaryEmail],
    ["from the API", (app) => async (request) => (await app.getUser({ tokenStore: request }))?.primaryEmail],
  ])("%s, in Node and in Fastify", async (_, verify) => {
    const emailOf = verify(suite.project.serverApp());
    const { email, ways } = await newVisitor();
    const node = await listen(async (request, response) => {
      response.end(JSON.stringify(await emailOf(request)));
    });
    const api = fastify();
    onTestFinished(() => api.close());
    api.get("/", async (request) => JSON.stringify(await emailOf(request)));
    for (const url of [node, await api.listen({ port: 0, host: "127.0.0.1" })]) {
      expect(await read(url, ways.kit)).toMatchObject({ body: email });
      expect(await read(url, ways.cookies)).toMatchObject({ body: email });
    }
  });

  it("works without a secret key", async () => {
    const app = suite.project.clientApp();
    const { user, ways } = await newVisitor();
    expect(await verifyRequest(app, { headers: ways.kit })).toMatchObject({ id: user.id, isAnonymous: false });
  });

  it("is null with the token of another project", async () => {
    const { owner, options } = suite.project;
    const other = await owner.createProject({ displayName: "Other", teamId: owner.selectedTeam?.id ?? "" });
    const app = new GatehouseClientApp({ ...options, projectId: other.id });
    const { ways } = await newVisitor();
    expect(await verifyRequest(app, { headers: ways.bearer })).toBeNull();
    expect(await verifyRequest(app, { headers: ways.cookies })).toBeNull();
  });
});

describe("forwardAuth", () => {
  it("passes the user on to the next backend, without the refresh token", async () => {
    const app = suite.project.serverApp();
    const { user, ways } = await newVisitor();
    for (const way of Object.values(ways)) {
      const headers = await forwardAuth(app, { headers: way });
      expect(JSON.parse(headers["x-stack-auth"] ?? "")).toEqual({
        accessToken: expect.any(String),
        refreshToken: null,
      });
      expect(await app.verifyRequest({ headers })).toMatchObject({ id: user.id });
      expect((await app.getUser({ tokenStore: { headers } }))?.id).toBe(user.id);
    }
  });

  it("passes nothing on without a user", async () => {
    expect(await forwardAuth(suite.project.serverApp(), { headers: {} })).toEqual({});
    expect(await forwardAuth(suite.project.serverApp(), { headers: { "x-stack-auth": "nonsense" } })).toEqual({});
  });
});
