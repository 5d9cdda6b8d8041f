import { execSync } from "node:child_process";
import { lstat, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, it, onTestFinished } from "vitest";
import { installCommand } from "./snippets";

describe("the command that installs the kit", () => {
  it("installs the package itself, which the next instance of another one leaves in place", async ({ expect }) => {
    const folder = await mkdtemp(path.join(tmpdir(), "gatehouse-install-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const packages = {
      "gatehouse/dist/kit": { name: "@gatehouse/kit", version: "1.0.0" },
      other: { name: "other", version: "1.0.0" },
      website: { name: "website", version: "1.0.0", private: true },
    };
    for (const [name, manifest] of Object.entries(packages)) {
      await mkdir(path.join(folder, name), { recursive: true });
      await writeFile(path.join(folder, name, "package.json"), JSON.stringify(manifest));
    }
    const inWebsite = (command: string) =>
      execSync(command, {
        cwd: path.join(folder, "website"),
        env: { ...process.env, npm_config_offline: "true", npm_config_audit: "false", npm_config_fund: "false" },
        stdio: "pipe",
      });
    // The lines before it say where the clone is, and build it.
    inWebsite(installCommand.split("\n").at(-1) ?? "");
    inWebsite("npm install ../other");
    const installed = path.join(folder, "website/node_modules/@gatehouse/kit");
    expect((await lstat(installed)).isSymbolicLink()).toBe(false);
  });
});
