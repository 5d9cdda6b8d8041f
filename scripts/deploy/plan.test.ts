import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, it, onTestFinished } from "vitest";
import { integrityOf } from "../build/embed";
import { LOCAL_INTERNAL_KEYS } from "../dev/local-secrets";
import { REPOSITORY } from "../platform/wrangler";
import { keepPinnedElements } from "./pinned-elements";
import { planDeployment } from "./plan";
import { problemsOf, requirementsOf } from "./requirements";
import { completeSecrets, readDeploySettings } from "./settings";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "gatehouse-deploy-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  rmSync(path.join(REPOSITORY, "wrangler.deploy.json"), { force: true });
});

const variables = {
  API_URL: "https://api.example.com",
  WEB_URL: "https://id.example.com",
  MAIL_FROM: "noreply@example.com",
  SMTP_URL: "smtps://user:password@mail.example.com:465",
};
const settingsOf = (env: Record<string, string>) => readDeploySettings(env, path.join(folder, ".deploy.vars"));

/** Runs the command, which finds nothing in this machine's environment. */
const deploy = (env: Record<string, string>, ...flags: string[]) =>
  spawnSync(process.execPath, ["--import", "tsx", "scripts/deploy.ts", ...flags], {
    cwd: REPOSITORY,
    env: { PATH: process.env.PATH, HOME: folder, ...env },
    encoding: "utf8",
  });

/** An account that responses wrangler's commands, and remembers them. Lists show what was created. */
function account(
  has: {
    databases?: string[];
    namespaces?: string[];
    queues?: string[];
    secretList?: string | Error;
    replication?: string;
  } = {},
) {
  const { databases = [], namespaces = [], queues = [], secretList = "[]", replication = "disabled" } = has;
  const commands: string[] = [];
  const wrangler = async (args: string[]): Promise<string> => {
    commands.push(args.join(" "));
    const [group, ...rest] = args;
    if (group === "d1" && rest[0] === "list")
      return JSON.stringify(databases.map((name) => ({ name, uuid: `id-${name}` })));
    if (group === "d1" && rest[0] === "create") databases.push(rest[1] ?? "");
    if (group === "kv" && rest[1] === "list")
      return JSON.stringify(namespaces.map((title) => ({ title, id: `id-${title}` })));
    if (group === "kv" && rest[1] === "create") namespaces.push(rest[2] ?? "");
    if (group === "queues" && rest[0] === "info" && !queues.includes(rest[1] ?? "")) throw new Error("No such queue");
    if (group === "secret") {
      if (secretList instanceof Error) throw secretList;
      return secretList;
    }
    return "";
  };
  const requestApi = async (method: string, path: string, body?: object) => {
    commands.push([method, path, ...(body ? [JSON.stringify(body)] : [])].join(" "));
    return { read_replication: { mode: replication } };
  };
  return { commands, wrangler, requestApi };
}

/** Runs the steps up to the first whose words begin with `last`. */
async function runUntil(
  last: string,
  settings: ReturnType<typeof settingsOf>,
  { wrangler, requestApi }: ReturnType<typeof account>,
) {
  for (const { does, run } of planDeployment(settings, wrangler, requestApi).flat()) {
    await run();
    if (does.startsWith(last)) return;
  }
}

