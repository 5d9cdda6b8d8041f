import type { Browser } from "playwright-core";
import { inject } from "vitest";
import { launchChromium } from "../../../scripts/testing/chromium";

let launched: Promise<Browser> | undefined;

/** The headless Chromium of this test process. Open a `newContext()` for each test: it starts without cookies. */
export function sharedBrowser(): Promise<Browser> {
  launched ??= launchChromium(inject("chromiumPath"));
  return launched;
}
