import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "vitest";
import { expiryAfter, isNever, lifetimes } from "./api-keys/lifetime-field";
import { initials } from "./data/avatar";
import { amountOf, currenciesOf, moneyText, priceText } from "./text/price-text";
import { formatRelativeTime } from "./text/relative-time";
import { english } from "./translation/translate";

describe("moneyText", () => {
  it.for([
    [1000, "USD", "$10.00"],
    [5, "EUR", "€0.05"],
    [0, "USD", "$0.00"],
    [-250, "GBP", "-£2.50"],
    [1200, "JPY", "¥1,200"],
    [1234, "KWD", "KWD\u00a01.234"],
    [99_999_999_999_999_999n, "USD", "$999,999,999,999,999.99"],
  ] as const)("%s of the smallest units of %s are %s, to the last digit", ([amount, currency, text], { expect }) => {
    expect(moneyText(amount, currency, english)).toBe(text);
  });
});

describe("priceText", () => {
  it("multiplies amounts as integers, and names how often they are paid", ({ expect }) => {
    const price = { USD: "0.1", JPY: "100", interval: [3, "month"] } as const;
    expect(currenciesOf(price)).toEqual(["USD", "JPY"]);
    expect(amountOf(price, "USD", 3)).toBe(30n);
    expect(priceText(price, "USD", 3, english)).toBe("$0.30 / 3 months");
    expect(priceText(price, "JPY", 1, english)).toBe("¥100 / 3 months");
    expect(priceText({ EUR: "5" }, "EUR", 1, english)).toBe("€5.00");
    expect(priceText({ EUR: "5", interval: [1, "year"] }, "EUR", 1, english)).toBe("€5.00 / year");
  });
});

const now = new Date("2026-03-01T12:00:00Z");
const second = 1_000;
const day = 86_400 * second;

const cases: [string, number, string][] = [
  ["nothing", 0, "just now"],
  ["almost a quarter of a minute", -14_999, "just now"],
  ["a quarter of a minute", -15 * second, "15 seconds ago"],
  ["almost a minute", -59 * second, "59 seconds ago"],
  ["a minute and a half", -90 * second, "1 minute ago"],
  ["hours, ahead", 2 * 3_600 * second, "in 2 hours"],
  ["almost two hours, ahead", 2 * 3_600 * second - second, "in 2 hours"],
  ["a little more than two hours, ahead", 2 * 3_600 * second + 60 * second, "in 2 hours"],
  ["almost a minute, ahead", 59 * second, "in 59 seconds"],
  ["almost a day, ahead", day - second, "in 24 hours"],
  ["almost seven days, ahead", 7 * day - second, "in 7 days"],
  ["a day and a half, ahead", 1.5 * day, "in 2 days"],
  ["a week and three days, ahead", 10 * day, "in 1 week"],
  ["almost seven days ago", -7 * day + second, "6 days ago"],
  ["days", -3 * day, "3 days ago"],
  ["five weeks", -35 * day, "5 weeks ago"],
  ["more than five weeks", -36 * day, "Jan 24, 2026"],
  ["more than five weeks, ahead", 36 * day, "Apr 6, 2026"],
];

describe("formatRelativeTime", () => {
  for (const [distance, millis, text] of cases) {
    it(`returns "${text}" for ${distance}`, ({ expect }) => {
      expect(formatRelativeTime(new Date(now.getTime() + millis), now, english)).toBe(text);
    });
  }
});

describe("initials", () => {
  it.for([
    ["Ada Lovelace", "AL"],
    ["  grace  brewster hopper ", "GH"],
    ["Karen", "KA"],
    ["ada@example.com", "AD"],
    ["中村 花子", "中花"],
    ["𝒜da 𝓛ovelace", "𝒜𝓛"],
    ["x", "X"],
    ["  ", undefined],
    [null, undefined],
  ] as const)("of %j are %j", ([name, letters], { expect }) => {
    expect(initials(name)).toBe(letters);
  });
});

describe("expiryAfter", () => {
  it("adds whole days to the current time", ({ expect }) => {
    expect(expiryAfter("1", now)).toEqual(new Date("2026-03-02T12:00:00Z"));
    expect(expiryAfter("90", now)).toEqual(new Date("2026-05-30T12:00:00Z"));
    expect(expiryAfter("365", now)).toEqual(new Date("2027-03-01T12:00:00Z"));
  });

  it("lets keys that never expire expire in two hundred years", ({ expect }) => {
    expect(expiryAfter("never", now).getUTCFullYear()).toBe(2226);
  });
});

describe("isNever", () => {
  for (const { value, label } of lifetimes) {
    it(`is ${value === "never"} for the lifetime "${label}"`, ({ expect }) => {
      expect(isNever(expiryAfter(value, now), now)).toBe(value === "never");
    });
  }

  it("is true for a time that no Date can hold", ({ expect }) => {
    // Attack: a user gives a key such an expiry, and the owner's list of keys fails as it is written.
    expect(isNever(new Date(8_640_000_000_000_001), now)).toBe(true);
  });
});

// Pages are checked by axe in light alone: that dark has contrast follows from its tokens, computed here.

const WEB = path.resolve(import.meta.dirname, "..");
const tokens = readFileSync(path.join(import.meta.dirname, "theme/tokens.css"), "utf8");

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
