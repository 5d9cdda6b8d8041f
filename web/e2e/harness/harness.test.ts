import { globSync, readFileSync } from "node:fs";
import { describe, it } from "vitest";
import { accessibilityProblems } from "./accessibility";
import { sharedBrowser } from "./browser";
import { networkIdle, watchRequests } from "./network-idle";

const browser = await sharedBrowser();

describe("accessibilityProblems", () => {
  it("finds a picture without words, pale text, small targets, and a page too wide for a phone", async ({ expect }) => {
    const context = await browser.newContext({ viewport: { width: 1000, height: 700 } });
    const page = await context.newPage();
    await page.setContent(`<!doctype html><html lang="en"><title>Test</title><main><h1>Test</h1>
      <style>p { color: #777; background: #fff }</style>
      <img src="data:," width="500" height="10"><p>Pale</p>
      <button style="width: 20px; height: 20px">A</button><button style="width: 20px; height: 20px">B</button></main></html>`);
    const problems = await accessibilityProblems(page);
    expect(problems.map((problem) => problem.split(" at ")[0])).toEqual([
      "color-contrast",
      "image-alt",
      "target-size",
      "target-size",
      expect.stringMatching(/^on a phone: \d+ px wider than the window$/),
    ]);
    expect(page.viewportSize()).toEqual({ width: 1000, height: 700 });
    await context.close();
  });
});

describe("networkIdle", () => {
  it("waits for the requests that are open, for those that follow them, and for frames", async ({ expect }) => {
    const page = await browser.newPage();
    watchRequests(page);
    const done: string[] = [];
    const held = Promise.withResolvers<void>();
    await page.route("**/*", async (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname === "/first") await held.promise;
      done.push(pathname);
      const body =
        pathname === "/"
          ? `<iframe src="/frame"></iframe><script type="module">
              await fetch("/first");
              await fetch("/second").catch(() => fetch("/third"));
            </script>`
          : "";
      await (pathname === "/second" ? route.abort() : route.fulfill({ contentType: "text/html", body }));
    });
    await page.goto("http://localhost/");
    let isIdle = false;
    const idle = networkIdle(page).then(() => {
      isIdle = true;
    });
    // The first request is open for longer than no request may be.
    await page.waitForFunction(() => performance.now() > 1500);
    expect(isIdle).toBe(false);
    held.resolve();
    await idle;
    expect(done.toSorted()).toEqual(["/", "/first", "/frame", "/second", "/third"]);
    await page.close();
  });
});

describe("the site under test", () => {
  it("is built with the production build of React", ({ expect }) => {
    const scripts = globSync("dist/site-under-test/assets/*.js");
    expect(scripts.length).toBeGreaterThan(10);
    expect(scripts.filter((file) => readFileSync(file, "utf8").includes("jsxDEV"))).toEqual([]);
  });
});
