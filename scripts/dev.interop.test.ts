import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  afterEach,
  beforeEach,
  describe,
  type ExpectStatic,
  inject,
  it,
  onTestFinished,
  type TestContext,
  vi,
} from "vitest";
import { startApi } from "./dev/api";
import { readLocalSecrets } from "./dev/local-secrets";
import { isFree } from "./dev/ports";
import { DEFAULT_PORTS, type PortName } from "./dev/settings";
import { REPOSITORY } from "./platform/wrangler";
import { newAddress, PASSWORD } from "./testing/accounts";
import { findFreePorts } from "./testing/free-ports";
import { internalClientApp, signUp } from "./testing/official-client";
import { changeStoredData, readStoredData } from "./testing/stored-data";

let dataDir: string;
let ports: Record<PortName, number>;
const started: { child: ChildProcess; exited: Promise<unknown> }[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "gatehouse-dev-"));
  await cp(inject("migratedData"), dataDir, { recursive: true });
  const names = Object.keys(DEFAULT_PORTS) as PortName[];
  const free = await findFreePorts(names.length);
  ports = Object.fromEntries(names.map((name, index) => [name, free[index]])) as Record<PortName, number>;
});

afterEach(async () => {
  for (const { child, exited } of started.splice(0)) {
    child.kill("SIGTERM");
    await exited;
  }
  await rm(dataDir, { recursive: true, force: true });
});

const DEV = [process.execPath, "--import", import.meta.resolve("tsx"), path.join(REPOSITORY, "scripts/dev.ts")];

/** Runs `npm run dev`'s script, or another command that starts it, until it is ready or ends. */
async function runDev(vars: Record<string, string> = {}, { cwd = REPOSITORY, command = DEV } = {}) {
  const env = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]));
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env, DATA_DIR: dataDir, ...vars },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const exited = once(child, "exit").then(([code]) => code as number | null);
  started.push({ child, exited });
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output += chunk;
        if (/^ready$/m.test(output)) resolve();
      });
    }
  });
  await Promise.race([ready, exited]);
  return {
    output: () => output,
    exited,
    stop(signal: NodeJS.Signals) {
      child.kill(signal);
      return exited;
    },
  };
}

