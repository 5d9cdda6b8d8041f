import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { emptyAccount } from "./account";
import { addPages } from "./pages";
import { failure } from "./responses";
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
