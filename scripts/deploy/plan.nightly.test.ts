import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, it } from "vitest";
import { REPOSITORY } from "../platform/wrangler";

describe("npm run deploy -- --dry-run", () => {
  it("prints what has to be there, every step and all problems at once, without an account, and exits with 1", ({
    expect,
    onTestFinished,
  }) => {
    const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-deploy-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const dryRun = (env: Record<string, string>) =>
      spawnSync(process.execPath, ["--import", "tsx", "scripts/deploy.ts", "--dry-run"], {
        cwd: REPOSITORY,
        env: { PATH: process.env.PATH, HOME: folder, WEB_URL: "https://id.example.com", ...env },
        encoding: "utf8",
      });
    const { stdout, stderr, status } = dryRun({ READ_REPLICATION: "no" });
    expect(status).toBe(1);
    expect(stdout).toContain("- A Cloudflare account on the Workers Paid plan");
    expect(stdout).toContain("CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID");
    expect(stdout).toContain("id.example.com as one of the Pages project");
    expect(stdout).toContain("1. Find or create the D1 database gatehouse.\n");
    expect(stdout).toContain("2. Switch read replication of gatehouse on.\n");
    expect(stdout).toContain("Find or create the KV namespace gatehouse-images.\n");
    expect(stdout).toContain("Find or create the queue gatehouse-task-steps.\n");
    expect(stdout).toContain("Apply the migrations that gatehouse has not seen, of: 0000_");
    expect(stdout).toContain("upload dist/site to it for https://id.example.com.\n");
    const unset = ["API_URL", "MAIL_FROM", "SMTP_URL"].map((name) => `- ${name} is not set.\n`).join("");
    expect(stderr).toContain(`${unset}- READ_REPLICATION must be "on" or "off".\n`);
    const all = { API_URL: "https://api.example.com", MAIL_FROM: "a@example.com", SMTP_URL: "smtp://mail.example.com" };
    expect(dryRun(all)).toMatchObject({ status: 0 });
  });
});
