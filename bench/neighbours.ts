import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { REPOSITORY } from "../scripts/platform/wrangler";
import { createProject, gatehouseIn, headersOf, post, requestJson } from "./gatehouse";
import { addedUsers, expiredCodes, rangesUpTo } from "./gatehouse-users";
import { type BenchRequest, cpuMillis, endConnections, exchange, send } from "./measure";
import { addUsers } from "./seed";
import { password } from "./subject";
import { table } from "./table";
import { type Visitor, webhookFloods } from "./webhook-flood";
import { bundle, type RunningWorker, start } from "./workerd";

type Project = Awaited<ReturnType<typeof createProject>>;

/** Describes what a hostile tenant, or a stranger, asks for as fast as it can; made anew with each request. */
interface Flood {
  name: string;
  next: () => BenchRequest;
  /** Says what is timed in place of the user's request. */
  other?: Visitor;
  /** Sets the pause after each of its requests, where what follows from them is the flood. */
  restMillis?: number;
  /** Counts the requests that are open at any time, four by default. */
  atOnce?: number;
}

const users = 20_000;
const rounds = 3;
/** More than the task of every minute deletes in all rounds. */
const codes = 200_000;
/** A request after each response would be paced as a flood, too. */
const ofUser = { seconds: 3, pauseMillis: 25 };

/**
 * Measures, as a table, how much longer a user of one project waits while another project floods one shared resource. Takes
 * medians of `GET /users/me`, at some thirty requests a second, alone and beside the flood, and the best of the rounds. All of it
 * shares one thread of one machine, where a deployment has isolates on many machines. So what is left of a flood after its limits
 * shows in full. The waits depend on what else the machine does. The share of that thread that the flood takes hardly does.
 *
 * @param part of the names of the floods that are measured; all without it
 */
export async function measureNeighbours(part = ""): Promise<string> {
  const tempDir = await mkdtemp(path.join(tmpdir(), "gatehouse-neighbours-"));
  try {
    const { source } = gatehouseIn("gatehouse", REPOSITORY);
    const built = await bundle({ ...source, hasAssets: true, vars: { ...source.vars, RATE_LIMITS: "on" } }, tempDir);
    const dataDir = await mkdtemp(path.join(tempDir, "data-"));
    const empty = await start(built, dataDir);
    const subject = gatehouseIn("gatehouse", REPOSITORY);
    let hostile: Project;
    try {
      await subject.prepare(empty);
      hostile = await createProject(empty.port, "hostile@example.com");
    } finally {
      await empty.stop();
    }
    addUsers(dataDir, [
      ...rangesUpTo(users).flatMap(([first, last]) => addedUsers(hostile.id, first, last)),
      ...rangesUpTo(codes).map(([first, last]) => expiredCodes(hostile.id, first, last)),
    ]);
    const worker = await start(built, dataDir);
    try {
      const { me } = await subject.requests(worker, 1);
      if (!me) throw new Error("The subject lacks a request");
      const victim = withAddress(me, "192.0.2.1");
      const rows: string[][] = [];
      const user = { ...ofUser, wait: () => send(worker.port, victim()) };
      for await (const flood of floodsOf(worker, hostile)) {
        if (flood.name.includes(part)) rows.push([flood.name, ...(await beside(worker, flood, user))]);
      }
      return table(
        [
          "The other project floods",
          "Alone",
          "Beside it",
          "Ratio",
          "The flood's part of the thread",
          "Responses to the flood, a second",
        ],
        rows,
      );
    } finally {
      await worker.stop();
    }
  } finally {
    endConnections();
    await rm(tempDir, { recursive: true, force: true });
  }
}

/** Rounds alone and beside the flood, in turn, of which the best of each counts: the machine may do something else as well. */
async function beside(
  worker: RunningWorker,
  { next, restMillis = 0, atOnce = 4, other }: Flood,
  user: Visitor,
): Promise<string[]> {
  const visitor = other ?? user;
  const [alone, flooded]: [Visit[], Visit[]] = [[], []];
  const statuses = new Map<number, number>();
  for (let round = 0; round < rounds; round++) {
    alone.push(await visit(worker, visitor));
    let isOver = false;
    const flood = Array.from({ length: atOnce }, async () => {
      while (!isOver) {
        const { status } = await exchange(worker.port, next());
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (restMillis > 0) await pause(restMillis);
      }
    });
    flooded.push(await visit(worker, visitor));
    isOver = true;
    await Promise.all(flood);
  }
  const best = (visits: Visit[], of: keyof Visit) => Math.min(...visits.map((each) => each[of]));
  const [quiet, loud] = [best(alone, "median"), best(flooded, "median")];
  const part = best(flooded, "busy") - best(alone, "busy");
  const perSecond = [...statuses].map(
    ([status, count]) => `${status}: ${Math.round(count / rounds / visitor.seconds)}`,
  );
  return [
    `${quiet.toFixed(1)} ms`,
    `${loud.toFixed(1)} ms`,
    (loud / quiet).toFixed(1),
    Number.isNaN(part) ? "–" : `${Math.round(100 * part)} %`,
    perSecond.sort().join(", "),
  ];
}

