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

/** How common programs begin their header, each with its name. */
const programs: readonly (readonly [start: RegExp, name: string])[] = [
  [/^(node|undici)\b/i, "Node.js"],
  [/^bun\b/i, "Bun"],
  [/^deno\b/i, "Deno"],
  [/^curl\b/i, "curl"],
  [/^(python|aiohttp)\b/i, "Python"],
  [/^go-http-client\b/i, "Go"],
  [/^(java|okhttp|apache-httpclient)\b/i, "Java"],
  [/^dart\b/i, "Dart"],
];

/**
 * The program that a header names: "Node.js", "Firefox on Linux"; null for what is not recognised, so that no text of the
 * sender is shown as a name.
 */
export function readProgram(text: string): string | null {
  const known = programs.find(([start]) => start.test(text));
  // The parser refuses the empty text.
  if (known || text === "") return known?.[1] ?? null;
  const { browser, system } = readUserAgent(text);
  return browser && system ? `${browser} on ${system}` : (browser ?? system);
}
