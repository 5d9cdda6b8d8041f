import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { runScripts } from "./run-scripts";

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
