import { lazyModule } from "./lazy-module";

const devices = ["desktop", "mobile", "tablet"] as const;

// Loaded where names are shown, which is nowhere in most requests.
const parser = lazyModule(() => import("bowser"));

/**
 * Reads the browser and system that a header names, as people know them. What is not recognised is null, because the parser passes on
 * any text in its place.
 */
export async function readUserAgent(text: string) {
  const { BROWSER_MAP, OS_MAP, parse } = await parser();
  const { browser, os, platform } = parse(text);
  return {
    browser: knownName(browser.name, BROWSER_MAP),
    system: knownName(os.name, OS_MAP),
    device: devices.find((each) => each === platform.type) ?? null,
  };
}

function knownName(name: string | undefined, known: Record<string, string>): string | null {
  return name && Object.values(known).includes(name) ? name : null;
}

/** Lists how common programs begin their header, each with its name. */
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
export async function readProgram(text: string): Promise<string | null> {
  const known = programs.find(([start]) => start.test(text));
  // The parser refuses the empty text.
  if (known || text === "") return known?.[1] ?? null;
  const { browser, system } = await readUserAgent(text);
  return browser && system ? `${browser} on ${system}` : (browser ?? system);
}
