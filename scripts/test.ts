import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { REPOSITORY } from "./dev/wrangler";
import { runTool, runToolBeside } from "./run-tool";
import { countTests, formatCount, type TestCount, type TestReport } from "./test/count-tests";

const REPORTS = path.join(REPOSITORY, "dist/test-reports");

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });

const failed: string[] = [];
const total: TestCount = { passed: 0, failed: 0, skipped: 0 };

async function runScript(name: "check" | "build"): Promise<void> {
  if (!(await runToolBeside(process.execPath, ["--import", "tsx", `scripts/${name}.ts`]))) failed.push(name);
}

async function runTests(
  project: "worker" | "web" | "interop" | "browser",
  run: typeof runTool | typeof runToolBeside,
): Promise<void> {
  const file = path.join(REPORTS, `${project}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  if (!(await run("vitest", ["run", "--project", project, ...reporters]))) failed.push(`${project} tests`);
  const count = existsSync(file) ? countTests(JSON.parse(readFileSync(file, "utf8")) as TestReport) : { failed: 1 };
  for (const [outcome, number] of Object.entries(count)) total[outcome as keyof TestCount] += number;
}

async function runFastParts(): Promise<void> {
  await runScript("check");
  await runScript("build");
  await runTests("web", runToolBeside);
}

// Beside each other, because either leaves a processor idle at times; what follows needs them all.
await Promise.all([runTests("worker", runToolBeside), runFastParts()]);
await runTests("interop", runTool);
await runTests("browser", runTool);

if (failed.length > 0) {
  console.error(`Failed: ${failed.join(", ")}.`);
  process.exitCode = 1;
}
console.log(formatCount(total));
