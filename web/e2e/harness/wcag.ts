import type axe from "axe-core";
import type { Page } from "playwright-core";
import { loadAxe } from "./accessibility";

// These functions check what WCAG 2.2 AA requires, can be measured, and is not among the rules that axe runs by itself.

/** A window of 1280 by 1024 pixels shows this much at 400 % zoom. */
export const NARROW = { width: 320, height: 256 };
const allSizes = [{ width: 1280, height: 800 }, { width: 640, height: 400 }, NARROW];

/** Targets below 24 pixels, and content that does not reflow to 320 pixels or at 200 % zoom (2.5.8, 1.4.10, 1.4.4). */
export async function sizeProblems(page: Page, sizes = allSizes): Promise<string[]> {
  const problems: string[] = [];
  await loadAxe(page);
  for (const { width, height } of sizes) {
    await page.setViewportSize({ width, height });
    const overflow = await page.evaluate(() => {
      const root = document.documentElement;
      // Its own width, which is the window's without the gutter of the scrollbar.
      return root.scrollWidth - root.getBoundingClientRect().width;
    });
    if (overflow !== 0) problems.push(`${width} px: ${overflow} px too wide`);
    problems.push(...(await page.evaluate(smallTargets)).map((target) => `${width} px: small ${target}`));
  }
  return problems;
}

/** Stops of the Tab key that do not show the focus, or have something above them (2.4.7, 2.4.11), or that there is none. */
export async function focusProblems(page: Page): Promise<string[]> {
  const problems: string[] = [];
  await page.setViewportSize({ width: 390, height: 600 });
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  let stops = 0;
  for (; stops < 80; stops++) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(describeFocus);
    if (stop === null) break;
    if (!stop.hasOutline) problems.push(`${stop.name}: no outline`);
    if (!stop.isOnTop) problems.push(`${stop.name}: obscured`);
  }
  if (stops === 0) problems.push("no stop");
  return problems;
}

/** Errors of a form that are no sentences, or not described at their fields (3.3.1). */
export async function unnamedErrors(page: Page): Promise<string[]> {
  await page.locator("[aria-invalid=true]").first().waitFor();
  const descriptions = await page
    .locator("[aria-invalid=true]")
    .evaluateAll((fields) =>
      fields.map((field) => document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent ?? ""),
    );
  return descriptions.filter((text) => !/\w.*\.$/.test(text));
}

/** Counts the animations of the page that take longer than a moment, as none may for who prefers reduced motion (2.3.3). */
export function longAnimations(page: Page): Promise<number> {
  return page.evaluate(
    () => document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0) > 10).length,
  );
}

/** Runs in the page: the targets that axe finds too small and too close to others. */
async function smallTargets(): Promise<string[]> {
  const { axe: axeOfPage } = globalThis as unknown as { axe: typeof axe };
  const { violations } = await axeOfPage.run({ runOnly: ["target-size"], resultTypes: ["violations"] });
  return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html.slice(0, 120)));
}

/** Runs in the page: how the element with the focus looks; null for none. */
function describeFocus(): { name: string; hasOutline: boolean; isOnTop: boolean } | null {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const style = getComputedStyle(element);
  const { left, top, width, height } = element.getBoundingClientRect();
  // Anywhere in it: WCAG allows that a part is hidden.
  const points = [0.5, 0.1, 0.9].map((part) => [left + width * part, top + height * 0.5] as const);
  const isOnTop = points.some(([x, y]) => {
    const found = document.elementFromPoint(x, y);
    return found !== null && (element.contains(found) || found.contains(element) || found.closest("label") !== null);
  });
  const hasOutline = style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 1;
  return { name: element.outerHTML.slice(0, 100), hasOutline, isOnTop };
}
