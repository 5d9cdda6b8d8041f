import { BROWSER_MAP, OS_MAP, parse } from "bowser";

const browsers = new Set<string>(Object.values(BROWSER_MAP));
const systems = new Set<string>(Object.values(OS_MAP));
const devices = ["desktop", "mobile", "tablet"] as const;

/**
 * The browser and system that a header names, as people know them; null for what is not recognised, because the parser
 * passes on any text in its place.
 */
export function readUserAgent(text: string) {
  const { browser, os, platform } = parse(text);
  return {
    browser: browser.name && browsers.has(browser.name) ? browser.name : null,
    system: os.name && systems.has(os.name) ? os.name : null,
    device: devices.find((each) => each === platform.type) ?? null,
  };
}
