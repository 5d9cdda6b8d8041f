import { luminance, parseHex, type Rgb, type ThemeOptions } from "./theme-styles";

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

/** The colours that a theme derives from the accent colour of a project, by their names in a theme. */
export type BrandColours = {
  primary: string;
  primaryForeground: string;
  accent: string;
  accentForeground: string;
  button: string;
  buttonForeground: string;
  buttonHover: string;
};

/** Text must reach this (WCAG 2.2 AA, success criterion 1.4.3), and a little for what browsers round. */
const readable = 4.55;
/** Less than this, and a button cannot be told from what is behind it. */
const visible = 1.3;
const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];

/** Backgrounds of either scheme on which the accent colour is text: `surface`, `canvas`, and `sunken` or `raised`. */
const backgrounds = {
  light: [rgb("#fffefc"), rgb("#f5f3ee"), rgb("#ece9e1")],
  dark: [rgb("#181d1a"), rgb("#111513"), rgb("#1f2522")],
} as const;

/**
 * Makes an accent colour readable in both schemes. As text and lines it becomes darker on light pages and lighter on dark
 * ones, as far as it has to. Buttons have it as it is, below text in black or white.
 * @param accent as `#rrggbb`; undefined is returned for anything else
 */
export function brandColours(accent: string): { light: BrandColours; dark: BrandColours } | undefined {
  const colour = parseHex(accent);
  return colour && { light: coloursOf("light", colour), dark: coloursOf("dark", colour) };
}

function coloursOf(scheme: "light" | "dark", colour: Rgb): BrandColours {
  const away = scheme === "light" ? black : white;
  const behind = backgrounds[scheme];
  const [surface] = behind;
  const soft = mix(surface, colour, 0.13);
  const isReadable = (candidate: Rgb) => [...behind, soft].every((each) => contrast(candidate, each) >= readable);
  // In steps, to the nearest readable colour; black on light pages and white on dark ones always are.
  const steps = Array.from({ length: 51 }, (_, step) => mix(colour, away, step / 50));
  const primary = steps.find(isReadable) ?? away;

  const button = contrast(colour, surface) >= visible ? colour : primary;
  const isPale = contrast(button, black) >= contrast(button, white);
  return {
    primary: toHex(primary),
    primaryForeground: scheme === "light" ? "#ffffff" : toHex(surface),
    accent: toHex(soft),
    accentForeground: toHex(mix(primary, away, 0.15)),
    button: toHex(button),
    buttonForeground: toHex(isPale ? black : white),
    // Away from the text, which can then be read even better.
    buttonHover: toHex(mix(button, isPale ? white : black, 0.15)),
  };
}

function rgb(hex: string): Rgb {
  return parseHex(hex) ?? white;
}

function toHex(colour: Rgb): string {
  return `#${colour.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;
}

/** `share` (0 to 1) of `other` in `colour`. */
function mix(colour: Rgb, other: Rgb, share: number): Rgb {
  const [red, green, blue] = colour;
  const at = (from: number, to: number) => Math.round(from + (to - from) * share);
  return [at(red, other[0]), at(green, other[1]), at(blue, other[2])];
}

/** Returns how well one colour can be read on the other, from 1 to 21 (WCAG 2.2, contrast ratio). Text needs 4.5. */
export function contrast(one: Rgb, other: Rgb): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}