describe("a deployment", () => {
  // Evidence: refused-keys-developer-s-machine-addresses
  // Attack: the keys of every developer's machine open a deployment that was made with them, at admin tier.
  it("is refused with the keys of a developer's machine and with addresses without TLS", ({ expect }) => {
    const refused = (env: Record<string, string>) => settingsOf({ ...variables, ...env }).refused;
    expect(refused({})).toEqual([]);
    expect(refused({ API_URL: "http://api.example.com", WEB_URL: "HTTP://id.example.com" })).toEqual([
      expect.stringMatching(/^API_URL must begin with https:/),
      expect.stringMatching(/^WEB_URL must begin with https:/),
    ]);
    expect(refused(LOCAL_INTERNAL_KEYS)).toEqual([
      expect.stringMatching(/^INTERNAL_PUBLISHABLE_CLIENT_KEY is the key of every/),
      expect.stringMatching(/^INTERNAL_SECRET_SERVER_KEY is the key of every/),
      expect.stringMatching(/^INTERNAL_SUPER_SECRET_ADMIN_KEY is the key of every/),
    ]);
    const { stderr, status } = deploy({ ...variables, API_URL: "http://api.example.com" });
    expect(status).toBe(1);
    expect(stderr).toContain("API_URL must begin with https://");
  });

  it("is refused with all that is missing or wrong at once, after a dry run too", ({ expect }) => {
    const wrong = {
      API_URL: "https://example.com/api",
      WEB_URL: "https://example.com/api",
      MAIL_FROM: "Example",
      SMTP_URL: "mail.example.com",
    };
    const { stdout, stderr, status } = deploy({ ...wrong, EMAIL_SANDBOX: "no" }, "--dry-run");
    expect(status).toBe(1);
    expect(stdout).toContain("1. Find or create the D1 database gatehouse.\n");
    expect(stderr.trim().split("\n")).toEqual([
      "Nothing can be deployed yet:",
      expect.stringMatching(/^- API_URL must be an address without a path/),
      expect.stringMatching(/^- WEB_URL must be an address without a path/),
      expect.stringMatching(/^- API_URL and WEB_URL must be two hosts/),
      "- MAIL_FROM must have an email address.",
      expect.stringMatching(/^- SMTP_URL must begin with smtp/),
      '- EMAIL_SANDBOX must be "on" or "off".',
    ]);
    expect(problemsOf(settingsOf({ WEB_URL: "http://id.example.com" }))).toEqual([
      "API_URL is not set.",
      "MAIL_FROM is not set.",
      "SMTP_URL is not set.",
      expect.stringMatching(/^WEB_URL must begin with https:/),
    ]);
  });

  it("says what has to be there before: account, plan, token, domains and mail server", ({ expect }) => {
    const [account, access, domains, server] = requirementsOf(settingsOf(variables));
    expect(account).toContain("Workers Paid");
    expect(requirementsOf(settingsOf({ ...variables, EMAIL_SANDBOX: "off" }))[0]).toContain("on any plan");
    for (const part of ["Workers Scripts", "Workers KV Storage", "D1", "Queues", "Cloudflare Pages"]) {
      expect(access).toContain(part);
    }
    expect(domains).toContain("api.example.com as a custom domain of the Worker, and id.example.com");
    expect(server).toContain("noreply@example.com");
  });

  it("makes what the account lacks and writes the ids into its configuration", async ({ expect }) => {
    const empty = account();
    await runUntil("Apply the migrations", settingsOf(variables), empty);
    expect(empty.commands).toContain("d1 create gatehouse --no-update-config");
    expect(empty.commands).toContain("kv namespace create gatehouse-images --no-update-config");
    expect(empty.commands).toContain("kv namespace create gatehouse-vault --no-update-config");
    expect(empty.commands).toContain("queues create gatehouse-task-steps");
    expect(empty.commands.at(-1)).toMatch(/^d1 migrations apply DB --remote --config .*wrangler\.deploy\.json$/);
    const config = JSON.parse(readFileSync(path.join(REPOSITORY, "wrangler.deploy.json"), "utf8"));
    expect(config.d1_databases).toMatchObject([{ binding: "DB", database_id: "id-gatehouse" }]);
    expect(config.kv_namespaces).toContainEqual({ binding: "IMAGES", id: "id-gatehouse-images" });
    expect(config.durable_objects.bindings).toContainEqual({ name: "CLI_LOGIN", class_name: "CliLogin" });
    expect(config.migrations).toEqual([
      { tag: "v1", new_sqlite_classes: ["CliLogin", "AttemptCounter"] },
      { tag: "v2", new_sqlite_classes: ["CostlyHashes"] },
    ]);
    expect(config.worker_loaders).toEqual([{ binding: "SANDBOX" }]);
    expect(config.ratelimits).toHaveLength(13);
    expect(config.triggers).toEqual({ crons: ["* * * * *"] });
    expect(config.queues.consumers).toMatchObject([
      { queue: "gatehouse-task-steps" },
      { queue: "gatehouse-reset-mails" },
      { queue: "gatehouse-webhooks" },
      { queue: "gatehouse-email-sends" },
    ]);
    expect(config.vars).toMatchObject({
      API_URL: "https://api.example.com",
      WEB_URL: "https://id.example.com",
      RATE_LIMITS: "on",
      REQUEST_LOG: "on",
    });
  });

  it("has the database read from replicas near its readers, unless READ_REPLICATION=off", async ({ expect }) => {
    const run = async (present: string, env: Record<string, string> = {}) => {
      const { commands, ...made } = account({ databases: ["gatehouse"], replication: present });
      await runUntil("Switch read replication", settingsOf({ ...variables, ...env }), { commands, ...made });
      return commands.filter((command) => command.startsWith("PUT"));
    };
    const put = (mode: string) => [`PUT /d1/database/id-gatehouse {"read_replication":{"mode":"${mode}"}}`];
    expect(await run("disabled")).toEqual(put("auto"));
    expect(await run("auto")).toEqual([]);
    expect(await run("auto", { READ_REPLICATION: "off" })).toEqual(put("disabled"));
    expect(settingsOf({ ...variables, READ_REPLICATION: "no" }).refused).toEqual([
      'READ_REPLICATION must be "on" or "off".',
    ]);
  });

  it("leaves out the loader of isolates, which needs a paid plan, with EMAIL_SANDBOX=off", async ({ expect }) => {
    await runUntil("Apply the migrations", settingsOf({ ...variables, EMAIL_SANDBOX: "off" }), account());
    const config = JSON.parse(readFileSync(path.join(REPOSITORY, "wrangler.deploy.json"), "utf8"));
    expect(config).not.toHaveProperty("worker_loaders");
    expect(settingsOf({ ...variables, EMAIL_SANDBOX: "no" }).refused).toEqual(['EMAIL_SANDBOX must be "on" or "off".']);
  });

  it("makes nothing that the account has", async ({ expect }) => {
    const full = account({
      databases: ["gatehouse"],
      namespaces: ["gatehouse-images", "gatehouse-vault"],
      queues: ["gatehouse-task-steps", "gatehouse-reset-mails", "gatehouse-webhooks", "gatehouse-email-sends"],
    });
    await runUntil("Find or create the queue", settingsOf(variables), full);
    expect(full.commands.filter((command) => command.includes("create"))).toEqual([]);
  });

  it("makes up the secrets of a first deployment and keeps them for the next", ({ expect }) => {
    const secrets = completeSecrets(settingsOf(variables), []);
    expect(secrets.SMTP_URL).toBe("smtps://user:password@mail.example.com:465");
    expect(secrets.SERVER_SECRET).toMatch(/^[\w-]{43}$/);
    expect(secrets.INTERNAL_SECRET_SERVER_KEY).toMatch(/^ssk_[0-9a-hjkmnp-tv-z]{45}$/);
    expect(completeSecrets(settingsOf(variables), [])).toEqual(secrets);
  });

  it("passes on the root secrets of a rotation", ({ expect }) => {
    const rotation = { SERVER_SECRET: "b", SERVER_SECRET_PREVIOUS: "a", SERVER_SECRET_NEXT: "c" };
    expect(completeSecrets(settingsOf({ ...variables, ...rotation }), [])).toMatchObject(rotation);
  });

  it("leaves a deployed SERVER_SECRET alone when this machine has no copy of it", async ({ expect }) => {
    // The danger: a fresh clone makes up a new root secret, and every session and sealed column is lost.
    const secrets = completeSecrets(settingsOf(variables), ["SERVER_SECRET", "INTERNAL_PUBLISHABLE_CLIENT_KEY"]);
    expect(secrets).not.toHaveProperty("SERVER_SECRET");
    const deployed = account({ secretList: '[{"name":"INTERNAL_PUBLISHABLE_CLIENT_KEY"}]' });
    await expect(runUntil("Collect the secrets", settingsOf(variables), deployed)).rejects.toThrow(
      "Set INTERNAL_PUBLISHABLE_CLIENT_KEY to the key of the first deployment",
    );
  });

  it("takes only a Worker that does not exist for one without secrets", async ({ expect }) => {
    const unknown = account({ secretList: new Error('Worker "gatehouse" not found.') });
    await runUntil("Collect the secrets", settingsOf(variables), unknown);
    const offline = account({ secretList: new Error("fetch failed") });
    await expect(runUntil("Collect the secrets", settingsOf(variables), offline)).rejects.toThrow("fetch failed");
  });
});

