import { execSync } from "node:child_process";
import { lstat, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, it, onTestFinished } from "vitest";
import { hostedExample, installCommand, javaScriptExample, reactExample, tagExample } from "./snippets";

const setup = {
  apiUrl: "https://api.example.com",
  projectId: "6f9e4a52-3f0c-4d2a-9c0d-0b8d6f2f1a01",
  publishableClientKey: "pck_1",
};

describe("examples for the browser", () => {
  for (const [name, example] of Object.entries({ reactExample, javaScriptExample })) {
    it(`${name} contains the project and the API address, and no secret`, ({ expect }) => {
      const code = example(setup);
      expect(code).toContain('projectId: "6f9e4a52-3f0c-4d2a-9c0d-0b8d6f2f1a01"');
      expect(code).toContain('publishableClientKey: "pck_1"');
      expect(code).toContain('baseUrl: "https://api.example.com"');
      expect(code).not.toMatch(/secret/i);
    });
  }

  it("hostedExample also has the address of the site", ({ expect }) => {
    const code = hostedExample({ ...setup, siteUrl: "https://login.example.com" });
    expect(code).toContain('hosted: "https://login.example.com",\n});');
  });

  it("those with pages of Gatehouse's are shorter than ten lines", ({ expect }) => {
    for (const code of [reactExample(setup), hostedExample({ ...setup, siteUrl: "https://login.example.com" })]) {
      expect(code.split("\n").length).toBeLessThan(10);
    }
  });

  it("tagExample is a page of less than ten lines with the project, its key and the address of the site", ({
    expect,
  }) => {
    const code = tagExample({ ...setup, siteUrl: "https://login.example.com" });
    expect(code).toContain('src="https://login.example.com/embed.js"');
    expect(code).toContain(`data-project-id="${setup.projectId}" data-publishable-client-key="pck_1"`);
    expect(code.split("\n").length).toBeLessThan(10);
  });
});

describe("the command that installs the kit", () => {
  it("installs the package itself, which the next installation of another one leaves in place", async ({ expect }) => {
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
