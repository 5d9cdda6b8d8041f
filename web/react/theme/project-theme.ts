import { brandColours } from "./brand-colours";
import type { ThemeOptions } from "./theme-styles";

/** Holds what a project has set of its look; null where it has set nothing. */
export interface ProjectLook {
  accentColor: string | null;
  radius: keyof typeof radii | null;
  font: "system" | "serif" | "rounded" | "mono" | null;
}

/** The corners of fields and buttons; those of cards follow from them. */
export const radii = { none: "0rem", small: "0.25rem", medium: "0.5rem", large: "0.875rem" };

/** The theme of a project, whose accent colour is made readable in both schemes. */
export function projectTheme({ accentColor, radius, font }: ProjectLook): ThemeOptions {
  return {
    ...(accentColor && brandColours(accentColor)),
    ...(radius && { radius: radii[radius] }),
    ...(font && { font }),
  };
}
