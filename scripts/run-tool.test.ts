import { execFileSync } from "node:child_process";
import { describe, it } from "vitest";
import { runTool, runToolBeside } from "./run-tool";

describe.each([
  ["runTool", runTool],
  ["runToolBeside", runToolBeside],
])("%s", (_, run) => {
  it("tells whether the tool succeeded, and fails when there is none of that name", async ({ expect }) => {
    expect(await run(process.execPath, ["--eval", ""])).toBe(true);
    expect(await run(process.execPath, ["--eval", "process.exit(3)"])).toBe(false);
    await expect((async () => run("no-such-tool-of-gatehouse", []))()).rejects.toThrow("ENOENT");
  });
});

describe("runToolBeside", () => {
  it("shows what the tool printed, errors too, when it has ended", async ({ expect }) => {
    const program = `
      import { runToolBeside } from "./scripts/run-tool.ts";
      const tool = runToolBeside(process.execPath, ["--eval", "console.log('one'); console.error('two')"]);
      console.log("meanwhile");
      await tool;
      console.log("after");`;
    const printed = execFileSync(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", program], {
      encoding: "utf8",
    });
    const [first, ...others] = printed.trim().split("\n");
    expect([first, others.slice(0, 2).sort(), others[2]]).toEqual(["meanwhile", ["one", "two"], "after"]);
  });
});
