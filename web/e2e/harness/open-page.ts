import type { Browser, Page } from "playwright-core";
import { onTestFinished } from "vitest";

/**
 * Opens a page in a browser profile of its own for one test. Whatever is printed there as an error fails the test, unless
 * it is `tolerated`: browsers print refused calls by themselves.
 */
export async function openPage(browser: Browser, baseURL: string, tolerated?: RegExp): Promise<Page> {
  const context = await browser.newContext({ baseURL });
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
  return context.newPage();
}
