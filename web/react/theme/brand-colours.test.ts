import { describe, it } from "vitest";
import { brandColours } from "./brand-colours";
import { contrast, parseHex } from "./contrast";

const schemes = ["light", "dark"] as const;
const canvas = { light: "#f5f3ee", dark: "#111513" };
const surface = { light: "#fffefc", dark: "#181d1a" };

function ratio(one: string, other: string): number {
  const [first, second] = [parseHex(one), parseHex(other)];
  if (!first || !second) throw new Error(`${one} or ${other} is no colour.`);
  return contrast(first, second);
}

describe("contrast", () => {
  it.for([
    ["#000000", "#ffffff", 21],
    ["#777777", "#ffffff", 4.48],
    ["#1c5d4e", "#1c5d4e", 1],
  ] as const)("of %s and %s is %d, as WCAG has it", ([one, other, expected], { expect }) => {
    expect(ratio(one, other)).toBeCloseTo(expected, 2);
    expect(ratio(other, one)).toBeCloseTo(expected, 2);
  });
});

describe("brandColours", () => {
  const accents = ["#ffffff", "#000000", "#ffdd00", "#ff0000", "#00ff00", "#0000ff", "#1c5d4e", "#808080", "#ffc0cb"];

  it.for(accents)(
    "%s: reaches WCAG AA as text, below the text of a button, and on its soft background",
    (accent, { expect }) => {
      for (const scheme of schemes) {
        const colours = brandColours(accent)?.[scheme];
        if (!colours) throw new Error(`${accent} is no colour.`);
        const { primary, primaryForeground, accent: soft, accentForeground, button } = colours;
        const pairs = { canvas: canvas[scheme], surface: surface[scheme], soft, foreground: primaryForeground };
        for (const [name, other] of Object.entries(pairs)) {
          expect(ratio(primary, other), `${scheme}: ${primary} on ${name}`).toBeGreaterThanOrEqual(4.5);
          expect(ratio(accentForeground, other), `${scheme}: ${accentForeground} on ${name}`).toBeGreaterThanOrEqual(
            4.5,
          );
        }
        for (const fill of [button, colours.buttonHover]) {
          expect(ratio(colours.buttonForeground, fill), `${scheme}: text on ${fill}`).toBeGreaterThanOrEqual(4.5);
        }
        expect(ratio(button, surface[scheme]), `${scheme}: ${button} on the card`).toBeGreaterThan(1.2);
      }
    },
  );

  it("leaves a colour as it is where it can be read", ({ expect }) => {
    expect(brandColours("#1c5d4e")?.light.primary).toBe("#1c5d4e");
    expect(brandColours("#83CCB5")?.dark.primary).toBe("#83ccb5");
  });

  it("leaves the buttons of a pale colour in it, below dark text", ({ expect }) => {
    expect(brandColours("#ffdd00")?.light).toMatchObject({ button: "#ffdd00", buttonForeground: "#000000" });
    expect(brandColours("#0000ff")?.dark).toMatchObject({ button: "#0000ff", buttonForeground: "#ffffff" });
  });

  it.for(["", "red", "#fff", "#12345g", "#1c5d4e; background: url(https://evil.example)"])(
    "has none for %s",
    (text, { expect }) => {
      expect(brandColours(text)).toBeUndefined();
    },
  );
});
