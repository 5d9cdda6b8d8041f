/** `npm test`, the gate: checks and build beside the tests. `npm run test:all` also runs what is exhaustive. */
import { ensureAssets } from "./build/assets";
import { REPOSITORY } from "./platform/wrangler";
import { runScripts } from "./testing/run-scripts";

const env = {
  ...process.env,
  TEST_SCOPE: process.argv.includes("--all") ? "all" : "gate",
  GATE_STARTED_AT: String(Date.now()),
};

/** The quickest first, so that a mistake is told as soon as it can be. */
const checks = [
  "check:format",
  "check:unused",
  "check:generated",
  "check:imports",
  "check:words",
  "check:types",
  "build",
];
// What else the tests need they build themselves.
const tests = [{ name: "vitest", isShown: true }];

// Checks and tests beside each other would both make them.
await ensureAssets();
if (!(await runScripts([checks.map((name) => ({ name })), tests], { cwd: REPOSITORY, env }))) process.exitCode = 1;