interface Visit {
  /** Holds the median of what the user waits, in milliseconds. */
  median: number;
  /** The part of the time that the worker's processor was busy; NaN where the system does not say. */
  busy: number;
}

/**
 * Measures how long a visitor waits, and how busy the Worker is meanwhile. The pauses are at random, as those of users are. At a
 * fixed pace they would fall in step with the turns of the flood. Then all waits would meet one of its requests, or none.
 */
async function visit({ pid }: RunningWorker, { wait, seconds, pauseMillis }: Visitor): Promise<Visit> {
  const waits: number[] = [];
  const cpuBefore = cpuMillis(pid);
  const begin = performance.now();
  while (performance.now() < begin + seconds * 1_000) {
    const start = performance.now();
    await wait();
    waits.push(performance.now() - start);
    await pause(2 * pauseMillis * Math.random());
  }
  const cpu = (cpuMillis(pid) ?? Number.NaN) - (cpuBefore ?? Number.NaN);
  const median = waits.sort((one, other) => one - other)[waits.length >> 1] ?? 0;
  return { median, busy: cpu / (performance.now() - begin) };
}

/** Each request from an address of its own, as an edge reports it. */
function withAddress(next: () => BenchRequest, address: string | (() => string)): () => BenchRequest {
  return () => {
    const request = next();
    const from = typeof address === "string" ? address : address();
    return { ...request, headers: { ...request.headers, "cf-connecting-ip": from } };
  };
}

