import { execFile } from "node:child_process";
import { appendFile, cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseEnv } from "node:util";
import { afterAll, beforeAll, describe, it } from "vitest";
import { readWorkerConfig } from "../platform/worker-config";
import { REPOSITORY } from "../platform/wrangler";
import { startCloudflareApi } from "../testing/cloudflare/api";
import { presentBookmark } from "../testing/cloudflare/storage";
import { asOfBaseline, baseline, replacedMigrations } from "../testing/replaced-migrations";

const certificate = path.join(REPOSITORY, "scripts/testing/localhost-certificate.pem");

/** Lists what a clone has that a deployment reads, and the built pages of the reference, which takes long to build. */
const CLONED = [
  ...["worker", "web", "scripts", "drizzle", "docs", "dist/assets"],
  ...["package.json", "package-lock.json", "tsconfig.json", "wrangler.toml", "LICENSE"],
];

let cloudflare: Awaited<ReturnType<typeof startCloudflareApi>>;
let site: Server;
let clone: string;

beforeAll(async () => {
  cloudflare = await startCloudflareApi();
  // The deployed site: the files of the latest deployment to Pages.
  const [key, cert] = await Promise.all([
    readFile(path.join(REPOSITORY, "scripts/testing/localhost-key.pem")),
    readFile(certificate),
  ]);
  site = createServer({ key, cert }, ({ url = "" }, response) => {
    const { sites, files } = cloudflare.account;
    const hash = sites.get("gatehouse")?.at(-1)?.[url];
    response.writeHead(hash ? 200 : 404, { "content-type": url.endsWith(".json") ? "application/json" : "text/html" });
    response.end(hash && files.get(hash));
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  clone = await mkdtemp(path.join(tmpdir(), "gatehouse-clone-"));
  for (const each of CLONED) {
    await cp(path.join(REPOSITORY, each), path.join(clone, each), { recursive: true, preserveTimestamps: true });
  }
  await symlink(path.join(REPOSITORY, "node_modules"), path.join(clone, "node_modules"));
});
afterAll(async () => {
  await cloudflare.stop();
  await new Promise((resolve) => site.close(resolve));
  await rm(clone, { recursive: true });
});

/** Runs a script in the clone, as `npm run` does. Whatever is not on this machine is out of its reach. */
async function runScript(name: string, ...args: string[]) {
  const address = site.address();
  const env = {
    ...{ PATH: process.env.PATH, HOME: clone, ...cloudflare.environment },
    ...{ HTTP_PROXY: "http://127.0.0.1:9", HTTPS_PROXY: "http://127.0.0.1:9", NO_PROXY: "127.0.0.1,localhost" },
    NODE_EXTRA_CA_CERTS: certificate,
    API_URL: "https://api.example.com",
    WEB_URL: `https://localhost:${typeof address === "object" ? address?.port : ""}`,
    MAIL_FROM: "noreply@example.com",
    SMTP_URL: "smtps://user:password@mail.example.com:465",
    // With it wrangler would put the site into a Worker in place of Pages.
    CURSOR_TRACE_ID: "1",
  };
  return new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    const script = ["--import", "tsx", `scripts/${name}.ts`, ...args];
    const child = execFile(process.execPath, script, { cwd: clone, env }, (_, stdout, stderr) =>
      resolve({ status: child.exitCode ?? 1, stdout, stderr }),
    );
  });
}

async function deploy() {
  cloudflare.requests.length = 0;
  const result = await runScript("deploy");
  const made = cloudflare.requests.filter((request) =>
    ["POST /d1/database", "POST /storage/kv/namespaces", "POST /queues", "POST /pages/projects"].includes(request),
  );
  return { ...result, made };
}

const config = readWorkerConfig();
const queueNames = () => cloudflare.account.queues.map(({ queue_name }) => queue_name).sort();
const worker = () => cloudflare.account.scripts.get("gatehouse");
const bindings = (type: string) =>
  worker()
    ?.metadata.bindings.filter((binding) => binding.type === type)
    .map(({ name }) => name);
