import Bowser from "bowser";

/** What a request was sent from, as far as its `User-Agent` reveals it. */
export interface Device {
  /** Such as `Firefox`. */
  browser: string | null;
  /** Such as `macOS`. */
  system: string | null;
}

/** Longer ones are not of browsers. */
const longestUserAgent = 512;

/** The browser and system that a `User-Agent` names. */
export function deviceOf(userAgent: string | null): Device {
  if (!userAgent || userAgent.length > longestUserAgent) return { browser: null, system: null };
  const { browser, os } = Bowser.parse(userAgent);
  return { browser: browser.name || null, system: os.name || null };
}
