import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, it } from "vitest";
import { REPOSITORY } from "../platform/wrangler";

describe("npm run deploy -- --dry-run", () => {
  it("prints every step and what is missing, without an account, and exits with 0", ({ expect, onTestFinished }) => {
    const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-deploy-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { stdout, status } = spawnSync(process.execPath, ["--import", "tsx", "scripts/deploy.ts", "--dry-run"], {
      cwd: REPOSITORY,
      env: { PATH: process.env.PATH, HOME: folder, WEB_URL: "https://id.example.com" },
      encoding: "utf8",
    });
    expect(status).toBe(0);
    expect(stdout).toContain("1. Find or create the D1 database gatehouse.\n");
    expect(stdout).toContain("2. Switch read replication of gatehouse on.\n");
    expect(stdout).toContain("Find or create the KV namespace gatehouse-images.\n");
    expect(stdout).toContain("Find or create the queue gatehouse-task-steps.\n");
    expect(stdout).toContain("Apply the migrations that gatehouse has not seen, of: 0000_");
    expect(stdout).toContain("upload dist/site to it for https://id.example.com.\n");
    expect(stdout).toContain("Set before deploying: API_URL, MAIL_FROM, SMTP_URL.\n");
  });
});
