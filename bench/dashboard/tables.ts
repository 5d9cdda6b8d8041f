// Measures what a long list costs in the dashboard: the users of a project, loaded page by page to the end in a real Chromium.
// `npm run bench:tables -- [--rows 100000] [--minutes 8]` prints a line for each 10,000 loaded rows.
import { cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import type { CDPSession, Page } from "playwright-core";
import { runScript } from "../../scripts/run-script";
import { countsOf } from "../measure";
import { loadedRows, loadNextPage, rowHeight, scrollFrames, watchLongTasks } from "./in-page";
import { openDashboard } from "./open";

const { values } = parseArgs({ options: { rows: { type: "string" }, minutes: { type: "string" } } });
const rows = Number(values.rows ?? 100_000);
const minutes = Number(values.minutes ?? 8);
const rowsPerLine = Math.min(10_000, rows);
/** Frames of a scroll through the list, and pixels in each: seven rows, as a quick turn of the wheel moves. */
const scroll = { frames: 180, pixels: 400 };

await runScript(async () => {
  const dashboard = await openDashboard(rows);
  try {
    const machine = `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GB`;
    console.log(`${machine}; Chromium ${dashboard.page.context().browser()?.version()}`);
    await scrollThroughUsers(dashboard.page, dashboard.projectId);
  } finally {
    await dashboard.stop();
  }
});

/** Loads all pages of the list, and scrolls through what is loaded at every 10,000th row. */
async function scrollThroughUsers(page: Page, projectId: string): Promise<void> {
  const d1: Record<string, number>[] = [];
  page.on("response", (response) => {
    if (!new URL(response.url()).pathname.endsWith("/users")) return;
    d1.push(countsOf({ headers: response.headers() }));
  });
  const main = await page.context().newCDPSession(page);
  // Time that the thread works, whatever else the machine does meanwhile.
  await main.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.goto(`/projects/${projectId}/users`);
  await page.locator("tbody tr[aria-rowindex]").first().waitFor();
  await page.evaluate(watchLongTasks);
  const height = await page.evaluate(rowHeight);

  const deadline = performance.now() + minutes * 60_000;
  let loaded = 0;
  let arrivals: number[] = [];
  let next = rowsPerLine;
  console.log(
    "rows | DOM rows | heap MB | ms per page: median, worst | D1 rows per page | scroll: ms of work per frame, worst frame, long tasks",
  );
  while (performance.now() < deadline) {
    const before = await workMillis(main);
    await page.evaluate(loadNextPage, height);
    arrivals.push((await workMillis(main)) - before);
    const now = await page.evaluate(loadedRows, height);
    if (now === loaded) break;
    loaded = now;
    if (loaded < next && loaded < rows) continue;
    next += rowsPerLine;
    const d1Rows = d1.splice(0).map((counts) => counts.rows_read ?? Number.NaN);
    const scrolled = await scrollOver(page, main);
    const parts = [
      loaded.toLocaleString("en"),
      scrolled.domRows,
      ((await heapBytes(main)) / 1e6).toFixed(0),
      `${median(arrivals).toFixed(1)}, ${Math.max(...arrivals).toFixed(1)}`,
      Math.max(...d1Rows),
      `${scrolled.workPerFrame.toFixed(2)}, ${scrolled.worstFrame.toFixed(0)}, ${scrolled.longTasks}`,
    ];
    console.log(parts.join(" | "));
    arrivals = [];
  }
  if (loaded < rows) console.log(`Ended with ${loaded} rows loaded.`);
}

/** Scrolls through what is loaded, away from its end so that no page arrives. */
async function scrollOver(page: Page, main: CDPSession) {
  const before = await workMillis(main);
  const seen = await page.evaluate(scrollFrames, scroll);
  return { ...seen, workPerFrame: ((await workMillis(main)) - before) / scroll.frames };
}

async function metric(main: CDPSession, name: string): Promise<number> {
  const { metrics } = await main.send("Performance.getMetrics");
  return metrics.find((each) => each.name === name)?.value ?? Number.NaN;
}

/** Milliseconds that the page's main thread has worked. */
async function workMillis(main: CDPSession): Promise<number> {
  return (await metric(main, "TaskDuration")) * 1000;
}

async function heapBytes(main: CDPSession): Promise<number> {
  await main.send("HeapProfiler.collectGarbage");
  return metric(main, "JSHeapUsedSize");
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
