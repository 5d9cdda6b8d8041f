import type { Browser, Page } from "playwright-core";
import { onTestFinished } from "vitest";

/** Opens a page in a browser profile of its own for one test. Whatever is printed there as an error fails the test. */
export async function openPage(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL });
  const errors: string[] = [];
  context.on("console", (message) => {
    if (message.type() === "error") errors.push(`${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => errors.push(String(error.error())));
  onTestFinished(async () => {
    await context.close();
    if (errors.length > 0) throw new Error(`The page printed errors:\n${errors.join("\n")}`);
  });
  return context.newPage();
}
