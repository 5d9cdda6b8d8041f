import { gzipSync } from "node:zlib";
import type { Response } from "playwright-core";
import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { openPage, sharedBrowser } from "./harness/browser";
import { networkIdle } from "./harness/network-idle";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

/** The most requests of the page, for whatever: its document, code, styles, fonts, images and what it reads of the API. */
const maxRequests = 9;

/** The most that they transfer together, gzipped. */
const maxBytes = 146_000;

describe("the sign-in page, opened with an empty cache", () => {
  it(`takes ${maxRequests} requests and ${maxBytes / 1000} KB at most`, async ({ expect }) => {
    const page = await openPage(browser, gatehouse.webUrl);
    const responses: Response[] = [];
    page.on("response", (response) => responses.push(response));
    await page.goto("/handler/sign-in");
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    await networkIdle(page);
    const sizes = await Promise.all(
      responses.map(async (response) => ({ url: response.url(), bytes: gzipSync(await response.body()).length })),
    );
    const list = sizes.map(({ url, bytes }) => `${bytes} ${url}`).join("\n");
    expect(sizes.length, list).toBeLessThanOrEqual(maxRequests);
    expect(
      sizes.reduce((sum, { bytes }) => sum + bytes, 0),
      list,
    ).toBeLessThanOrEqual(maxBytes);
  });

  it("begins to load its code and styles with the document, not one module after the other", async ({ expect }) => {
    const page = await openPage(browser, gatehouse.webUrl);
    const nameOf = (url: string) => /\/assets\/([a-z-]+)-[\w-]{8}(\.\w+)$/.exec(url)?.slice(1).join("");
    const requested = new Set<string | undefined>();
    const isAllRequested = Promise.withResolvers<void>();
    page.on("request", (request) => {
      requested.add(nameOf(request.url()));
      if (["handler-main.js", "handler.js", "handler-main.css"].every((name) => requested.has(name)))
        isAllRequested.resolve();
    });
    // The document's only module is not there before all of that was asked for.
    await page.route("**/assets/handler-main-*.js", async (route) => {
      await isAllRequested.promise;
      await route.continue();
    });
    await page.goto("/handler/sign-in");
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    expect([...requested].filter((name) => name === "handler-main.js")).toEqual(["handler-main.js"]);
  });
});
