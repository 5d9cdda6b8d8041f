import { type Browser, chromium } from "playwright-core";
import { inject } from "vitest";

/** Flags that a closed network and a container need. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A headless Chromium for one test file. Open a `newContext()` for each test: it starts without cookies. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: inject("chromiumPath"), headless: true, args: FLAGS });
}