async function* floodsOf({ port }: RunningWorker, { id, ...keys }: Project): AsyncGenerator<Flood> {
  const asClient = headersOf("client", id, keys.publishableClientKey);
  const asServer = headersOf("server", id, keys.secretServerKey);
  const asAdmin = headersOf("admin", id, keys.superSecretAdminKey);
  let turn = 0;
  const get = (url: string, headers: Record<string, string>): BenchRequest => ({
    method: "GET",
    path: `/api/v1${url}`,
    headers,
    status: 200,
  });
  // Of the password "hunter2", at 2^13 rounds.
  const password_hash = "$2b$13$EixZaYVK1fsbw1ZfbX3OXePaWxn96p36WQoeG6Lruj3vjPGga31lW";
  const costly = { primary_email: "costly@example.com", primary_email_auth_enabled: true, password_hash };
  await requestJson(port, "/users", costly, asServer, 201);
  const { id: userId } = await requestJson(port, "/users", { primary_email: "big@example.com" }, asServer, 201);
  const { token } = await requestJson(port, "/webhooks/svix-token", undefined, asAdmin, 201);
  const svix = { authorization: `Bearer ${token}` };
  const anyNetwork = () => `2001:db8:${(turn >> 8).toString(16)}:${(turn & 0xff).toString(16)}::1`;
  const kilobytes = (count: number) => `${turn++} ${"x".repeat(count * 1_000)}`;
  const image = (size: number) => {
    const header = Buffer.from("89504e470d0a1a0a0000000d494844520000000100000001", "hex");
    return `data:image/png;base64,${Buffer.concat([header, Buffer.from(kilobytes(size))]).toString("base64")}`;
  };
  const source = () => `import { Subject } from "@stackframe/emails";
export const variablesSchema = (v: unknown) => v;
export function EmailTemplate() { return <div><Subject value="Hi" />{"${kilobytes(1)}"}</div>; }`;
  yield* [
    {
      name: "sign-ins with an imported hash of bcrypt, cost 13",
      next: () => post("/auth/password/sign-in", { email: costly.primary_email, password: "wrong" }, asServer),
    },
    {
      name: "previews of emails, each of another source",
      next: () => post("/emails/render-email", { template_tsx_source: source(), theme_id: false }, asAdmin),
    },
    {
      name: "users with 30 KB of metadata",
      next: () => post("/users", { server_metadata: { text: kilobytes(30) } }, asServer),
    },
    {
      name: "users with images of 500 KB",
      next: () => post("/users", { profile_image_url: image(500) }, asServer),
    },
    {
      name: "contact channels of one user",
      next: () =>
        post(
          "/contact-channels",
          { user_id: userId, type: "email", value: `c${turn++}@example.com`, used_for_auth: false },
          asServer,
        ),
    },
    { name: "searches in 20,000 users", next: () => get(`/users?limit=100&query=user${turn++ % users}`, asServer) },
    {
      name: "users with imported hashes",
      next: () =>
        post(
          "/users",
          { primary_email: `i${turn++}@example.com`, primary_email_auth_enabled: true, password_hash },
          asServer,
        ),
    },
    { name: "pages of 20,000 users, as an export reads them", next: () => get("/users?limit=100", asServer) },
    { name: "metrics", next: () => get("/internal/metrics", asAdmin) },
    { name: "exports of the audit log", next: () => get("/internal/audit-events/export", asAdmin) },
    {
      name: "anonymous sign-ups, each from another network",
      next: withAddress(() => {
        turn++;
        return post("/auth/anonymous/sign-up", undefined, asClient);
      }, anyNetwork),
    },
    {
      name: "wrong passwords, each from another network",
      next: withAddress(() => {
        turn++;
        return post("/auth/password/sign-in", { email: "user1@example.com", password }, asClient);
      }, anyNetwork),
    },
    {
      name: "sign-ins at addresses of nobody, each of which has a counter, from another network",
      next: withAddress(
        () => post("/auth/password/sign-in", { email: `nobody${turn++}@example.com`, password }, asClient),
        anyNetwork,
      ),
    },
    {
      name: "logins from command lines, each an object of its own, from another network",
      next: withAddress(() => {
        turn++;
        return post("/auth/cli", undefined, asClient);
      }, anyNetwork),
    },
    {
      name: "resets of passwords, each of another address from another network",
      next: withAddress(
        () =>
          post(
            "/auth/password/send-reset-code",
            { email: `user${turn++ % users}@example.com`, callback_url: "http://localhost:1/" },
            asClient,
          ),
        anyNetwork,
      ),
    },
  ];
  const override = (patch: object) => {
    const body = { config_override_string: JSON.stringify(patch) };
    return send(port, { ...post("/internal/config/override", body, asAdmin), method: "PATCH" });
  };
  await override({ "dataVault.stores.bench": { displayName: "Bench" } });
  yield {
    name: "values of 100 KB in the data vault",
    next: () =>
      post("/data-vault/stores/bench/set", { hashed_key: `key ${turn}`, encrypted_value: kilobytes(100) }, asServer),
  };
  await override({ "rbac.permissions": largePermissions() });
  yield { name: "a project whose configuration has 0.7 MB", next: () => get("/projects/current", asServer) };
  await override({ "rbac.permissions": {} });
  const endpoint = { url: "http://127.0.0.1:1/", description: "Nobody" };
  await send(port, { ...post(`/app/${id}/endpoint`, endpoint, svix), status: 201 });
  yield {
    name: "changes that are sent to a webhook whose receiver does not respond",
    next: () => post(`/users`, { display_name: `n${turn++}` }, asServer),
  };
  const emailServer = {
    host: "127.0.0.1",
    port: 1,
    username: "u",
    password: "p",
    sender_name: "B",
    sender_email: "b@example.com",
  };
  const config = { email_config: { type: "standard", ...emailServer } };
  await send(port, { ...post("/internal/projects/current", { config }, asAdmin), method: "PATCH" });
  const { body } = await send(port, get("/users?limit=100", asServer));
  const userIds = (JSON.parse(body) as { items: { id: string }[] }).items.map((user) => user.id);
  yield {
    name: "emails to 100 users each",
    next: () => post("/emails/send-email", { user_ids: userIds, subject: "Hello", html: "<p>Hello</p>" }, asServer),
  };
  const everyMinute = "/cdn-cgi/local/scheduled?cron=*+*+*+*+*";
  yield {
    name: `the tasks of every minute, with ${codes.toLocaleString("en")} expired codes to delete`,
    next: () => ({ method: "GET", path: everyMinute, headers: {}, status: 200 }),
    restMillis: 1_000 * ofUser.seconds,
    atOnce: 1,
  };
  yield* webhookFloods(port, (request) => withAddress(request, "192.0.2.1"));
}

/** Thousands of permissions, of which each contains others. */
function largePermissions(): object {
  const idOf = (index: number) => `p${(index % 3_000).toString().padStart(4, "0")}`;
  const permissions = Array.from({ length: 3_000 }, (_, index) => {
    const contained = Array.from({ length: 16 }, (_, step) => [idOf(index + 1 + step), true]);
    return [idOf(index), { scope: "team", containedPermissionIds: Object.fromEntries(contained) }];
  });
  return Object.fromEntries(permissions);
}
