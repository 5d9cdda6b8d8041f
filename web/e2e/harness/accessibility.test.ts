import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { accessibilityProblems } from "./accessibility";
import { launchBrowser } from "./browser";

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe("accessibilityProblems", () => {
  it("finds a picture without words, pale text in one theme, and a page too wide for a phone", async ({ expect }) => {
    const context = await browser.newContext({ viewport: { width: 1000, height: 700 } });
    const page = await context.newPage();
    await page.setContent(`<!doctype html><html lang="en"><title>Test</title><main><h1>Test</h1>
      <style>p { color: #777; background: #fff } @media (prefers-color-scheme: light) { p { color: #000 } }</style>
      <img src="data:," width="500" height="10"><p>Pale</p></main></html>`);
    const problems = await accessibilityProblems(page);
    expect(problems.map((problem) => problem.split(" at ")[0])).toEqual([
      "desktop, light: image-alt",
      "desktop, dark: color-contrast",
      "phone, light: image-alt",
      "phone, dark: color-contrast",
      expect.stringMatching(/^phone: \d+ px wider than the window$/),
    ]);
    expect(page.viewportSize()).toEqual({ width: 1000, height: 700 });
    await context.close();
  });
});
