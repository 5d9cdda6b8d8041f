import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { REPOSITORY } from "./dev/wrangler";
import { runTool } from "./run-tool";
import { countTests, formatCount, type TestCount, type TestReport } from "./test/count-tests";

const PROJECTS = ["worker", "web", "interop", "browser"];
const REPORTS = path.join(REPOSITORY, "dist/test-reports");

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });

const failed: string[] = [];
for (const stage of ["check", "build"]) {
  if (!runTool(process.execPath, ["--import", "tsx", `scripts/${stage}.ts`])) failed.push(stage);
}

const total: TestCount = { passed: 0, failed: 0, skipped: 0 };
for (const project of PROJECTS) {
  const file = path.join(REPORTS, `${project}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  if (!runTool("vitest", ["run", "--project", project, ...reporters])) failed.push(`${project} tests`);
  const count = existsSync(file) ? countTests(JSON.parse(readFileSync(file, "utf8")) as TestReport) : { failed: 1 };
  for (const [outcome, number] of Object.entries(count)) total[outcome as keyof TestCount] += number;
}

if (failed.length > 0) {
  console.error(`Failed: ${failed.join(", ")}.`);
  process.exitCode = 1;
}
console.log(formatCount(total));
