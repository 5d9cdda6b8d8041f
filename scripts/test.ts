/**
 * `npm test`, the gate: checks and build beside the tests. The first step that fails ends the others, and its output is shown.
 * `npm run test:all` also runs what is exhaustive.
 */
import { spawn } from "node:child_process";
import { REPOSITORY } from "./dev/wrangler";

const env = {
  ...process.env,
  TEST_SCOPE: process.argv.includes("--all") ? "all" : "gate",
  GATE_STARTED_AT: String(Date.now()),
};
const running = new Set<AbortController>();
let hasFailed = false;

/** Runs a script of package.json. Its output is shown at once, or when it has failed. */
async function run(script: string, { isShown = false } = {}): Promise<void> {
  if (hasFailed) return;
  const startedAt = Date.now();
  const stopped = new AbortController();
  running.add(stopped);
  const output: string[] = [];
  const child = spawn("npm", ["run", "--silent", script], {
    cwd: REPOSITORY,
    env,
    stdio: isShown ? "inherit" : ["ignore", "pipe", "pipe"],
    signal: stopped.signal,
    killSignal: "SIGTERM",
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => output.push(String(chunk)));
  const code = await new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(null));
    child.once("exit", resolve);
  });
  running.delete(stopped);
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  if (code === 0) return console.log(`${script}: passed in ${seconds} s`);
  if (hasFailed) return;
  hasFailed = true;
  process.exitCode = 1;
  console.error(`${output.join("")}\n${script}: failed after ${seconds} s`);
  for (const other of running) other.abort();
}

/** The quickest first, so that a mistake is told as soon as it can be. */
const checks = ["check:format", "check:unused", "check:generated", "check:imports", "check:types", "build"];

await Promise.all([
  (async () => {
    for (const check of checks) await run(check);
  })(),
  // What the tests need they build themselves.
  run("vitest", { isShown: true }),
]);
