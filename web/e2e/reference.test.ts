import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { sharedBrowser } from "./harness/browser";
import { networkIdle } from "./harness/network-idle";
import { referencePage } from "./harness/reference";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

const { openReference, foreign } = referencePage({ browser, gatehouse });

/** Runs in the page: the words of an element, and parts of its codes, that stand on two lines. */
function brokenWords(element: HTMLElement | SVGElement): string[] {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const broken: string[] = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    for (const { 0: word, index } of (node.textContent ?? "").matchAll(/[^\s/_-]+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
    }
  }
  return broken;
}

describe("the API reference", () => {
  // One page: to open it takes as long as ten pages of the dashboard.
  it("loads from the API's own origin alone, links to the site, and breaks no word of a table on a desktop or a phone", async ({
    expect,
  }) => {
    // Attack: a script or a font of a third party reads the keys that owners type into the page.
    const { page, requested } = await openReference();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      for (const name of ["Where it is safe", "What happened, and what to do"]) {
        const table = page.getByRole("table").filter({ hasText: name }).first();
        await table.locator("code").first().waitFor();
        expect([width, await table.evaluate(brokenWords)]).toEqual([width, []]);
      }
    }
    const link = page.getByRole("link", { name: "Gatehouse", exact: true });
    await expect.poll(() => link.getAttribute("href")).toBe(gatehouse.webUrl);
    await page.evaluate(() => location.assign("#tag/users/GET/users"));
    await page.getByRole("heading", { name: "List users in the order of sign-up, or search them" }).waitFor();
    await networkIdle(page);
    expect(requested.length).toBeGreaterThan(3);
    expect(foreign(requested)).toEqual([]);
  });
});
