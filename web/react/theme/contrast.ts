/** A colour in sRGB, each channel from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Reads `#rrggbb`; undefined for anything else. */
export function parseHex(text: string): Rgb | undefined {
  if (!/^#[0-9a-f]{6}$/i.test(text)) return undefined;
  const number = Number.parseInt(text.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

export function toHex(colour: Rgb): string {
  return `#${colour.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;
}

/** `share` (0 to 1) of `other` in `colour`. */
export function mix(colour: Rgb, other: Rgb, share: number): Rgb {
  const [red, green, blue] = colour;
  const at = (from: number, to: number) => Math.round(from + (to - from) * share);
  return [at(red, other[0]), at(green, other[1]), at(blue, other[2])];
}

/** How well one colour can be read on the other, from 1 to 21 (WCAG 2.2, contrast ratio). Text needs 4.5. */
export function contrast(one: Rgb, other: Rgb): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
