import { colourTokens, isPlainValue, type ThemeColours } from "./colours";

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
