import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "vitest";

// Pages are checked by axe in light alone: that dark has contrast follows from its tokens, computed here.

const WEB = path.resolve(import.meta.dirname, "../..");
const tokens = readFileSync(path.join(import.meta.dirname, "tokens.css"), "utf8");

const texts = ["ink", "ink-soft", "accent", "accent-strong", "danger", "danger-strong", "warning", "success"] as const;
const backgrounds = [
  "canvas",
  "surface",
  "raised",
  "sunken",
  "accent-soft",
  "danger-soft",
  "warning-soft",
  "success-soft",
] as const;
const filled = [
  ["on-accent", "accent"],
  ["on-accent", "accent-strong"],
  ["on-danger", "danger"],
  ["on-danger", "danger-strong"],
] as const;
/** The edges of controls, and what they may lie on. */
const edges = ["canvas", "surface", "raised"].map((background) => ["line-strong", background] as const);

/** A token's colour in both themes, where no theme of a website has another. */
function colourOf(name: string): Record<"light" | "dark", string> {
  const declared = new RegExp(`--gh-${name}: light-dark\\(([^;]+)\\);`).exec(tokens)?.[1] ?? "";
  const [light = "", dark = ""] = declared.match(/#[0-9a-f]{6}/g) ?? [];
  return { light, dark };
}

/** WCAG 2.2, relative luminance of a colour written as `#rrggbb`. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2, contrast ratio of two colours. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function tooWeak(pairs: readonly (readonly [string, string])[], theme: "light" | "dark", min: number): string[] {
  return pairs
    .map(([front, back]) => ({ front, back, ratio: contrast(colourOf(front)[theme], colourOf(back)[theme]) }))
    .filter(({ ratio }) => !(ratio >= min))
    .map(({ front, back, ratio }) => `${front} on ${back}: ${ratio.toFixed(2)}`);
}

describe.each(["light", "dark"] as const)("the colours in %s", (theme) => {
  it("of texts have a contrast of 4.5 on every background (WCAG 1.4.3)", ({ expect }) => {
    const pairs = texts.flatMap((text) => backgrounds.map((background) => [text, background] as const));
    expect(tooWeak([...pairs, ...filled], theme, 4.5)).toEqual([]);
  });

  it("of the edges of controls have a contrast of 3 (WCAG 1.4.11)", ({ expect }) => {
    expect(tooWeak(edges, theme, 3)).toEqual([]);
  });
});

it("components have no colours of Tailwind's palette, whose contrast nothing computes", ({ expect }) => {
  const files = globSync("{ui,react,dashboard,site,embed}/**/*.tsx", { cwd: WEB });
  const palette = /\b(text|bg|border|outline|fill|stroke)-[a-z]+-\d{2,3}\b|\b(text|bg|border)-\[#/;
  const painted = files.filter((file) => palette.test(readFileSync(path.join(WEB, file), "utf8")));
  expect(files.length).toBeGreaterThan(200);
  expect(painted).toEqual([]);
});
