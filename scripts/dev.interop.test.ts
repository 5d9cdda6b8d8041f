import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, inject, it, vi } from "vitest";
import { readLocalSecrets } from "./dev/local-secrets";
import { DEFAULT_PORTS, type PortName } from "./dev/settings";
import { REPOSITORY } from "./dev/wrangler";
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

/** Runs `npm run dev`'s script until it is ready or ends. */
async function runDev(vars: Record<string, string> = {}) {
  const env = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]));
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/dev.ts"], {
    cwd: REPOSITORY,
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

describe("npm run dev", () => {
  it("prints one table of addresses, then ready, and every address responds", async ({ expect }) => {
    // As in a fresh clone: there is no data yet.
    await rm(dataDir, { recursive: true });
    const dev = await runDev();
    const table = [
      `Site and dashboard  http://localhost:${ports.WEB_PORT}`,
      `API                 http://localhost:${ports.API_PORT}`,
      `API reference       http://localhost:${ports.API_PORT}/api/v1/docs`,
      `Mailbox             http://localhost:${ports.MAIL_UI_PORT}`,
      `Identity provider   http://localhost:${ports.IDP_PORT}`,
      `Local data          ${dataDir}`,
    ];
    expect(dev.output()).toBe(`\n${table.map((row) => `  ${row}\n`).join("")}\nready\n`);
    expect(await statusOf(`http://localhost:${ports.API_PORT}/health`)).toBe(200);
    expect(await statusOf(`http://localhost:${ports.MAIL_UI_PORT}/`)).toBe(200);
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
          10_000,
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
