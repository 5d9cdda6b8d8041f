import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { dashboardTexts, type Texts } from "../../../scripts/testing/catalogues";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { sharedBrowser } from "./browser";
import type { PageCase, PagesProject } from "./dashboard-pages";
import { networkIdle } from "./network-idle";
import { openSignedIn } from "./visit-signed-in";

const browser = await sharedBrowser();

/** The previews of emails run no script, not even those by which a test watches a page. */
export const refused = /Blocked script execution in 'about:srcdoc'/;

/** The most requests of a page that is opened with an empty cache, for whatever. */
export const maxRequests = 25;

/** Keeps each text that the page shows, at whatever time, but for code and what else is in no language. Runs in the page, before its scripts. */
function recordTexts() {
  const texts = new Set<string>();
  Object.assign(globalThis, { shownTexts: texts });
  const keep = (node: Node) => {
    if (node.parentElement?.closest("[translate=no]")) return;
    if (node instanceof Text) texts.add(node.data);
    for (const child of node.childNodes) keep(child);
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) for (const node of [target, ...addedNodes]) keep(node);
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

const shownTexts = (page: Page) =>
  page.evaluate(() => [...(globalThis as unknown as { shownTexts: Set<string> }).shownTexts]);

/** Tests how many requests each of these pages takes in Japanese, which is loaded beside what is loaded in English. */
export function describeBudgets(
  gatehouse: Gatehouse,
  pages: readonly (readonly [string, PageCase])[],
  project: () => PagesProject,
): void {
  describe.each(pages)("%s, opened with an empty cache", (_, { path }) => {
    it(`takes ${maxRequests} requests at most in Japanese, and never shows a text in English`, async ({ expect }) => {
      const japanese: Texts = Object.assign({}, ...Object.values(dashboardTexts("ja-JP")));
      const page = await openSignedIn(browser, gatehouse, project().owner, refused, "ja-JP");
      await page.addInitScript(recordTexts);
      const requests: string[] = [];
      page.on("request", (request) => requests.push(`${request.method()} ${request.url()}`));
      await page.goto(path(project()));
      await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
      await networkIdle(page);
      expect(requests.length, requests.join("\n")).toBeLessThanOrEqual(maxRequests);
      const texts = await shownTexts(page);
      expect(texts.filter((text) => Object.values(japanese).includes(text))).not.toEqual([]);
      expect(texts.filter((text) => (japanese[text] ?? text) !== text)).toEqual([]);
    });
  });
}
