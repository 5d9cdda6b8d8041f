import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import { REPOSITORY } from "../../../scripts/platform/wrangler";
import { languages } from "../../ui/translation/languages";
import { messagesOf } from "../../ui/translation/load-translation";
import { messageId } from "../../ui/translation/message-id";
import type { Messages } from "../../ui/translation/message-writer";

/** The catalogue of a language that there is not: each text is the longest of all its translations, as it is shown. */
export async function longestTexts(): Promise<Messages> {
  const english = JSON.parse(await readFile(path.join(REPOSITORY, "web/ui/translation/messages.json"), "utf8"));
  const catalogues = await Promise.all(languages.map(messagesOf));
  return Object.fromEntries(
    Object.keys(english).map((text) => {
      const id = messageId(text);
      const translations = catalogues.map((messages) => messages[id] ?? text);
      return [id, translations.reduce((one, other) => (widthOf(other) > widthOf(one) ? other : one))];
    }),
  );
}

/** Chinese, Japanese and Korean letters are twice as wide as others. */
function widthOf(message: string): number {
  const text = message.replace(/<\/?\w+>|\{\w+(?:, plural,)?|\w+ \{|\}/g, "");
  return [...text].reduce(
    (width, letter) => width + (/[\u1100-\u11ff\u2e80-\ud7ff\uff00-\uff60]/.test(letter) ? 2 : 1),
    0,
  );
}

export const PHONE = { width: 390, height: 844 };

/** The texts of the page that are cut, or wider than the window, but for names that people chose (`<bdi>`). */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(findCutTexts);
}

/** Runs in the page. */
function findCutTexts(): string[] {
  const isShown = (element: Element) =>
    element.checkVisibility() &&
    !element.closest(".sr-only, .gh\\:sr-only, [aria-hidden=true], svg, select") &&
    element.querySelector("bdi") === null;
  const isCut = (element: Element) => {
    const { right, left } = element.getBoundingClientRect();
    const hides = getComputedStyle(element).overflowX !== "visible";
    const isTruncated = hides && element.scrollWidth > element.clientWidth + 1;
    return isTruncated || right > window.innerWidth + 1 || left < -1;
  };
  return [...document.querySelectorAll("h1, h2, p, a, button, label, span, li, td, th")]
    .filter((element) => element.textContent?.trim() && isShown(element) && isCut(element))
    .map((element) => `${element.tagName}: ${element.textContent}`);
}