/** Running processes whose command line names our data folder: only the API's. */
function processesOfThisRun(): string[] {
  return execFileSync("ps", ["-A", "-ww", "-o", "args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(dataDir));
}

/** Resolves when none of the ports is in use any more. */
function whenPortsAreFree(expect: ExpectStatic) {
  return vi.waitFor(
    async () => {
      for (const [name, port] of Object.entries(ports)) expect(await isFree(port), name).toBe(true);
    },
    { timeout: 30_000, interval: 100 },
  );
}

const statusOf = (url: string) => fetch(url, { headers: { Accept: "text/html" } }).then(({ status }) => status);

/** Stores a code that expired long ago, for the scheduled tasks to delete, and one that they leave. */
function storeCodes(): void {
  const now = Date.now();
  changeStoredData(
    { dataDir },
    "insert into projects (project_id, display_name, created_at) values ('p', 'Project', ?)",
    now,
  );
  changeStoredData(
    { dataDir },
    `insert into verification_codes (project_id, id, kind, code_hash, nonce_hash, payload, created_at, expires_at)
     values ('p', 'expired', 'sign_in', '', '', '{}', 0, 0), ('p', 'live', 'sign_in', '-', '', '{}', ?1, ?1)`,
    now,
  );
}

// A start takes half a minute of two slow processors, which other tests share.
describe("npm run dev", { timeout: 300_000 }, () => {
  it("says what it does, prints one table of addresses, then ready, and every address responds", async ({ expect }) => {
    // As in a fresh clone: there is no data yet.
    await rm(dataDir, { recursive: true });
    const dev = await runDev();
    const table = [
      `Site and dashboard  http://localhost:${ports.WEB_PORT}`,
      `API                 http://localhost:${ports.API_PORT}`,
      `API reference       http://localhost:${ports.API_PORT}/api/v1/docs`,
      `Mailbox             http://localhost:${ports.MAIL_UI_PORT}`,
      `Mailbox by SMTP     127.0.0.1:${ports.MAIL_PORT}, with any user name and password`,
      `Identity provider   http://localhost:${ports.IDP_PORT}`,
      `Local data          ${dataDir}`,
    ];
    const stages = [
      "Gatehouse is starting, which takes up to a minute.\n",
      "Building what the API serves.\n",
      "Migrating the local databases.\n",
      "Starting the API.\n",
      "Starting the site.\n",
    ];
    expect(dev.output()).toBe(`${stages.join("")}\n${table.map((row) => `  ${row}\n`).join("")}\nready\n`);
    expect(await statusOf(`http://localhost:${ports.API_PORT}/`)).toBe(200);
    expect(await statusOf(`http://localhost:${ports.API_PORT}/health`)).toBe(200);
    expect(await statusOf(`http://localhost:${ports.MAIL_UI_PORT}/`)).toBe(200);
    expect(await statusOf(`http://localhost:${ports.IDP_PORT}/`)).toBe(200);
    expect(await statusOf(`http://localhost:${ports.IDP_PORT}/.well-known/openid-configuration`)).toBe(200);
    for (const address of ["/", "/handler/sign-in", "/projects/some-project", "/purchase/some-code"]) {
      expect(await statusOf(`http://localhost:${ports.WEB_PORT}${address}`), address).toBe(200);
    }
  });

  it("runs the scheduled tasks, stops on SIGINT, SIGTERM and SIGHUP with exit code 0, and keeps its data", async ({
    expect,
  }) => {
    storeCodes();
    const email = newAddress("owner");
    const secrets = await readLocalSecrets(path.join(REPOSITORY, ".dev.vars"));
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      const dev = await runDev();
      const app = internalClientApp({ apiUrl: `http://localhost:${ports.API_PORT}`, secrets });
      if (signal === "SIGINT") {
        await signUp(app, email, `http://localhost:${ports.WEB_PORT}/handler/sign-in`);
        await vi.waitFor(
          () =>
            expect(readStoredData({ dataDir }, "select id from verification_codes where project_id = 'p'")).toEqual([
              { id: "live" },
            ]),
          30_000,
        );
      } else {
        expect(await app.signInWithCredential({ email, password: PASSWORD })).toMatchObject({ status: "ok" });
      }
      expect(await app.getUser()).toMatchObject({ primaryEmail: email });
      expect(processesOfThisRun()).not.toEqual([]);
      expect(await dev.stop(signal), signal).toBe(0);
      expect(processesOfThisRun(), signal).toEqual([]);
      for (const port of Object.values(ports)) {
        await expect(fetch(`http://127.0.0.1:${port}/`), `port ${port} after ${signal}`).rejects.toThrow(
          "fetch failed",
        );
      }
    }
  });

  it("ends everything that it started when it is killed, and when npm is", async ({ expect }) => {
    for (const command of [DEV, ["npm", "run", "dev"]]) {
      const dev = await runDev({}, { command });
      expect(processesOfThisRun(), command[0]).not.toEqual([]);
      await dev.stop("SIGKILL");
      await whenPortsAreFree(expect);
      await vi.waitFor(() => expect(processesOfThisRun()).toEqual([]), 30_000);
    }
  });

  it("takes variables from the environment, then from .dev.vars, then their defaults", async ({ expect }) => {
    const keys = {
      INTERNAL_PUBLISHABLE_CLIENT_KEY: "publishable key of another form",
      INTERNAL_SECRET_SERVER_KEY: "server key",
      INTERNAL_SUPER_SECRET_ADMIN_KEY: "admin key",
    };
    const cwd = await mkdtemp(path.join(tmpdir(), "gatehouse-cwd-"));
    onTestFinished(() => rm(cwd, { recursive: true }));
    const file = {
      SERVER_SECRET: "a-server-secret-of-a-test-0123456789",
      ...keys,
      INTERNAL_SECRET_SERVER_KEY: "overridden",
      MAIL_FROM: "file@example.com",
      ACCESS_TOKEN_SECONDS: "1200",
      TRACE: "0",
      RATE_LIMIT: "on",
    };
    await writeFile(
      path.join(cwd, ".dev.vars"),
      Object.entries(file)
        .map(([name, value]) => `${name}="${value}"\n`)
        .join(""),
    );
    const dev = await runDev(
      {
        INTERNAL_SECRET_SERVER_KEY: keys.INTERNAL_SECRET_SERVER_KEY,
        ACCESS_TOKEN_SECONDS: "90",
        RATE_LIMITS: "on",
        SHARED_OAUTH_GOGLE_CLIENT_ID: "id",
      },
      { cwd },
    );
    expect(dev.output().split("\n").slice(0, 2)).toEqual([
      "RATE_LIMIT in .dev.vars is not a variable of Gatehouse; the nearest is RATE_LIMITS.",
      "SHARED_OAUTH_GOGLE_CLIENT_ID in the environment is not a variable of Gatehouse; the nearest is SHARED_OAUTH_GOOGLE_CLIENT_ID.",
    ]);

    const send = (method: string, address: string, tier: "client" | "server" | "admin", key: string, body?: object) =>
      fetch(`http://localhost:${ports.API_PORT}/api/v1${address}`, {
        method,
        headers: {
          "Content-Type": "application/json",
          "X-Stack-Project-Id": "internal",
          "X-Stack-Access-Type": tier,
          [`X-Stack-${{ client: "Publishable-Client", server: "Secret-Server", admin: "Super-Secret-Admin" }[tier]}-Key`]:
            key,
        },
        ...(body && { body: JSON.stringify(body) }),
      });
    const response = await send("POST", "/auth/password/sign-up", "client", keys.INTERNAL_PUBLISHABLE_CLIENT_KEY, {
      email: newAddress("owner"),
      password: PASSWORD,
      verification_callback_url: `http://localhost:${ports.WEB_PORT}/handler/email-verification`,
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("Server-Timing")).toBeNull();
    const { access_token } = await response.json();
    const { iat, exp } = JSON.parse(Buffer.from(access_token.split(".")[1], "base64url").toString());
    expect(exp - iat).toBe(90);
    await vi.waitFor(async () => {
      const emails = await fetch(`http://localhost:${ports.MAIL_UI_PORT}/api/mails`).then((emails) => emails.json());
      expect(emails).toMatchObject([{ from: "Gatehouse <file@example.com>" }]);
    }, 30_000);

    expect((await send("GET", "/users", "server", keys.INTERNAL_SECRET_SERVER_KEY)).status).toBe(200);
    expect((await send("GET", "/users", "server", "overridden")).status).toBe(401);
    expect(
      (await send("GET", "/internal/projects/current", "admin", keys.INTERNAL_SUPER_SECRET_ADMIN_KEY)).status,
    ).toBe(200);
  });

  it("names a variable that the Worker cannot use, with exit code 1", async ({ expect }) => {
    const dev = await runDev({ ACCESS_TOKEN_SECONDS: "soon" });
    expect(await dev.exited).toBe(1);
    expect(dev.output()).toMatch(/^The Worker is not configured: ACCESS_TOKEN_SECONDS \(.*\)\n$/);
  });

  it("names a busy port and the variable that moves it, with exit code 1", async ({ expect }) => {
    const squatter = createServer().listen(ports.MAIL_PORT, "127.0.0.1");
    await once(squatter, "listening");
    const dev = await runDev();
    squatter.close();
    expect(await dev.exited).toBe(1);
    expect(dev.output()).toBe(
      `Port ${ports.MAIL_PORT} (MAIL_PORT) cannot be used: another program listens there. ` +
        "Stop that program, or set the variable in brackets to another port.\n",
    );
  });

  it("leaves its mailbox and identity provider off when others are given", async ({ expect }) => {
    const dev = await runDev({
      SMTP_URL: "smtp://someone:hidden@mail.example:587",
      SHARED_OAUTH_ISSUER: "https://issuer.example",
    });
    expect(dev.output()).toContain("Mailbox             smtp://someone:***@mail.example:587\n");
    expect(dev.output()).not.toContain("Mailbox by SMTP");
    expect(dev.output()).toContain("Identity provider   https://issuer.example\n");
    await expect(fetch(`http://127.0.0.1:${ports.MAIL_UI_PORT}/`)).rejects.toThrow("fetch failed");
    await expect(fetch(`http://127.0.0.1:${ports.IDP_PORT}/`)).rejects.toThrow("fetch failed");
  });

  it("refuses a port that is none, naming the variable", async ({ expect }) => {
    const dev = await runDev({ WEB_PORT: "web" });
    expect(await dev.exited).toBe(1);
    expect(dev.output()).toBe('WEB_PORT must be a port number from 1 to 65535, not "web".\n');
  });
});

describe("startApi", () => {
  /** An API on data of its own. */
  const start = async (onTestFinished: TestContext["onTestFinished"], vars: Record<string, string>) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), "gatehouse-api-"));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    await cp(inject("migratedData"), dataDir, { recursive: true });
    const [port = 0] = await findFreePorts(1);
    const url = `http://127.0.0.1:${port}`;
    const secrets = await readLocalSecrets(path.join(dataDir, ".dev.vars"));
    const common = { API_URL: url, MAIL_FROM: "noreply@gatehouse.localhost", SMTP_URL: "smtp://127.0.0.1:1" };
    const api = await startApi({ port, dataDir, vars: { ...secrets, ...common, ...vars } });
    onTestFinished(() => api.stop());
    return { api, url };
  };

  it("passes a value that ends in a backslash to the Worker, and the one that follows", async ({
    expect,
    onTestFinished,
  }) => {
    const { url } = await start(onTestFinished, {
      WEB_URL: "https://site.example/$HOME\\",
      // Where the quote of the line above did not end, the rest of this one is a comment.
      AI_MODEL: "#1",
    });
    const response = await fetch(`${url}/api/v1/no-such-path`);
    expect(await response.text()).toContain("the dashboard at https://site.example/$HOME\\.");
  });

  it("passes quotes, dollars and spaces to the Worker, which mean something in env files", async ({
    expect,
    onTestFinished,
  }) => {
    const odd = `https://site.example/it's "50 $HOME" #1`;
    const { url } = await start(onTestFinished, { WEB_URL: odd });
    expect(await (await fetch(`${url}/api/v1/no-such-path`)).text()).toContain(odd);
  });

  it("prints the log of requests with REQUEST_LOG=on", async ({ expect, onTestFinished }) => {
    const { api, url } = await start(onTestFinished, { WEB_URL: "https://site.example", REQUEST_LOG: "on" });
    await fetch(`${url}/api/v1/users/me`, { headers: { "x-stack-project-id": "internal" } });
    await expect
      .poll(() => api.output(), { timeout: 10_000 })
      .toMatch(
        /^\{"message":"request","request_id":"\w+","project_id":null,"endpoint":"GET \/users\/me","status":400,/m,
      );
  });

  it("refuses a value that no env file can represent, by its name", async ({ expect, onTestFinished }) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), "gatehouse-api-"));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    for (const WEB_URL of ["'`\"", "#1\\", " 1\\", "'1\\"]) {
      await expect(startApi({ port: 1, dataDir, vars: { WEB_URL } })).rejects.toThrow(
        "WEB_URL contains what no env file",
      );
    }
  });
});
