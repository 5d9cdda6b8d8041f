import { contrast, mix, parseHex, type Rgb, toHex } from "./contrast";

/** The colours that a theme derives from the accent colour of a project, by their names in a theme. */
export type BrandColours = {
  primary: string;
  primaryForeground: string;
  accent: string;
  accentForeground: string;
};

/** What text must reach (WCAG 2.2 AA, success criterion 1.4.3), and a little for what browsers round. */
const readable = 4.55;
const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];

/** Backgrounds of either scheme on which the accent colour is text: `canvas`, `surface`, `raised` and `sunken`. */
const backgrounds = {
  light: ["#f5f3ee", "#fffefc", "#ece9e1"],
  dark: ["#111513", "#181d1a", "#1f2522"],
} as const;

/**
 * Makes an accent colour readable in both schemes: as text and lines on every background, and below the text of a button.
 * A colour that is too pale for light pages becomes darker there, and one too dark for dark pages lighter; others stay.
 * @param accent as `#rrggbb`; undefined is returned for anything else
 */
export function brandColours(accent: string): { light: BrandColours; dark: BrandColours } | undefined {
  const colour = parseHex(accent);
  return colour && { light: coloursOf("light", colour), dark: coloursOf("dark", colour) };
}

function coloursOf(scheme: "light" | "dark", colour: Rgb): BrandColours {
  const away = scheme === "light" ? black : white;
  const behind = backgrounds[scheme].map((hex) => parseHex(hex) ?? white);
  const surface = behind[1] ?? white;
  const soft = mix(surface, colour, 0.13);
  const isReadable = (candidate: Rgb) => [...behind, soft].every((each) => contrast(candidate, each) >= readable);
  // In steps, to the nearest readable colour; black on light pages and white on dark ones always are.
  const steps = Array.from({ length: 51 }, (_, step) => mix(colour, away, step / 50));
  const primary = steps.find(isReadable) ?? away;
  return {
    primary: toHex(primary),
    primaryForeground: scheme === "light" ? "#ffffff" : toHex(surface),
    accent: toHex(soft),
    accentForeground: toHex(mix(primary, away, 0.15)),
  };
}
