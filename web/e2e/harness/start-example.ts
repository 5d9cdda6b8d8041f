import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { startProcessGroup } from "../../../scripts/dev/process-group";
import { REPOSITORY } from "../../../scripts/platform/wrangler";
import { findFreePorts } from "../../../scripts/testing/free-ports";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import type { startProject } from "../../kit/testing/project-under-test";

const run = promisify(execFile);

/** A new folder with these files, and with the kit and these packages installed, for one test. */
export async function freshApp(files: Record<string, string>, packages: string[], kit = linkKit): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "gatehouse-app-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFiles(folder, { "package.json": '{ "private": true, "type": "module" }', ...files });
  for (const name of packages) await linkPackage(folder, name, path.join(REPOSITORY, "node_modules", name));
  await kit(folder);
  return folder;
}

/** Installs the built kit as `npm install ../gatehouse/dist/kit` does. */
function linkKit(folder: string): Promise<void> {
  return linkPackage(folder, "@gatehouse/kit", path.join(REPOSITORY, "dist/kit"));
}

/** Installs the kit from its archive, as from a registry, beside the packages that it depends on. */
export async function unpackKit(folder: string, archive: string): Promise<void> {
  const target = path.join(folder, "node_modules/@gatehouse/kit");
  await mkdir(target, { recursive: true });
  await run("tar", ["-xzf", archive, "-C", target, "--strip-components=1"]);
  const { dependencies } = JSON.parse(await readFile(path.join(target, "package.json"), "utf8"));
  for (const name of Object.keys(dependencies))
    await linkPackage(folder, name, path.join(REPOSITORY, "node_modules", name));
}

/** Returns what `tsc` prints about the project in this folder: nothing when it finds no errors. */
export function typeErrors(folder: string): Promise<string> {
  const compiler = path.join(REPOSITORY, "node_modules/typescript/bin/tsc");
  return complaints(process.execPath, [compiler, "--pretty", "false", "--incremental", "false"], folder);
}

/** Returns what a command prints when it fails: nothing when it passes. */
export async function complaints(command: string, args: string[], cwd = REPOSITORY): Promise<string> {
  try {
    // Asynchronously: the mailbox and the servers of a test run in this process, too.
    await run(command, args, { cwd });
    return "";
  } catch (error) {
    const { stdout, message } = error as { stdout: string; message: string };
    return stdout || message;
  }
}

async function writeFiles(folder: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
}

async function linkPackage(folder: string, name: string, target: string): Promise<void> {
  const link = path.join(folder, "node_modules", name);
  await mkdir(path.dirname(link), { recursive: true });
  await symlink(target, link, "junction");
}

/** An example of `docs/examples`, as `npm run example -- <name>` starts it. */
interface RunningExample {
  readonly url: string;
  /** Is the folder of its files. */
  readonly folder: string;
  /** Returns what it has printed lately. */
  output(): string;
  /** Settles when it has ended, with the reason in words. */
  readonly exited: Promise<string>;
}

/** The instance and the project that an example belongs to. */
interface ExampleProject {
  readonly gatehouse: Gatehouse;
  readonly project: {
    readonly options: { readonly projectId: string };
    readonly keys: { readonly publishableClientKey: string; readonly secretServerKey: string };
  };
}

/** Runs an example for one test, with the variables that its README names. */
export async function runExample(
  suite: ExampleProject,
  name: string,
  { args = [], variables = {} }: { args?: string[]; variables?: Record<string, string> } = {},
): Promise<RunningExample> {
  const { options, keys } = suite.project;
  const [port = 0] = await findFreePorts(1);
  const example = startProcessGroup(
    path.join(REPOSITORY, "node_modules/tsx/dist/cli.mjs"),
    [path.join(REPOSITORY, "scripts/example.ts"), name, ...args],
    {
      env: {
        ...process.env,
        PORT: String(port),
        GATEHOUSE_API_URL: suite.gatehouse.apiUrl,
        GATEHOUSE_PROJECT_ID: options.projectId,
        GATEHOUSE_PUBLISHABLE_CLIENT_KEY: keys.publishableClientKey,
        GATEHOUSE_SECRET_SERVER_KEY: keys.secretServerKey,
        ...variables,
      },
    },
  );
  onTestFinished(() => example.stop());
  const folder = path.join(REPOSITORY, "docs/examples", name);
  return { url: `http://localhost:${port}`, folder, output: example.output, exited: example.exited };
}

