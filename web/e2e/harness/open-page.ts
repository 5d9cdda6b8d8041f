import type { Browser, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { watchRequests } from "./network-idle";

/**
 * Opens a page in a new browser profile for one test. Errors in its console fail the test, unless they match
 * `tolerated`: browsers print failed requests there.
 * @param locale the browser's language
 */
export async function openPage(browser: Browser, baseURL: string, tolerated?: RegExp, locale?: string): Promise<Page> {
  // Playwright waits until what moves has come to rest, which is most of the time of some tests.
  const context = await browser.newContext({ baseURL, locale, reducedMotion: "reduce" });
  const errors: string[] = [];
  context.on("console", (message) => {
    const text = `${message.text()} (${message.location().url})`;
    if (message.type() === "error" && !tolerated?.test(text)) errors.push(text);
  });
  context.on("weberror", (error) => errors.push(String(error.error())));
  onTestFinished(async () => {
    await context.close();
    if (errors.length > 0) throw new Error(`The page printed errors:\n${errors.join("\n")}`);
  });
  const page = await context.newPage();
  watchRequests(page);
  return page;
}
