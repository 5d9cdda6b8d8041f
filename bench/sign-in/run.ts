// This script measures first loads on a slow phone: of the sign-in page, the dashboard, and a website with the tag. It compares the
// sign-in page with that of another checkout, such as an older one. That checkout has to have built its site:
// `npm ci && npx vitest run --project browser web/e2e/sign-in-load.test.ts`.
// `npm run bench:sign-in -- FOLDER [--runs 9]` takes three minutes, prints the tables, and writes them to docs/performance.md.
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Browser } from "playwright-core";
import { startApi } from "../../scripts/dev/api";
import { readLocalSecrets } from "../../scripts/dev/local-secrets";
import { applyMigrations } from "../../scripts/dev/migrations";
import { runScript } from "../../scripts/run-script";
import { findChromium, launchChromium } from "../../scripts/testing/chromium";
import { findFreePorts } from "../../scripts/testing/free-ports";
import { buildSiteUnderTest, serveSite } from "../../scripts/testing/site-under-test";
import { embedPage } from "../../web/e2e/harness/embed-page";
import { newProject } from "../dashboard/open";
import { writeReport } from "../report";
import type { Waits } from "./in-page";
import { type Load, load, type MeasuredPage, type Moment, serveCompressed, servePage } from "./load";

const { values, positionals } = parseArgs({ options: { runs: { type: "string" } }, allowPositionals: true });
const runs = Number(values.runs ?? 9);

await runScript(async () => {
  const other = path.resolve(positionals[0] ?? "", "dist/site-under-test");
  if (positionals.length !== 1 || !existsSync(other)) throw new Error("Usage: npm run bench:sign-in -- FOLDER");
  const dataDir = await mkdtemp(path.join(tmpdir(), "gatehouse-bench-"));
  const [apiPort = 0, ...ports] = await findFreePorts(6);
  const [servedHere = 0, servedThere = 0, here = 0, there = 0, website = 0] = ports;
  const [apiUrl, webUrl] = [`http://localhost:${apiPort}`, `http://localhost:${here}`];
  const secrets = await readLocalSecrets(path.join(dataDir, ".dev.vars"));
  const vars = {
    ...secrets,
    API_URL: apiUrl,
    WEB_URL: webUrl,
    SMTP_URL: "smtp://127.0.0.1:1",
    MAIL_FROM: "noreply@gatehouse.localhost",
    RATE_LIMITS: "off",
  };
  await applyMigrations(dataDir);
  await buildSiteUnderTest();
  const api = await startApi({ port: apiPort, dataDir, vars });
  const publishableClientKey = secrets.INTERNAL_PUBLISHABLE_CLIENT_KEY;
  const settings = { apiUrl, publishableClientKey };
  const tag = `<script type="module" src="${webUrl}/embed.js" data-project-id="internal"
    data-publishable-client-key="${publishableClientKey}"></script>`;
  const sites = [
    await serveSite({ ...settings, port: servedHere }),
    await serveSite({ ...settings, port: servedThere }, other),
  ];
  const compressed = [
    await serveCompressed(here, `http://localhost:${servedHere}`),
    await serveCompressed(there, `http://localhost:${servedThere}`),
    await servePage(website, embedPage(tag, "<gatehouse-sign-in></gatehouse-sign-in>")),
  ];
  const browser = await launchChromium(findChromium());
  try {
    const { projectId, refreshToken } = await newProject(apiUrl, webUrl, publishableClientKey);
    const form = { shown: "input[type=email]", waits: ["visible", "usable"] } as const;
    const owners = { refreshToken, waits: ["visible"] } as const;
    const tables = await measure(browser, {
      signIn: { ...form, url: `${webUrl}/handler/sign-in` },
      otherSignIn: { ...form, url: `http://localhost:${there}/handler/sign-in` },
      projects: { ...owners, url: `${webUrl}/projects`, shown: `main a[href*="${projectId}"]` },
      overview: { ...owners, url: `${webUrl}/projects/${projectId}/overview`, shown: "main strong" },
      website: { ...form, url: `http://localhost:${website}` },
    });
    const machine = `${cpus().length} × ${cpus()[0]?.model}; Chromium ${browser.version()}; ${runs} runs each, by turns.`;
    console.log(`${machine}\n\n${tables}`);
    await writeReport("docs/performance.md", "sign-in", `${machine}\n\n${tables}`);
  } finally {
    await browser.close();
    for (const server of compressed) server.close().closeAllConnections();
    await Promise.all([api.stop(), ...sites.map((site) => site.stop())]);
    await rm(dataDir, { recursive: true, force: true });
  }
});

type PageName = "signIn" | "otherSignIn" | "projects" | "overview" | "website";

/** Alternates, so that what else the machine does meets all alike. The first load of each warms up the servers. */
async function measure(browser: Browser, pages: Record<PageName, MeasuredPage>): Promise<string> {
  const names = Object.keys(pages) as PageName[];
  const loads: Partial<Record<PageName, Load[]>> = {};
  for (let run = 0; run <= runs; run++) {
    for (const name of run % 2 === 0 ? names : names.toReversed()) {
      const loaded = await load(browser, pages[name]);
      if (run > 0) loads[name] = [...(loads[name] ?? []), loaded];
    }
  }
  const each = (name: PageName, wait: keyof Waits, of: keyof Moment) =>
    loads[name]?.map((loaded) => loaded[wait]?.[of] ?? Number.NaN) ?? [];
  const compared = (text: string, wait: keyof Waits, goal: string) => {
    const [ofThis, ofOther] = [each("signIn", wait, "millis"), each("otherSignIn", wait, "millis")];
    const ratio = median(ofThis.map((millis, run) => millis / (ofOther[run] ?? Number.NaN)));
    return `| ${text} | ${median(ofThis).toFixed(0)} ms | ${median(ofOther).toFixed(0)} ms | ${ratio.toFixed(2)} | ≤ ${goal} |`;
  };
  const first = (text: string, name: PageName, wait: keyof Waits) => {
    const kilobytes = median(each(name, wait, "bytes")) / 1000;
    const millis = median(each(name, wait, "millis")).toFixed(0);
    return `| ${text} | ${millis} ms | ${median(each(name, wait, "requests"))} | ${kilobytes.toFixed(0)} KB |`;
  };
  return [
    "|  | this checkout | the other | Ratio | Goal |",
    "| --- | --: | --: | --: | --: |",
    compared("The form is visible", "visible", "0.50"),
    compared("What is typed and submitted is sent", "usable", "1.10"),
    "",
    "| First load | Time | Requests until then | Transferred until then |",
    "| --- | --: | --: | --: |",
    first("Sign-in page: the form is visible", "signIn", "visible"),
    first("Sign-in page: what is typed and submitted is sent", "signIn", "usable"),
    first("Dashboard: the projects are listed", "projects", "visible"),
    first("Dashboard: the overview of a project is shown", "overview", "visible"),
    first("Website with the tag: the form is visible", "website", "visible"),
    first("Website with the tag: what is typed and submitted is sent", "website", "usable"),
  ].join("\n");
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}