/** Starts an example that serves HTTP, and waits until it does. */
export async function startExample(...args: Parameters<typeof runExample>): Promise<RunningExample> {
  const example = await runExample(...args);
  let ended: string | undefined;
  void example.exited.then((reason) => {
    ended = reason;
  });
  while (ended === undefined) {
    const response = await fetch(example.url).catch(() => null);
    await response?.body?.cancel();
    if (response?.ok) return example;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The example ended with ${ended}:\n${example.output()}`);
}

const NEXT = path.join(REPOSITORY, "node_modules/next/dist/bin/next");
const FOLDER = path.join(REPOSITORY, "docs/examples/next");

type Suite = ReturnType<typeof startProject>;

function environment({ project, gatehouse }: Suite, variables: Record<string, string> = {}): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    GATEHOUSE_API_URL: gatehouse.apiUrl,
    GATEHOUSE_SITE_URL: gatehouse.webUrl,
    GATEHOUSE_PROJECT_ID: project.options.projectId,
    GATEHOUSE_PUBLISHABLE_CLIENT_KEY: project.keys.publishableClientKey,
    GATEHOUSE_SECRET_SERVER_KEY: project.keys.secretServerKey,
    ...variables,
  };
}

/** `next build` of the example, whose output does not depend on how users sign in. Returns what it has printed. */
export async function buildNextExample(suite: Suite): Promise<string> {
  const link = path.join(FOLDER, "../node_modules/@gatehouse/kit");
  await mkdir(path.dirname(link), { recursive: true });
  if (!existsSync(link)) await symlink(path.join(REPOSITORY, "dist/kit"), link, "junction");
  const { stdout } = await promisify(execFile)(process.execPath, [NEXT, "build", FOLDER], { env: environment(suite) });
  return stdout;
}

/** `next start` of the built example, at its own host: cookies know no ports. */
export async function startNextExample(suite: Suite, variables?: Record<string, string>) {
  const [port = 0] = await findFreePorts(1);
  const args = ["start", FOLDER, "--port", String(port)];
  const { stop, output, exited } = startProcessGroup(NEXT, args, { env: environment(suite, variables) });
  const url = `http://next.localhost:${port}`;
  let ended: string | undefined;
  void exited.then((reason) => {
    ended = reason;
  });
  while (ended === undefined) {
    // Node, unlike browsers, does not know that every name below localhost is this machine.
    const response = await fetch(`http://localhost:${port}/api/me`).catch(() => null);
    await response?.body?.cancel();
    if (response) return { url, localUrl: `http://localhost:${port}`, stop, output };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`next start ended with ${ended}:\n${output()}`);
}

/** Stands between a website's server and the API for one test, and notes what passes. */
export async function recordedApi(apiUrl: string) {
  const received: { path: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(async (request, response) => {
    const { url: path = "", method = "GET", headers } = request;
    received.push({ path, headers });
    const { host: _host, connection: _connection, "content-length": _length, ...passed } = headers;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined;
    const reply = await fetch(apiUrl + path, {
      method,
      headers: passed as Record<string, string>,
      ...(body && { body }),
    });
    const text = await reply.text();
    const kept = [...reply.headers].filter(
      ([name]) => !/^(content-(length|encoding)|transfer-encoding|connection)$/.test(name),
    );
    response.writeHead(reply.status, Object.fromEntries(kept)).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, received };
}
