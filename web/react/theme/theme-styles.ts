/** Fonts that every platform has in some form, by name. */
export const fonts: Record<string, string> = {
  system: "system-ui, sans-serif",
  serif: "ui-serif, Charter, Georgia, Cambria, serif",
  rounded: 'ui-rounded, "SF Pro Rounded", "Hiragino Maru Gothic ProN", Quicksand, Nunito, system-ui, sans-serif',
  mono: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
};

/** Holds what a website may set; what it leaves out stays as it is. */
export type ThemeOptions = {
  light?: ThemeColours;
  dark?: ThemeColours;
  /** A CSS length, or a number of pixels. */
  radius?: string | number;
  /** A CSS font family, or one of ours; the website's own by default. */
  font?: string;
};

/** The rule of a theme for scopes with `className`; empty for a theme that sets nothing. */
export function themeStyles(className: string, { light, dark, radius, font }: ThemeOptions): string {
  const declarations = [
    ...Object.entries(colourTokens(light)).map(([token, value]) => declaration(`${token}-light`, value)),
    ...Object.entries(colourTokens(dark)).map(([token, value]) => declaration(`${token}-dark`, value)),
    declaration("radius", typeof radius === "number" ? `${radius}px` : radius),
    declaration("font", font && (Object.hasOwn(fonts, font) ? fonts[font] : font)),
  ].filter(Boolean);
  return declarations.length > 0 ? `.gatehouse.${className}{${declarations.join(";")}}` : "";
}

function declaration(token: string, value: string | undefined): string | undefined {
  return value && isPlainValue(value) ? `--gh-${token}:${value}` : undefined;
}

/** The colours that a theme may set, by the names that design systems share. */
export type ThemeColours = {
  background?: string;
  foreground?: string;
  card?: string;
  cardForeground?: string;
  popover?: string;
  popoverForeground?: string;
  primary?: string;
  primaryForeground?: string;
  /** Of buttons, where it is not that of text and lines (`primary`). */
  button?: string;
  buttonForeground?: string;
  buttonHover?: string;
  secondary?: string;
  secondaryForeground?: string;
  muted?: string;
  mutedForeground?: string;
  accent?: string;
  accentForeground?: string;
  destructive?: string;
  destructiveForeground?: string;
  border?: string;
  input?: string;
  ring?: string;
};

/**
 * The tokens of each colour; those of our components have no counterpart for the rest (`cardForeground`, …). Of two that
 * share a token, the later one counts. What a colour is mixed into is a colour of the same theme.
 */
const tokens: { [Colour in keyof ThemeColours]: (value: string) => Record<string, string> } = {
  background: (value) => ({ canvas: value }),
  foreground: (value) => ({ ink: value }),
  card: (value) => ({ surface: value }),
  popover: (value) => ({ raised: value }),
  secondary: (value) => ({ sunken: value }),
  muted: (value) => ({ sunken: value }),
  mutedForeground: (value) => ({ "ink-soft": value }),
  primary: (value) => ({
    accent: value,
    "accent-strong": `color-mix(in oklab, ${value} 85%, var(--gh-ink))`,
    "accent-soft": `color-mix(in oklab, ${value} 14%, var(--gh-surface))`,
    "on-accent": readableOn(value),
  }),
  primaryForeground: (value) => ({ "on-accent": value }),
  button: (value) => ({ fill: value, "fill-strong": value, "on-fill": readableOn(value) }),
  buttonForeground: (value) => ({ "on-fill": value }),
  buttonHover: (value) => ({ "fill-strong": value }),
  accent: (value) => ({ "accent-soft": value }),
  accentForeground: (value) => ({ "accent-strong": value }),
  destructive: (value) => ({
    danger: value,
    "danger-strong": `color-mix(in oklab, ${value} 85%, var(--gh-ink))`,
    "danger-soft": `color-mix(in oklab, ${value} 14%, var(--gh-surface))`,
    "on-danger": readableOn(value),
  }),
  destructiveForeground: (value) => ({ "on-danger": value }),
  border: (value) => ({ line: value }),
  input: (value) => ({ "line-strong": value }),
  ring: (value) => ({ ring: value }),
};

/** Tokens with their values. Anything that could end a declaration is not a colour, and left out. */
function colourTokens(colours: ThemeColours = {}): Record<string, string> {
  const given = Object.entries(tokens).flatMap(([colour, tokensOf]) => {
    const value = colours[colour as keyof ThemeColours];
    return value !== undefined && isPlainValue(value) ? [tokensOf(value)] : [];
  });
  return Object.assign({}, ...given);
}

/** Attack: a value from a project's configuration that ends its declaration, and adds rules of its own. */
function isPlainValue(value: string): boolean {
  return /^[^;{}<>\\@]+$/.test(value) && !/url\(|\/\*/i.test(value);
}

/** Black or white, whichever has more contrast with a colour (WCAG 2.2, relative luminance). */
function readableOn(value: string): string {
  const light = luminanceOf(value);
  // Colours in another notation are left to the browser.
  if (light === undefined) return `oklch(from ${value} clamp(0, (0.62 - l) * 1000, 1) 0 0)`;
  return light > 0.179 ? "#000000" : "#ffffff";
}

function luminanceOf(value: string): number | undefined {
  const colour = parseHex(value.trim().replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3"));
  return colour && luminance(colour);
}

/** A colour in sRGB, each channel from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Reads `#rrggbb`; undefined for anything else. */
export function parseHex(text: string): Rgb | undefined {
  if (!/^#[0-9a-f]{6}$/i.test(text)) return undefined;
  const number = Number.parseInt(text.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

export function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
