import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { reachesOtherDatabases, testsAcrossShards } from "../../worker/testing/across-shards";
import { REPOSITORY } from "../platform/wrangler";
import { formatCount } from "./count-reporter";
import { findFreePorts } from "./free-ports";
import { type Coverage, officialClientMethods } from "./official-client-methods";
import { importedBy } from "./proven";
import { runScripts } from "./run-scripts";
import { formatTimes, isOverBudget } from "./time-reporter";

describe("the count of tests", () => {
  it("adds up all modules", ({ expect }) => {
    const counts = [
      { passed: 1, failed: 0, skipped: 0 },
      { passed: 2, failed: 1, skipped: 0 },
    ];
    expect(formatCount(counts)).toBe("3 passed, 1 failed");
  });

  it("names skipped tests only where there are some", ({ expect }) => {
    expect(formatCount([{ passed: 1, failed: 0, skipped: 2 }])).toBe("1 passed, 0 failed, 2 skipped");
  });
});

describe("the times of a run", () => {
  it("are a line for each project, with the minutes of its files in all", ({ expect }) => {
    const files = [
      { project: "worker", tests: 3, millis: 30_000 },
      { project: "browser", tests: 1, millis: 6_000 },
      { project: "worker", tests: 4, millis: 60_000 },
    ];
    expect(formatTimes(files)).toEqual([
      "worker         1.5 minutes, 2 files, 7 tests",
      "browser        0.1 minutes, 1 files, 1 tests",
    ]);
  });

  it.for([
    [12.1, { TEST_SCOPE: "gate", CI_BUDGET: "on" }, true],
    [11.9, { TEST_SCOPE: "gate", CI_BUDGET: "on" }, false],
    [60, { TEST_SCOPE: "gate" }, false],
    [60, { TEST_SCOPE: "all", CI_BUDGET: "on" }, false],
  ] as const)("%s minutes with %o are over the budget: %s", ([minutes, env, isOver], { expect }) => {
    expect(isOverBudget(minutes, env)).toBe(isOver);
  });

  it.for([
    [13, 1],
    [1, 0],
  ] as const)("of a gate that began %i minutes ago end with %i, though all tests pass", ([ago, code], { expect }) => {
    const vitest = path.join(REPOSITORY, "node_modules/vitest/vitest.mjs");
    const reporter = path.join(import.meta.dirname, "time-reporter.ts");
    const options = [`--root=${path.join(REPOSITORY, "scripts/release")}`, `--reporter=${reporter}`];
    const began = String(Date.now() - ago * 60_000);
    const { status, stderr } = spawnSync(process.execPath, [vitest, "run", ...options], {
      encoding: "utf8",
      env: { ...process.env, TEST_SCOPE: "gate", CI_BUDGET: "on", GATE_STARTED_AT: began },
    });
    expect([status, stderr.includes("minutes, and may take 12.")]).toEqual([code, code === 1]);
  });
});

/** A folder with a package.json of these scripts. */
async function packageOf(scripts: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "scripts-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ scripts }));
  return folder;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it("the first that fails ends the others with all that they have started, and is shown", async () => {
  const waits = "setInterval(() => {}, 1000)";
  const tests = `
    const { spawn } = require("node:child_process");
    const child = spawn(process.execPath, ["-e", ${JSON.stringify(waits)}]);
    require("node:fs").writeFileSync("pids", process.pid + " " + child.pid + " .");
    ${waits};`;
  const cwd = await packageOf({
    check: `until grep -q "[.]" pids 2> /dev/null; do true; done; echo what is wrong; exit 3`,
    after: "touch after",
    tests: "node tests.cjs && true",
  });
  await writeFile(path.join(cwd, "tests.cjs"), tests);
  const error = vi.spyOn(console, "error").mockReturnValue();
  const passed = await runScripts([[{ name: "check" }, { name: "after" }], [{ name: "tests" }]], {
    cwd,
    env: process.env,
  });
  expect(passed).toBe(false);
  expect(error.mock.calls.flat().join()).toMatch(/what is wrong\n\ncheck: failed after/);
  const pids = (await readFile(path.join(cwd, "pids"), "utf8")).split(" ").slice(0, 2).map(Number);
  await expect.poll(() => pids.filter(isRunning), { timeout: 20_000 }).toEqual([]);
  await expect(readFile(path.join(cwd, "after"))).rejects.toThrow("ENOENT");
});

it("says how long each took that passed", async () => {
  const log = vi.spyOn(console, "log").mockReturnValue();
  const cwd = await packageOf({ one: "true", two: "true" });
  expect(await runScripts([[{ name: "one" }, { name: "two" }]], { cwd, env: process.env })).toBe(true);
  expect(log.mock.calls.flat()).toEqual([
    expect.stringMatching(/^one: passed in [\d.]+ s$/),
    expect.stringMatching(/^two: passed/),
  ]);
});

async function importedIn(files: Record<string, string>): Promise<string[]> {
  const root = await mkdtemp(path.join(tmpdir(), "gatehouse-imported-"));
  try {
    for (const [file, contents] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(root, file)), { recursive: true });
      await writeFile(path.join(root, file), contents);
    }
    return importedBy(["web/a.test.ts"], root);
  } finally {
    await rm(root, { recursive: true });
  }
}

