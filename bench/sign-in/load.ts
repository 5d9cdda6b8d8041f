import { createServer, type Server } from "node:http";
import { gzipSync } from "node:zlib";
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

/** Headers of a response that are about its connection or its encoding. */
const ofConnection = new Set(["connection", "keep-alive", "transfer-encoding", "content-length", "content-encoding"]);

/** Serves what another server does, compressed as by a deployment: the tests' own server leaves that out. */
export function serveCompressed(port: number, origin: string): Promise<Server> {
  const server = createServer(async (request, response) => {
    const headers = { "accept-language": request.headers["accept-language"] ?? "", "sec-fetch-dest": "document" };
    const found = await fetch(origin + request.url, { headers });
    const body = gzipSync(Buffer.from(await found.arrayBuffer()));
    const kept = [...found.headers].filter(([name]) => !ofConnection.has(name));
    response.writeHead(found.status, { ...Object.fromEntries(kept), "content-encoding": "gzip" });
    response.end(body);
  });
  return listen(server, port);
}

/** Serves one page at every path: a website of its own. */
export function servePage(port: number, html: string): Promise<Server> {
  const headers = { "content-type": "text/html; charset=utf-8", "content-encoding": "gzip" };
  return listen(
    createServer((_, response) => response.writeHead(200, headers).end(gzipSync(html))),
    port,
  );
}

function listen(server: Server, port: number): Promise<Server> {
  return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(server)));
}
