import type { Browser } from "playwright-core";
import { inject } from "vitest";
import { launchChromium } from "../../../scripts/testing/launch-chromium";

/** A headless Chromium for one test file. Open a `newContext()` for each test: it starts without cookies. */
export function launchBrowser(): Promise<Browser> {
  return launchChromium(inject("chromiumPath"));
}