describe("what the tests of a group depend on", () => {
  it("is all that they import, over other files, later and by another's export, and no types", async ({ expect }) => {
    const files = {
      "web/a.test.ts": `
        import "node:fs";
        import type { T } from "./types";
        import { type Other, b } from "./folder";
        export type { U } from "./types";
        export { c } from "../scripts/c.ts";
        const later = () => import("./later");`,
      "web/folder/index.ts": 'import data from "../data.json"; import "../style.css?inline"; export const b = data;',
      "web/data.json": "{}",
      "web/style.css": "",
      "scripts/c.ts": 'export * from "./d"; export { b } from "../web/folder/index";',
      "scripts/d.tsx": "export const c = 1;",
      "web/later.mjs": "",
      "web/later.ts": "export {};",
      "web/types.ts": "export type T = 1; export type U = 2;",
    };
    expect((await importedIn(files)).sort()).toEqual([
      "scripts/c.ts",
      "scripts/d.tsx",
      "web/data.json",
      "web/folder/index.ts",
      "web/later.ts",
      "web/style.css",
    ]);
  });

  it("is refused where a file is missing", async ({ expect }) => {
    const files = { "web/a.test.ts": 'import { b } from "./b";' };
    await expect(importedIn(files)).rejects.toThrow("web/a.test.ts imports ./b, which is no file.");
  });
});

/** Lists where the official client is called: in Node, and in a browser what runs nowhere else. */
const INTEROP_TESTS = ["{web,worker,scripts}/**/*.interop{,.nightly}.test.ts", "web/e2e/official-client.test.ts"];

/** The text of every interop test, under its title. */
function interopTests(): Map<string, string> {
  const tests = new Map<string, string>();
  for (const file of globSync(INTEROP_TESTS, { cwd: REPOSITORY })) {
    const source = readFileSync(`${REPOSITORY}/${file}`, "utf8");
    for (const text of source.split(/^ +it(?=[.(])/m).slice(1)) {
      const title = /^\(\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
      if (title) tests.set(title, text);
    }
  }
  return tests;
}

const tests = interopTests();
const named = Object.entries(officialClientMethods).flatMap(([object, methods]) =>
  Object.entries<Coverage>(methods).flatMap(([method, coverage]) =>
    typeof coverage === "string" ? [{ object, method, title: coverage }] : [],
  ),
);

describe("the methods of the official client", () => {
  it.for(named)("$object: $method is called by the test that the table names", ({ method, title }, { expect }) => {
    expect([...tests.keys()]).toContain(title);
    expect(tests.get(title)).toMatch(new RegExp(`\\.${method}\\(`));
  });
});

describe("findFreePorts", () => {
  it("gives different ports, none twice in a row, and none that outgoing connections are given", async ({ expect }) => {
    const ports = [...(await findFreePorts(5)), ...(await findFreePorts(5))];
    expect(new Set(ports).size).toBe(10);
    expect(Math.min(...ports)).toBeGreaterThanOrEqual(20_000);
    expect(Math.max(...ports)).toBeLessThan(32_768);
  });

  it("passes over ports in use, and throws when too few are left", async ({ expect }) => {
    const [taken] = (await findFreePorts(1)) as [number];
    const server = createServer().listen(taken, "127.0.0.1");
    await once(server, "listening");
    // Four times eight go through all of the process's ports, some of which other programs may have.
    for (let round = 0; round < 4; round++) expect(await findFreePorts(8)).not.toContain(taken);
    await expect(findFreePorts(33)).rejects.toThrow("Fewer than 33 ports from");
    server.close();
  });
});

const worker = fileURLToPath(new URL("../../worker/", import.meta.url));
const isOfTests = (file: string) => /\.(?:test|fixtures)\.ts$|^testing\//.test(file);

it("all code that reaches another database has tests that run with two", () => {
  const files = globSync("**/*.ts", { cwd: worker }).map((file) => file.replaceAll("\\", "/"));
  const reaching = files.filter(
    (file) => !isOfTests(file) && reachesOtherDatabases.test(readFileSync(`${worker}${file}`, "utf8")),
  );
  expect(reaching.toSorted()).toEqual(Object.keys(testsAcrossShards).toSorted());
});

it("the tests that run with two databases are there", () => {
  const missing = Object.values(testsAcrossShards).flatMap((tests) =>
    tests.filter((file) => !existsSync(`${worker}${file}`)),
  );
  expect(missing).toEqual([]);
});
