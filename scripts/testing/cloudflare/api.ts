import { randomUUID } from "node:crypto";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { type Account, emptyAccount, failure, pageOf, success, textOf, uploadToken } from "./account";
import { addDatabases, addNamespaces, addQueues } from "./storage";
import { addWorkers } from "./workers";

const ROOT = "/client/v4";
const ACCOUNT_ID = "0123456789abcdef0123456789abcdef";
const API_TOKEN = "test-api-token";

/**
 * Serves Cloudflare's API for one account that is empty at first, as far as wrangler uses it in a deployment, in the shapes
 * of https://developers.cloudflare.com/api/.
 */
export async function startCloudflareApi() {
  const account = emptyAccount();
  const requests: string[] = [];
  const unknown: string[] = [];
  let failing: string | undefined;

  const api = new Hono();
  api.use(async (c, next) => {
    const path = c.req.path.replace(`${ROOT}/accounts/${ACCOUNT_ID}`, "");
    const request = `${c.req.method} ${path}`;
    requests.push(request);
    const isUpload = path === "/workers/assets/upload" || path.startsWith(`${ROOT}/pages/assets/`);
    const token = c.req.header("authorization");
    if (isUpload ? !token?.startsWith("Bearer eyJ") : token !== `Bearer ${API_TOKEN}`) return failure(c, 401, 10000);
    if (request === failing) return failure(c, 500, 10013, "The server has failed.");
    await next();
  });
  const owned = api.basePath(`${ROOT}/accounts/${ACCOUNT_ID}`);
  addDatabases(owned, account);
  addNamespaces(owned, account);
  addQueues(owned, account);
  addWorkers(owned, account);
  addPages(owned, api.basePath(`${ROOT}/pages/assets`), account);
  api.notFound((c) => {
    unknown.push(`${c.req.method} ${c.req.path}`);
    return failure(c, 404, 7003);
  });

  const [server, port] = await new Promise<[ReturnType<typeof serve>, number]>((resolve) => {
    const server = serve({ fetch: api.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) => resolve([server, port]));
  });
  return {
    account,
    /** Method and path of each request, the latter without the account's part. */
    requests,
    /** Those for which there is no route. */
    unknown,
    /** Responds to this request with 500, until it is called without one. */
    failAt: (request?: string) => {
      failing = request;
    },
    /** Holds what wrangler takes from its environment. */
    environment: {
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}${ROOT}`,
      CLOUDFLARE_API_TOKEN: API_TOKEN,
      CLOUDFLARE_ACCOUNT_ID: ACCOUNT_ID,
    },
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

const done = { name: "deploy", status: "success", started_on: null, ended_on: null };

/** `/pages`: a project is made, files that it lacks are uploaded, and a deployment names a file for each path. */
function addPages(api: Hono, uploads: Hono, { files, sites }: Account): void {
  const project = "/pages/projects/:name";
  const shown = (name: string) => ({
    ...{ id: `id-of-${name}`, name, subdomain: `${name}.pages.dev`, domains: [`${name}.pages.dev`] },
    ...{ production_branch: "main", created_on: "2026-01-01T00:00:00Z" },
    deployment_configs: { production: {}, preview: {} },
  });
  api.get("/pages/projects", (c) => success(c, pageOf(c, [...sites.keys()].map(shown)), sites.size));
  api.post("/pages/projects", async (c) => {
    const { name } = await c.req.json();
    if (sites.has(name)) return failure(c, 400, 8000002);
    sites.set(name, []);
    return success(c, shown(name));
  });
  api.get(project, (c) => {
    const name = c.req.param("name");
    return sites.has(name) ? success(c, shown(name)) : failure(c, 404, 8000007);
  });
  api.get(`${project}/upload-token`, (c) => success(c, { jwt: uploadToken() }));
  uploads.post("/check-missing", async (c) => {
    const { hashes }: { hashes: string[] } = await c.req.json();
    return success(
      c,
      hashes.filter((hash) => !files.has(hash)),
    );
  });
  uploads.post("/upload", async (c) => {
    const uploaded: { key: string; value: string }[] = await c.req.json();
    for (const { key, value } of uploaded) files.set(key, Buffer.from(value, "base64"));
    return success(c, null);
  });
  uploads.post("/upsert-hashes", (c) => success(c, null));
  api.post(`${project}/deployments`, async (c) => {
    const form = await c.req.formData();
    const manifest: Record<string, string> = JSON.parse(await textOf(form.get("manifest")));
    const deployments = sites.get(c.req.param("name"));
    if (!deployments) return failure(c, 404, 8000007);
    if (Object.values(manifest).some((hash) => !files.has(hash))) return failure(c, 400, 8000096);
    deployments.push(manifest);
    const url = `https://${c.req.param("name")}.pages.dev`;
    return success(c, { id: randomUUID(), url, environment: "production", latest_stage: done, stages: [done] });
  });
  api.get(`${project}/deployments/:id`, (c) =>
    success(c, { id: c.req.param("id"), latest_stage: done, stages: [done] }),
  );
}
