// This script measures what a person waits for on the sign-in page on a slow phone. It compares the form with that of another
// checkout, such as an older one. That checkout has to have built its site:
// `npm ci && npx vitest run --project browser web/e2e/sign-in-load.test.ts`.
// `npm run bench:sign-in -- FOLDER [--runs 9]` takes two minutes, prints the table, and writes it to docs/performance.md.
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
import { writeReport } from "../report";
import { serveCompressed } from "./compressed";
import { allWaits, type Waits, watchForm } from "./in-page";

/** Chromium's "Slow 4G", as Lighthouse has it: 1.6 Mbit/s down, 750 kbit/s up, 150 ms for each request. */
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};

/** A phone of the middle class beside the machine that measures. */
const cpuSlowDown = 4;

const { values, positionals } = parseArgs({ options: { runs: { type: "string" } }, allowPositionals: true });
const runs = Number(values.runs ?? 9);

await runScript(async () => {
  const other = path.resolve(positionals[0] ?? "", "dist/site-under-test");
  if (positionals.length !== 1 || !existsSync(other)) throw new Error("Usage: npm run bench:sign-in -- FOLDER");
  const dataDir = await mkdtemp(path.join(tmpdir(), "gatehouse-bench-"));
  const [apiPort = 0, ...ports] = await findFreePorts(5);
  const [servedHere = 0, servedThere = 0, here = 0, there = 0] = ports;
  const apiUrl = `http://localhost:${apiPort}`;
  const secrets = await readLocalSecrets(path.join(dataDir, ".dev.vars"));
  const vars = {
    ...secrets,
    API_URL: apiUrl,
    WEB_URL: `http://localhost:${here}`,
    SMTP_URL: "smtp://127.0.0.1:1",
    MAIL_FROM: "noreply@gatehouse.localhost",
    RATE_LIMITS: "off",
  };
  await applyMigrations(dataDir);
  await buildSiteUnderTest();
  const api = await startApi({ port: apiPort, dataDir, vars });
  const settings = { apiUrl, publishableClientKey: secrets.INTERNAL_PUBLISHABLE_CLIENT_KEY };
  const sites = [
    await serveSite({ ...settings, port: servedHere }),
    await serveSite({ ...settings, port: servedThere }, other),
  ];
  const compressed = [
    await serveCompressed(here, `http://localhost:${servedHere}`),
    await serveCompressed(there, `http://localhost:${servedThere}`),
  ];
  const browser = await launchChromium(findChromium());
  try {
    const table = await measure(browser, here, there);
    const machine = `${cpus().length} × ${cpus()[0]?.model}; Chromium ${browser.version()}; ${runs} runs each, by turns.`;
    console.log(`${machine}\n\n${table}`);
    await writeReport("docs/performance.md", "sign-in", `${machine}\n\n${table}`);
  } finally {
    await browser.close();
    for (const server of compressed) server.close().closeAllConnections();
    await Promise.all([api.stop(), ...sites.map((site) => site.stop())]);
    await rm(dataDir, { recursive: true, force: true });
  }
});

/** Alternates, so that what else the machine does meets both alike. The first load of each warms up the servers. */
async function measure(browser: Browser, here: number, there: number): Promise<string> {
  const pairs: [here: Required<Waits>, there: Required<Waits>][] = [];
  for (let run = 0; run <= runs; run++) {
    const isHereFirst = run % 2 === 0;
    const first = await load(browser, isHereFirst ? here : there);
    const second = await load(browser, isHereFirst ? there : here);
    if (run > 0) pairs.push(isHereFirst ? [first, second] : [second, first]);
  }
  const row = (name: string, key: keyof Waits, goal: string) => {
    const ofThis = median(pairs.map(([each]) => each[key]));
    const ofOther = median(pairs.map(([, each]) => each[key]));
    const ratio = median(pairs.map(([one, another]) => one[key] / another[key]));
    return `| ${name} | ${ofThis.toFixed(0)} ms | ${ofOther.toFixed(0)} ms | ${ratio.toFixed(2)} | ≤ ${goal} |`;
  };
  return [
    "|  | this checkout | the other | Ratio | Goal |",
    "| --- | --: | --: | --: | --: |",
    row("The form is visible", "visible", "0.50"),
    row("What is typed and submitted is sent", "usable", "1.10"),
  ].join("\n");
}

/** Opens the sign-in page with an empty cache. */
async function load(browser: Browser, port: number): Promise<Required<Waits>> {
  const context = await browser.newContext({ baseURL: `http://localhost:${port}` });
  try {
    const page = await context.newPage();
    await page.addInitScript(watchForm);
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", slow4g);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowDown });
    await page.goto("/handler/sign-in", { waitUntil: "commit" });
    const waits = await page.waitForFunction(allWaits, undefined, { timeout: 60_000, polling: 250 });
    return (await waits.jsonValue()) as Required<Waits>;
  } finally {
    await context.close();
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}
