import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };

/** The only rule whose findings change with the colours. */
const DARK_RULES = ["color-contrast"];

/**
 * What hinders people on the page as it stands, in light and dark and at the width of a desktop and of a phone: axe's
 * serious and critical findings, and content that is wider than the window. Leaves the page as it was.
 */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const sizeBefore = page.viewportSize();
  const problems: string[] = [];
  for (const [name, size] of Object.entries(SIZES)) {
    await page.setViewportSize(size);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      // Legacy mode spares a second page for each run. It cannot look into frames of other origins, and ours have none.
      const axe = new AxeBuilder({ page }).setLegacyMode();
      const { violations } = await (colorScheme === "dark" ? axe.withRules(DARK_RULES) : axe).analyze();
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
