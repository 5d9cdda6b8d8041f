import { describe, it } from "vitest";
import { accessibilityProblems } from "./accessibility";
import { sharedBrowser } from "./browser";

const browser = await sharedBrowser();

describe("accessibilityProblems", () => {
  it("finds a picture without words, pale text, and a page too wide for a phone", async ({ expect }) => {
    const context = await browser.newContext({ viewport: { width: 1000, height: 700 } });
    const page = await context.newPage();
    await page.setContent(`<!doctype html><html lang="en"><title>Test</title><main><h1>Test</h1>
      <style>p { color: #777; background: #fff }</style>
      <img src="data:," width="500" height="10"><p>Pale</p></main></html>`);
    const problems = await accessibilityProblems(page);
    expect(problems.map((problem) => problem.split(" at ")[0])).toEqual([
      "color-contrast",
      "image-alt",
      expect.stringMatching(/^on a phone: \d+ px wider than the window$/),
    ]);
    expect(page.viewportSize()).toEqual({ width: 1000, height: 700 });
    await context.close();
  });
});
