import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Frame, Page } from "playwright-core";

/** The minified one, as each page parses it: half of the size of `axe.source`. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

/**
 * Lists the accessibility problems of the page. They are axe's serious and critical findings in light at the width of a desktop.
 * Content that is wider than the window of a phone is a problem as well. The contrast of dark is computed from its tokens
 * (`web/ui/ui.test.ts`). Restores the size and the scheme of the page.
 */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const sizeBefore = page.viewportSize();
  // In frames as well.
  for (const frame of page.frames()) await loadAxe(frame);
  // Each change lays the page out and paints it anew, which takes longer than axe.
  if (sizeBefore?.width !== DESKTOP.width) await page.setViewportSize(DESKTOP);
  const looksAsAsked = await page.evaluate(
    () => matchMedia("(prefers-color-scheme: light) and (prefers-reduced-motion: reduce)").matches,
  );
  if (!looksAsAsked) await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const violations = await page.evaluate(findViolations);
  const problems = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, impact, nodes }) =>
      nodes.map(({ target, any }) => `${id} at ${target.join(" ")} (${any[0]?.message ?? impact})`),
    );
  await page.setViewportSize(PHONE);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (overflow > 0) problems.push(`on a phone: ${overflow} px wider than the window`);
  if (!looksAsAsked) await page.emulateMedia({ colorScheme: null });
  if (sizeBefore) await page.setViewportSize(sizeBefore);
  return problems;
}

/** Makes axe available in a document; one that shows state after state has it from the first on. */
export async function loadAxe(frame: Page | Frame): Promise<void> {
  if (!(await frame.evaluate(() => "axe" in globalThis))) await frame.evaluate(axeSource);
}

/** Runs in the page. */
async function findViolations() {
  const { axe: axeOfPage } = globalThis as unknown as { axe: typeof axe };
  // Another colour scheme takes effect before the next paint.
  await new Promise(requestAnimationFrame);
  // The size of targets: axe leaves the rules of WCAG 2.2 out unless they are named.
  const of22 = axeOfPage.getRules(["wcag22aa"]).map(({ ruleId }) => [ruleId, { enabled: true }] as const);
  return (await axeOfPage.run({ resultTypes: ["violations"], rules: Object.fromEntries(of22) })).violations;
}
