import { cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import type { CDPSession, Page } from "playwright-core";
import { runScript } from "../../scripts/run-script";
import { countsOf } from "../measure";
import { openDashboard } from "./open";

// Measures what a long list costs in the dashboard: the users of a project, loaded page by page to the end in a real Chromium.
// `npm run bench:tables -- [--rows 100000] [--minutes 8]` prints a line for each 10,000 loaded rows.

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

// These functions run within the page of the dashboard, so none of them can refer to anything outside itself. None can contain a
// named function either, because the compiler would register it with a helper that the page lacks.

/** Counts the tasks that last longer than 50 ms, in `longTasks`. */
function watchLongTasks(): void {
  const counted = globalThis as unknown as { longTasks: number };
  counted.longTasks = 0;
  new PerformanceObserver((list) => {
    counted.longTasks += list.getEntries().length;
  }).observe({ type: "longtask" });
}

/** The height of a row in pixels. All are equally high. */
function rowHeight(): number {
  return document.querySelector("tbody tr[aria-rowindex]")?.getBoundingClientRect().height ?? Number.NaN;
}

/** Counts how many rows of a height are loaded, of which the table takes the height whether they are rendered or not. */
function loadedRows(height: number): number {
  const parts = [...document.querySelectorAll("tbody")].map((part) => part.getBoundingClientRect().height);
  return Math.round(parts.reduce((sum, part) => sum + part, 0) / height);
}

/** Scrolls to the end and waits until the list has a row more, or for fifteen seconds. Notes come and go below it meanwhile. */
async function loadNextPage(height: number): Promise<void> {
  const before = [...document.querySelectorAll("tbody")].reduce(
    (sum, part) => sum + part.getBoundingClientRect().height,
    0,
  );
  window.scrollTo(0, document.documentElement.scrollHeight);
  const from = performance.now();
  for (let grown = 0; grown < height && performance.now() - from < 15_000; ) {
    await new Promise(requestAnimationFrame);
    grown = -before;
    for (const part of document.querySelectorAll("tbody")) grown += part.getBoundingClientRect().height;
  }
  // Waits for what React does after it has rendered.
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
}

/** Scrolls down from the middle of what is loaded, some pixels in each frame. */
async function scrollFrames({ frames, pixels }: { frames: number; pixels: number }) {
  const counted = globalThis as unknown as { longTasks: number };
  const page = document.documentElement;
  const from = Math.max(0, page.scrollHeight / 2 - (frames * pixels) / 2);
  window.scrollTo(0, from);
  await new Promise(requestAnimationFrame);
  counted.longTasks = 0;
  let [domRows, worstFrame] = [0, 0];
  let last = await new Promise<number>(requestAnimationFrame);
  for (let frame = 1; frame <= frames; frame++) {
    window.scrollTo(0, from + ((frame * pixels) % (page.scrollHeight / 3)));
    const now = await new Promise<number>(requestAnimationFrame);
    worstFrame = Math.max(worstFrame, now - last);
    last = now;
    domRows = Math.max(domRows, document.querySelectorAll("tbody tr[aria-rowindex]").length);
  }
  return { domRows, worstFrame, longTasks: counted.longTasks };
}
