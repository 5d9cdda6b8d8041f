import { parse } from "bowser";

/** The browser and system that a header names, as people know them; null for what is not recognised. */
export function readUserAgent(text: string) {
  const { browser, os, platform } = parse(text);
  return {
    browser: browser.name || null,
    system: os.name || null,
    device: devices.find((each) => each === platform.type) ?? null,
  };
}

const devices = ["desktop", "mobile", "tablet"] as const;
