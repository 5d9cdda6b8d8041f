import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, inject, it, type TestContext } from "vitest";
import { findFreePorts } from "../testing/free-ports";
import { startApi } from "./api";
import { readLocalSecrets } from "./local-secrets";

describe("startApi", () => {
  /** An API on data of its own. */
  const start = async (onTestFinished: TestContext["onTestFinished"], vars: Record<string, string>) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), "gatehouse-api-"));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    await cp(inject("migratedData"), dataDir, { recursive: true });
    const [port = 0] = await findFreePorts(1);
    const url = `http://127.0.0.1:${port}`;
    const secrets = await readLocalSecrets(path.join(dataDir, ".dev.vars"));
    const common = { API_URL: url, MAIL_FROM: "noreply@gatehouse.localhost", SMTP_URL: "smtp://127.0.0.1:1" };
    const api = await startApi({ port, dataDir, vars: { ...secrets, ...common, ...vars } });
    onTestFinished(() => api.stop());
    return { api, url };
  };

  it("passes a value that ends in a backslash to the Worker, and the one that follows", async ({
    expect,
    onTestFinished,
  }) => {
    const { url } = await start(onTestFinished, {
      WEB_URL: "https://site.example/$HOME\\",
      // Where the quote of the line above did not end, the rest of this one is a comment.
      AI_MODEL: "#1",
    });
    const response = await fetch(`${url}/api/v1/no-such-path`);
    expect(await response.text()).toContain("the dashboard at https://site.example/$HOME\\.");
  });

  it("passes quotes, dollars and spaces to the Worker, which mean something in env files", async ({
    expect,
    onTestFinished,
  }) => {
    const odd = `https://site.example/it's "50 $HOME" #1`;
    const { url } = await start(onTestFinished, { WEB_URL: odd });
    expect(await (await fetch(`${url}/api/v1/no-such-path`)).text()).toContain(odd);
  });

  it("prints the log of requests with REQUEST_LOG=on", async ({ expect, onTestFinished }) => {
    const { api, url } = await start(onTestFinished, { WEB_URL: "https://site.example", REQUEST_LOG: "on" });
    await fetch(`${url}/api/v1/users/me`, { headers: { "x-stack-project-id": "internal" } });
    await expect
      .poll(() => api.output(), { timeout: 10_000 })
      .toMatch(
        /^\{"message":"request","request_id":"\w+","project_id":null,"endpoint":"GET \/users\/me","status":400,/m,
      );
  });

  it("refuses a value that no env file can represent, by its name", async ({ expect, onTestFinished }) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), "gatehouse-api-"));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    for (const WEB_URL of ["'`\"", "#1\\", " 1\\", "'1\\"]) {
      await expect(startApi({ port: 1, dataDir, vars: { WEB_URL } })).rejects.toThrow(
        "WEB_URL contains what no env file",
      );
    }
  });
});
