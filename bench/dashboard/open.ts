import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { startApi } from "../../scripts/dev/api";
import { readLocalSecrets } from "../../scripts/dev/local-secrets";
import { applyMigrations } from "../../scripts/dev/migrations";
import { findChromium, launchChromium } from "../../scripts/testing/chromium";
import { findFreePorts } from "../../scripts/testing/free-ports";
import { buildSiteUnderTest, serveSite } from "../../scripts/testing/site-under-test";
import { addedUsers, rangesUpTo } from "../gatehouse-users";
import { addUsers } from "../seed";
import { password } from "../subject";

/** A page of Chromium in which the owner of a project with many users is signed in. */
export interface OpenedDashboard {
  page: Page;
  apiUrl: string;
  projectId: string;
  stop(): Promise<void>;
}

/** Starts the product with its site as it is built, with `users` more users in a project, and a browser. */
export async function openDashboard(users: number): Promise<OpenedDashboard> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "gatehouse-bench-"));
  const [apiPort = 0, webPort = 0] = await findFreePorts(2);
  const [apiUrl, webUrl] = [`http://localhost:${apiPort}`, `http://localhost:${webPort}`];
  const secrets = await readLocalSecrets(path.join(dataDir, ".dev.vars"));
  const vars = {
    ...secrets,
    API_URL: apiUrl,
    WEB_URL: webUrl,
    SMTP_URL: "smtp://127.0.0.1:1",
    MAIL_FROM: "noreply@gatehouse.localhost",
    RATE_LIMITS: "off",
    TRACE: "1",
  };
  await Promise.all([applyMigrations(dataDir), buildSiteUnderTest()]);

  const key = secrets.INTERNAL_PUBLISHABLE_CLIENT_KEY;
  const empty = await startApi({ port: apiPort, dataDir, vars });
  const { projectId, refreshToken } = await newProject(apiUrl, webUrl, key).finally(empty.stop);
  const statements = rangesUpTo(users).flatMap(([first, last]) => addedUsers(projectId, first, last));
  addUsers(dataDir, statements);

  const api = await startApi({ port: apiPort, dataDir, vars });
  const site = await serveSite({ port: webPort, apiUrl, publishableClientKey: key });
  const browser = await launchChromium(findChromium());
  const context = await browser.newContext({ baseURL: webUrl, viewport: { width: 1280, height: 900 } });
  await context.addCookies([{ name: "stack-refresh-internal", value: refreshToken, url: webUrl }]);
  return {
    page: await context.newPage(),
    apiUrl,
    projectId,
    async stop() {
      await browser.close();
      await Promise.all([api.stop(), site.stop()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Signs an owner up who creates a project with one user. */
export async function newProject(apiUrl: string, webUrl: string, publishableClientKey: string) {
  async function post(url: string, body: unknown, headers: Record<string, string>): Promise<Record<string, string>> {
    const response = await fetch(`${apiUrl}/api/v1${url}`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${url} responded with ${response.status}: ${await response.text()}`);
    return response.json() as Promise<Record<string, string>>;
  }
  const internal = {
    "x-stack-access-type": "client",
    "x-stack-project-id": "internal",
    "x-stack-publishable-client-key": publishableClientKey,
  };
  const { access_token: token = "", refresh_token: refreshToken = "" } = await post(
    "/auth/password/sign-up",
    { email: "owner@example.com", password, verification_callback_url: `${webUrl}/handler/email-verification` },
    internal,
  );
  const asOwner = { ...internal, "x-stack-access-token": token };
  const teams = await fetch(`${apiUrl}/api/v1/teams?user_id=me`, { headers: asOwner });
  const { items } = (await teams.json()) as { items: { id: string }[] };
  const project = { display_name: "Bench", owner_team_id: items[0]?.id };
  const { id: projectId = "" } = await post("/internal/projects", project, asOwner);
  const user = { primary_email: "ada@example.com", primary_email_auth_enabled: true, password };
  await post("/users", user, {
    "x-stack-access-type": "admin",
    "x-stack-project-id": projectId,
    "x-stack-admin-access-token": token,
  });
  return { projectId, refreshToken };
}
