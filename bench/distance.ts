// This script shows how long each kind of request takes for a user next door to the database, and for one overseas.
// `npm run bench:distance` counts round trips in workerd and computes times from them, so that its table is the same on every
// machine. It takes a minute, prints the table, and writes it to docs/performance.md.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { runScript } from "../scripts/run-script";
import { distanceTable, type Requested, type Trips } from "./distance-table";
import { gatehouse } from "./gatehouse";
import { type BenchRequest, endConnections, send } from "./measure";
import { writeReport } from "./report";
import { password } from "./subject";
import { BENCH, bundle, type RunningWorker, start } from "./workerd";

await runScript(async () => {
  const tempDir = await mkdtemp(path.join(tmpdir(), "gatehouse-distance-"));
  const main = path.join(BENCH, "workers/distance/index.ts");
  const worker = await start(await bundle({ ...gatehouse.source, main }, tempDir), path.join(tempDir, "data"));
  try {
    await gatehouse.prepare(worker);
    const table = distanceTable(await count(worker));
    console.log(table);
    await writeReport("docs/performance.md", "distance", table);
  } finally {
    endConnections();
    await worker.stop();
    await rm(tempDir, { recursive: true, force: true });
  }
});

async function count(worker: RunningWorker): Promise<Requested[]> {
  const { me, refresh, teams, permission, list, signIn } = await gatehouse.requests(worker, 1);
  if (!me || !refresh || !teams || !permission || !list || !signIn) throw new Error("The subject lacks a request");
  const own = me();
  const project = own.headers["x-stack-project-id"];
  const { "x-stack-access-token": _, "x-stack-refresh-token": __, ...client } = own.headers;
  const asKit = (request: BenchRequest, bookmark?: string): BenchRequest => {
    const headers = {
      // Any version of the kit.
      "x-stack-client-version": "js @gatehouse/kit@0.0.0",
      ...(bookmark && { "x-stack-bookmark": bookmark }),
    };
    return { ...request, headers: { ...request.headers, ...headers } };
  };
  const trips = async (request: BenchRequest): Promise<Trips & { bookmark: string | undefined }> => {
    const { headers } = await send(worker.port, request);
    const [primary = Number.NaN, replica = Number.NaN] = String(headers["x-trips"]).split(" ").map(Number);
    return { primary, replica, bookmark: headers["x-stack-bookmark"]?.toString() };
  };
  const signInBody = JSON.stringify({ email: "ada@example.com", password });
  const rename: BenchRequest = {
    ...own,
    method: "PATCH",
    headers: { ...own.headers, "content-type": "application/json" },
    body: JSON.stringify({ display_name: "Ada" }),
  };
  const get = (url: string, headers = {}): BenchRequest => ({ method: "GET", path: url, headers, status: 200 });
  const first = await trips(asKit(own));
  return [
    { name: "Preflight", of: "preflight", ...(await trips({ ...get("/api/v1/users/me"), method: "OPTIONS" })) },
    { name: "Key set", ...(await trips(get(`/api/v1/projects/${project}/.well-known/jwks.json`))) },
    { name: "OpenAPI document", ...(await trips(get("/api/v1/openapi.json"))) },
    { name: "What clients see of a project", ...(await trips(get("/api/v1/projects/current", client))) },
    { name: "Password sign-in", of: "signIn", ...(await trips({ ...signIn(), body: signInBody })) },
    { name: "Token refresh", of: "refresh", ...(await trips(refresh())) },
    { name: "Own user, first read of a page", of: "firstRead", ...first },
    { name: "Own user, later reads", of: "laterRead", ...(await trips(asKit(own, first.bookmark))) },
    { name: "Own user, a client without bookmarks", ...(await trips(own)) },
    { name: "Ten teams of a user, later reads", ...(await trips(asKit(teams(), first.bookmark))) },
    { name: "Change of the own user", ...(await trips(asKit(rename, first.bookmark))) },
    { name: "Permission check by a backend", of: "permission", ...(await trips(permission())) },
    { name: "List of 100 users by a backend", ...(await trips(list())) },
  ];
}
