import axe from "axe-core";
import type { Page } from "playwright-core";

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

/** Light is checked with every rule, dark with the only one whose findings depend on colours. */
const RULES: Record<"light" | "dark", axe.RunOptions> = { light: {}, dark: { runOnly: ["color-contrast"] } };

/**
 * The accessibility problems of the page in light and dark, at the width of a desktop and of a phone: axe's serious and
 * critical findings, and content that is wider than the window. Restores the page's settings.
 */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const sizeBefore = page.viewportSize();
  const problems: string[] = [];
  // Once for all runs, and in frames as well: loading axe takes longer than a run.
  for (const frame of page.frames()) await frame.evaluate(axe.source);
  for (const [name, size] of Object.entries(SIZES)) {
    await page.setViewportSize(size);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const violations = await page.evaluate(findViolations, RULES[colorScheme]);
      for (const { id, impact, nodes } of violations) {
        if (impact !== "serious" && impact !== "critical") continue;
        for (const { target, any } of nodes) {
          problems.push(`${name}, ${colorScheme}: ${id} at ${target.join(" ")} (${any[0]?.message ?? impact})`);
        }
      }
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (overflow > 0) problems.push(`${name}: ${overflow} px wider than the window`);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  if (sizeBefore) await page.setViewportSize(sizeBefore);
  return problems;
}

/** Runs in the page. */
async function findViolations(options: axe.RunOptions) {
  const { axe: axeOfPage } = globalThis as unknown as { axe: typeof axe };
  // Another colour scheme takes effect before the next paint.
  await new Promise(requestAnimationFrame);
  return (await axeOfPage.run({ ...options, resultTypes: ["violations"] })).violations;
}
