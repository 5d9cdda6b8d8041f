import type { Browser } from "playwright-core";
import { allWaits, type Waits, watchPage } from "./in-page";

/** Chromium's "Slow 4G", as Lighthouse has it: 1.6 Mbit/s down, 750 kbit/s up, 150 ms for each request. */
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};

/** A phone of the middle class beside the machine that measures. */
const cpuSlowDown = 4;

/** A page that is opened with an empty cache. */
export interface MeasuredPage {
  url: string;
  /** CSS of what a person waits for. Where it is a field, its form is filled in and submitted. */
  shown: string;
  waits: readonly (keyof Waits)[];
  /** The session of who is signed in to the dashboard. */
  refreshToken?: string;
}

/** When something was so, and what had arrived by then. */
export interface Moment {
  millis: number;
  requests: number;
  /** Of responses as they were sent, with their headers. */
  bytes: number;
}

export type Load = Partial<Record<keyof Waits, Moment>>;

/** Opens a page with an empty cache. */
export async function load(
  browser: Browser,
  { url, shown, waits: awaited, refreshToken }: MeasuredPage,
): Promise<Load> {
  const context = await browser.newContext();
  try {
    if (refreshToken) await context.addCookies([{ name: "stack-refresh-internal", value: refreshToken, url }]);
    const page = await context.newPage();
    await page.addInitScript(watchPage, shown);
    const devtools = await context.newCDPSession(page);
    let began = Number.NaN;
    const responses: { seconds: number; bytes: number }[] = [];
    devtools.once("Network.requestWillBeSent", ({ timestamp }) => {
      began = timestamp;
    });
    devtools.on("Network.loadingFinished", ({ timestamp, encodedDataLength }) => {
      responses.push({ seconds: timestamp, bytes: encodedDataLength });
    });
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", slow4g);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowDown });
    await page.goto(url, { waitUntil: "commit" });
    const found = await page.waitForFunction(allWaits, awaited, { timeout: 60_000, polling: 250 });
    const waits = (await found.jsonValue()) as Waits;
    const moments = Object.entries(waits).map(([name, millis]: [string, number]) => {
      // Preflights have no bytes, and the browser does not delay them.
      const arrived = responses.filter(({ seconds, bytes }) => bytes > 0 && (seconds - began) * 1000 <= millis);
      return [name, { millis, requests: arrived.length, bytes: arrived.reduce((sum, { bytes }) => sum + bytes, 0) }];
    });
    return Object.fromEntries(moments);
  } finally {
    await context.close();
  }
}
