import { describe, it } from "vitest";
import { sharedBrowser } from "./browser";
import { networkIdle, watchRequests } from "./network-idle";

const browser = await sharedBrowser();

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
