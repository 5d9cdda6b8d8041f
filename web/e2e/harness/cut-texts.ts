import type { Page } from "playwright-core";

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
