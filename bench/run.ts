// The product beside its peer and beside the floor of its platform, each in a workerd of its own, on one machine.
// `npm run bench` prints the tables and writes them to docs/performance.md and docs/cost.md; `npm run bench -- --quick` takes two minutes and writes nothing.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { cpus, tmpdir, totalmem } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { runScript } from "../scripts/run-script";
import { betterAuth } from "./better-auth";
import { costReport } from "./cost";
import { floors } from "./floors";
import { gatehouse } from "./gatehouse";
import { countsOf, endConnections, type Load, load, memoryOf, send } from "./measure";
import { writeReport } from "./report";
import { addUsers } from "./seed";
import { type Requests, type Subject, type Workload, workloads } from "./subject";
import { countTable, loadTable, type Measured, ratioTable, startTable } from "./table";
import { BENCH, type Bundle, bundle, type RunningWorker, start } from "./workerd";

const isQuick = process.argv.includes("--quick");
const sizes = isQuick ? [1_000, 20_000] : [1_000, 100_000, 1_000_000];
const seconds = isQuick ? 0.5 : 2;
/** Interleaved, so that what else the machine does meanwhile falls on all of them. */
const rounds = isQuick ? 1 : 3;
const atOnce = 8;
/** Of sign-ins, whose hashes take memory: before it is read, and before other loads, which let the heap grow. */
const mostAtOnce = 64;
const subjects: readonly Subject[] = [floors, gatehouse, betterAuth];

await runScript(async () => {
  await installPeer();
  const tempDir = await mkdtemp(path.join(tmpdir(), "gatehouse-bench-"));
  try {
    const bundles = new Map<Subject, Bundle>();
    for (const subject of subjects) bundles.set(subject, await bundle(subject.source, tempDir));
    const measured: Measured[] = [];
    for (const users of sizes) {
      for (const result of await measure(bundles, users, tempDir)) measured.push(result);
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

/** What each subject does with a number of users in its database. */
async function measure(bundles: ReadonlyMap<Subject, Bundle>, users: number, tempDir: string): Promise<Measured[]> {
  const running: { subject: Subject; worker: RunningWorker; requests: Requests; result: Measured }[] = [];
  try {
    for (const [subject, built] of bundles) {
      const dataDir = await mkdtemp(path.join(tempDir, "data-"));
      const empty = await start(built, dataDir);
      await subject.prepare(empty).finally(empty.stop);
      const bytesPerUser = addUsers(dataDir, subject.seed(users)) / users;
      const worker = await start(built, dataDir);
      const requests = await subject.requests(worker, users);
      const { signIn } = requests;
      if (signIn) await Promise.all(Array.from({ length: mostAtOnce }, () => send(worker.port, signIn())));
      const { startMillis, startCpu } = worker;
      const { name } = subject.source;
      const result: Measured = {
        name,
        users,
        bytesPerUser,
        size: built.size,
        startMillis,
        startCpu,
        memory: memoryOf(worker.pid),
        counts: {},
        loads: {},
      };
      running.push({ subject, worker, requests, result });
    }
    for (const workload of Object.keys(workloads) as Workload[]) {
      const loads = new Map<Measured, Load[]>();
      for (let round = 0; round < rounds; round++) {
        for (const { worker, requests, result } of running) {
          const next = requests[workload];
          if (!next) continue;
          // The first request of a kind loads what later ones find loaded.
          if (round === 0) await send(worker.port, next());
          if (round === 0) result.counts[workload] = countsOf(await send(worker.port, next()));
          loads.set(result, [...(loads.get(result) ?? []), await load(worker, next, { atOnce, seconds })]);
        }
      }
      for (const [result, all] of loads) result.loads[workload] = bestOf(all);
    }
    return running.map(({ result }) => result);
  } finally {
    for (const { worker } of running) await worker.stop();
  }
}

/** The round in which the machine did least else. */
function bestOf(loads: readonly Load[]): Load {
  const [best] = loads.toSorted((a, b) => b.perSecond - a.perSecond);
  if (!best) throw new Error("Nothing was measured");
  return best;
}

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
