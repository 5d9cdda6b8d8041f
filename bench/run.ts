// This script measures the product beside its peer and the floor of its platform, each in its own workerd, on one machine.
// `npm run bench` prints the tables and writes them to docs/performance.md and docs/cost.md.
// `npm run bench -- --quick` takes two minutes and writes nothing.
// `npm run bench -- --neighbours` takes four minutes and measures what one project notices of another one that floods. With a
// part of a flood's name behind it, it measures that flood alone, and writes nothing.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { cpus, tmpdir, totalmem } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { REPOSITORY } from "../scripts/platform/wrangler";
import { runScript } from "../scripts/run-script";
import { betterAuth } from "./better-auth";
import { costReport } from "./cost";
import { gatehouse } from "./gatehouse";
import { endConnections, send } from "./measure";
import { measureNeighbours } from "./neighbours";
import { writeReport } from "./report";
import { measureSideBySide } from "./side-by-side";
import { password, type Subject } from "./subject";
import { countTable, loadTable, type Measured, ratioTable, startTable } from "./table";
import { BENCH, type Bundle, bundle } from "./workerd";

const get = (url: string) => () => ({ method: "GET" as const, path: url, headers: {}, status: 200 });

/**
 * No implementation on these parts can go below this. It has the bindings of Gatehouse, as what stands in for them locally starts
 * with the Worker and in the same process.
 */
const floors: Subject = {
  source: { name: "floor", folder: REPOSITORY, main: path.join(BENCH, "workers/floors/index.ts"), vars: {} },
  async prepare({ port }) {
    await send(port, { method: "POST", path: "/migrate", headers: {}, status: 200 });
  },
  seed: () => [],
  async requests() {
    return {
      health: get("/empty"),
      read: get("/read"),
      batch: get("/batch"),
      hash: () => ({
        method: "POST",
        path: "/hash",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ password }),
        status: 200,
      }),
    };
  },
};

const isQuick = process.argv.includes("--quick");
const sizes = isQuick ? [1_000, 20_000] : [1_000, 100_000, 1_000_000];
const effort = isQuick ? { seconds: 0.5, rounds: 1 } : { seconds: 2, rounds: 3 };
const subjects: readonly Subject[] = [floors, gatehouse, betterAuth];

await runScript(async () => {
  const place = process.argv.indexOf("--neighbours");
  if (place > 0) {
    const part = process.argv[place + 1];
    const neighbours = await measureNeighbours(part);
    console.log(neighbours);
    if (part !== undefined) return;
    return writeReport("docs/performance.md", "neighbours", `${await machineAndVersions()}\n\n${neighbours}`);
  }
  await installPeer();
  const tempDir = await mkdtemp(path.join(tmpdir(), "gatehouse-bench-"));
  try {
    const bundles = new Map<Subject, Bundle>();
    for (const subject of subjects) bundles.set(subject, await bundle(subject.source, tempDir));
    const measured: Measured[] = [];
    for (const users of sizes) {
      for (const result of await measureSideBySide(bundles, { users, tempDir, ...effort })) measured.push(result);
    }
    const report = [
      `## Start and size\n\n${startTable(measured)}`,
      ...sizes.map((users) => {
        const ofSize = measured.filter((result) => result.users === users);
        const title = `${users.toLocaleString("en")} users`;
        return `## ${title}\n\n${countTable(ofSize)}\n\n${loadTable(ofSize)}\n\n${ratioTable(ofSize)}`;
      }),
    ].join("\n\n");
    const cost = costReport(measured.filter(({ users }) => users === sizes.at(-1)));
    console.log(`${report}\n\n${cost}`);
    if (isQuick) return;
    const head = await machineAndVersions();
    await writeReport("docs/performance.md", "bench", `${head}\n\n${report}`);
    await writeReport("docs/cost.md", "bench", `${head}\n\n${cost}`);
  } finally {
    endConnections();
    await rm(tempDir, { recursive: true, force: true });
  }
});

/** Installs the peer, whose version `bench/package.json` pins, unless it is there. */
async function installPeer(): Promise<void> {
  const { dependencies } = JSON.parse(await readFile(path.join(BENCH, "package.json"), "utf8"));
  const installed = path.join(BENCH, "node_modules/better-auth/package.json");
  const version = existsSync(installed) ? JSON.parse(await readFile(installed, "utf8")).version : undefined;
  if (version !== dependencies["better-auth"]) await promisify(execFile)("npm", ["ci"], { cwd: BENCH });
}

/** The machine and versions that a report is of. */
async function machineAndVersions(): Promise<string> {
  const { dependencies } = JSON.parse(await readFile(path.join(BENCH, "package.json"), "utf8"));
  const machine = `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${process.arch}`;
  const versions = `Better Auth ${dependencies["better-auth"]}, Node ${process.version}`;
  return `${machine}; ${versions}; ${new Date().toISOString().slice(0, 10)}.`;
}