const release = (files: Record<string, string>) => ({
  files: Object.fromEntries(Object.entries(files).map(([name, code]) => [name, integrityOf(code)])),
});

/** A deployed site with these files; at other addresses it serves its document, as Pages does. */
async function deployedSite(files: Record<string, unknown>): Promise<string> {
  const server = createServer(({ url = "" }, response) => {
    const file = files[url];
    response.setHeader("Content-Type", file === undefined ? "text/html" : "application/json");
    response.end(file === undefined ? "<!doctype html>" : typeof file === "string" ? file : JSON.stringify(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

/** The folder of a site that was just built with one version. */
async function builtSite(version: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "gatehouse-site-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(path.join(folder, "embed", version), { recursive: true });
  await writeFile(path.join(folder, "embed/versions.json"), JSON.stringify([version]));
  return folder;
}

describe("a deployment", () => {
  it("keeps the versions that websites may have pinned", async ({ expect }) => {
    const site = await deployedSite({
      "/embed/versions.json": ["2", "1"],
      "/embed/1/integrity.json": release({ "embed.js": "one()" }),
      "/embed/1/embed.js": "one()",
      "/embed/2/integrity.json": release({ "embed.js": "two()" }),
      "/embed/2/embed.js": "two()",
    });
    const folder = await builtSite("2");
    expect(await keepPinnedElements(site, folder)).toEqual(["2", "1"]);
    expect(await readFile(path.join(folder, "embed/1/embed.js"), "utf8")).toBe("one()");
    expect(await readdir(path.join(folder, "embed/1"))).toEqual(["embed.js", "integrity.json"]);
    expect(JSON.parse(await readFile(path.join(folder, "embed/versions.json"), "utf8"))).toEqual(["2", "1"]);
  });

  it("has nothing to keep the first time", async ({ expect }) => {
    expect(await keepPinnedElements(await deployedSite({}), await builtSite("1"))).toEqual(["1"]);
    // The domain of the site is added to the Pages project, which this deployment makes.
    expect(await keepPinnedElements("https://login.invalid", await builtSite("1"))).toEqual(["1"]);
  });

  it("stops at a file that is not the one of its version", async ({ expect }) => {
    // Attack: who has changed the deployed site makes the next deployment carry the change on.
    const site = await deployedSite({
      "/embed/versions.json": ["1"],
      "/embed/1/integrity.json": release({ "embed.js": "one()" }),
      "/embed/1/embed.js": "changed()",
    });
    await expect(keepPinnedElements(site, await builtSite("2"))).rejects.toThrow("is not the file of its version");
  });

  it("stops at a name that leaves the folder", async ({ expect }) => {
    // Attack: a site that was taken over writes into the files of who deploys.
    const site = await deployedSite({
      "/embed/versions.json": ["../1", "1"],
      "/embed/1/integrity.json": release({ "../../../evil.js": "evil()" }),
    });
    await expect(keepPinnedElements(site, await builtSite("2"))).rejects.toThrow("is not the file of its version");
  });
});