const appliedMigrations = () => {
  const [database] = cloudflare.account.databases.values();
  return database?.sqlite
    .prepare("select name from d1_migrations order by id")
    .all()
    .map(({ name }) => name);
};
const keptSecrets = async () => parseEnv(await readFile(path.join(clone, ".deploy.vars"), "utf8"));

// Wrangler takes a second of a processor to load, thirty times in all, and each deployment builds the site.
describe("npm run deploy, with wrangler", { timeout: 600_000 }, () => {
  let generated: NodeJS.Dict<string>;

  it("a first deployment that the account fails in the middle names the request and keeps its secrets", async ({
    expect,
  }) => {
    cloudflare.failAt("PUT /workers/scripts/gatehouse");
    const { status, stderr } = await deploy();
    expect(stderr).toContain("/workers/scripts/gatehouse) failed");
    expect(status).toBe(1);
    expect(worker()).toBeUndefined();
    expect(cloudflare.account.sites.size).toBe(0);
    generated = await keptSecrets();
    expect(generated.SERVER_SECRET).toMatch(/^[\w-]{43}$/);
    expect(await readdir(clone)).not.toContain("wrangler.deploy.secrets.json");
  });

  it("the next one goes on, makes nothing twice, and deploys the Worker and the site", async ({ expect }) => {
    cloudflare.failAt();
    const { status, stderr, stdout, made } = await deploy();
    expect(status, stderr).toBe(0);
    expect(stdout).toContain("\ndeployed: https://localhost:");
    expect(made).toEqual(["POST /pages/projects"]);
    const { databases, namespaces, queues, sites } = cloudflare.account;
    expect([...databases.values()]).toMatchObject([{ name: "gatehouse", replication: "auto" }]);
    const namespaceNames = config.kv_namespaces?.map(({ binding }) => binding) ?? [];
    expect([...namespaces.values()].sort()).toEqual(namespaceNames.map((name) => `gatehouse-${name.toLowerCase()}`));
    const files = (await readdir(path.join(clone, "drizzle"))).filter((file) => file.endsWith(".sql"));
    expect(appliedMigrations()).toEqual(files.sort());

    expect(worker()?.secrets).toEqual(
      new Map(Object.entries({ ...generated, SMTP_URL: "smtps://user:password@mail.example.com:465" })),
    );
    expect(await keptSecrets()).toEqual(generated);
    expect(bindings("d1")).toEqual(["DB"]);
    expect(bindings("kv_namespace")).toEqual(namespaceNames);
    expect(bindings("durable_object_namespace")).toEqual(expect.arrayContaining(["CLI_LOGIN", "ATTEMPTS"]));
    expect(bindings("assets")).toEqual(["ASSETS"]);
    expect(worker()).toMatchObject({ migrationTag: expect.stringMatching(/^v/), crons: config.triggers?.crons });
    expect(worker()?.modules).toContain("index.js");
    const consumed = queues.filter(({ consumers }) => consumers.length > 0);
    expect(consumed.map(({ queue_name }) => `${queue_name}-dead-letters`).sort()).toEqual(
      queueNames().filter((name) => name.endsWith("-dead-letters")),
    );
    for (const { queue_name, consumers } of consumed) {
      expect(consumers).toMatchObject([{ script: "gatehouse", dead_letter_queue: `${queue_name}-dead-letters` }]);
    }

    const [deployed] = sites.get("gatehouse") ?? [];
    expect(Object.keys(deployed ?? {})).toEqual(expect.arrayContaining(["/index.html", "/embed.js", "/kit.tgz"]));
    expect(cloudflare.unknown).toEqual([]);
  });

  it("a repeated one makes only the bindings and runs only the migrations that are new", async ({ expect }) => {
    const before = { queues: queueNames(), migrations: appliedMigrations() ?? [], secrets: worker()?.secrets };
    await writeFile(path.join(clone, "drizzle/9999_added.sql"), "create table added (id text);");
    await appendFile(
      path.join(clone, "wrangler.toml"),
      `
[[kv_namespaces]]
binding = "ADDED"
id = "local-added"

[[queues.producers]]
binding = "ADDED_TASKS"
queue = "gatehouse-added"

[[queues.consumers]]
queue = "gatehouse-added"
dead_letter_queue = "gatehouse-added-dead-letters"
`,
    );
    const { status, stderr, made } = await deploy();
    expect(status, stderr).toBe(0);
    expect(made.sort()).toEqual(["POST /queues", "POST /queues", "POST /storage/kv/namespaces"]);
    expect(queueNames()).toEqual([...before.queues, "gatehouse-added", "gatehouse-added-dead-letters"].sort());
    expect(bindings("kv_namespace")).toContain("ADDED");
    expect(bindings("queue")).toContain("ADDED_TASKS");
    expect(appliedMigrations()).toEqual([...before.migrations, "9999_added.sql"]);
    // A new SERVER_SECRET would end every session and lose every sealed value.
    expect(worker()?.secrets).toEqual(before.secrets);
    for (const { consumers } of cloudflare.account.queues) expect(consumers.length).toBeLessThanOrEqual(1);
    expect(cloudflare.account.sites.get("gatehouse")).toHaveLength(2);
    expect(cloudflare.unknown).toEqual([]);
  });

  it("the commands of operators work on what was deployed", async ({ expect }) => {
    const [database] = cloudflare.account.databases.values();
    const ops = async (...args: string[]) => {
      const { status, stdout, stderr } = await runScript("ops", ...args, "--deployed");
      expect(status, stderr).toBe(0);
      return stdout;
    };
    expect(await ops("bookmark")).toContain(presentBookmark);
    const before = "00000001-00000001-00000001-8e61117bf38d7adb71b934ebbf891683";
    expect(await ops("restore", before, before)).toContain(
      `you can restore to the previous bookmark: ${presentBookmark}`,
    );
    expect(database?.restoredTo).toBe(before);

    const id = "c2b6c1a4-7d0e-4f3b-9a55-1f0e8d2c6b71";
    database?.sqlite.exec(`insert into projects (project_id, display_name, created_at) values ('${id}', 'Acme', 0)`);
    expect(await ops("purge", id, id)).toContain(`The project ${id} is deleted.`);
    expect(await ops("purge", id, id)).toContain(`There is no project ${id}.`);

    const dead = cloudflare.account.queues.find(({ queue_name }) => queue_name.endsWith("reset-mails-dead-letters"));
    await ops("replay", "gatehouse-reset-mails");
    expect(dead?.consumers).toMatchObject([{ script: "gatehouse", settings: { max_retries: 100 } }]);
    await ops("replay", "gatehouse-reset-mails", "stop");
    expect(dead?.consumers).toEqual([]);
    const seals = await runScript("seals", "--deployed");
    expect(seals.stdout, seals.stderr).toContain("Nothing is sealed.");
    expect(cloudflare.unknown).toEqual([]);
  });

  it("stops at a database from before the baseline, which a command brings over", async ({ expect }) => {
    const [database] = cloudflare.account.databases.values();
    const replaced = replacedMigrations.map((name) => `('${name}')`).join(", ");
    database?.sqlite.exec(
      `drop table added; ${asOfBaseline()} delete from d1_migrations; insert into d1_migrations (name) values ${replaced}`,
    );
    const stopped = await deploy();
    expect(stopped.stderr).toContain("DB is from before the baseline: `npm run ops -- adopt-baseline` brings it over");
    expect(appliedMigrations()).toEqual(replacedMigrations);
    const { stdout, stderr } = await runScript("ops", "adopt-baseline", "--deployed");
    expect(stdout, stderr).toBe("Shard 0 (DB) has adopted the baseline.\n");
    expect(appliedMigrations()).toEqual(baseline);
    expect(cloudflare.unknown).toEqual([]);
  });
});
