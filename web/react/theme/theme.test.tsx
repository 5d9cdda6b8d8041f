import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { describe, it } from "vitest";
import { GatehouseTheme, Scoped } from "./gatehouse-theme";
import { brandColours, contrast, projectTheme } from "./project-theme";
import { parseHex, themeStyles } from "./theme-styles";

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

const html = (content: ReactNode) => renderToString(content);

describe("GatehouseTheme", () => {
  it("puts its children into a scope, which has no box of its own", ({ expect }) => {
    expect(html(<GatehouseTheme>text</GatehouseTheme>)).toBe('<div class="gatehouse stack-scope contents">text</div>');
  });

  it("has a style element for settings of its own only, with the nonce of the website's policy", ({ expect }) => {
    const themed = html(<GatehouseTheme theme={{ radius: "0" }} nonce="n1" />);
    const [, ownClass] = /class="gatehouse stack-scope contents (gatehouse-\w+)"/.exec(themed) ?? [];
    expect(themed).toContain(`<style nonce="n1">.gatehouse.${ownClass}{--gh-radius:0}</style>`);
  });

  it("takes the settings of a theme around it, which its own replace", ({ expect }) => {
    const nested = html(
      <GatehouseTheme theme={{ radius: "1rem" }} scheme="dark">
        <GatehouseTheme theme={{ font: "serif" }}>text</GatehouseTheme>
      </GatehouseTheme>,
    );
    const classes = [...nested.matchAll(/class="([^"]+)" data-scheme="dark"/g)].map((match) => match[1]);
    expect(classes).toHaveLength(2);
    expect(classes[1]).toMatch(new RegExp(`^${classes[0]} gatehouse-\\w+$`));
  });
});

describe("Scoped", () => {
  it("is the root of a component, in a scope where there is none", ({ expect }) => {
    const root = '<div lang="en-US" class="gatehouse-component contents">text</div>';
    expect(html(<Scoped>text</Scoped>)).toBe(`<div class="gatehouse stack-scope contents">${root}</div>`);
    expect(
      html(
        <GatehouseTheme>
          <Scoped>text</Scoped>
        </GatehouseTheme>,
      ),
    ).toBe(`<div class="gatehouse stack-scope contents">${root}</div>`);
  });
});

const nothing = { accentColor: null, radius: null, font: null };

describe("projectTheme", () => {
  it("sets what the project has set, and nothing else", ({ expect }) => {
    expect(projectTheme(nothing)).toEqual({});
    expect(projectTheme({ ...nothing, radius: "none", font: "serif" })).toEqual({ radius: "0rem", font: "serif" });
  });

  it("declares an accent colour for both schemes, with the text on it", ({ expect }) => {
    const styles = themeStyles("t", projectTheme({ ...nothing, accentColor: "#ffdd00" }));
    expect(styles).toContain("--gh-accent-dark:#ffdd00;");
    expect(styles).toMatch(/--gh-accent-light:#[0-9a-f]{6};/);
    expect(styles).not.toContain("--gh-accent-light:#ffdd00");
    expect(styles).toContain("--gh-on-accent-light:#ffffff;");
  });
});

/** Returns what a theme declares, by token. */
function declared(theme: Parameters<typeof themeStyles>[1]): Record<string, string> {
  const body = /^\.gatehouse\.t\{(.*)\}$/.exec(themeStyles("t", theme))?.[1] ?? "";
  return Object.fromEntries(body.split(";").map((line) => line.replace("--gh-", "").split(/:(.*)/, 2)));
}

describe("themeStyles", () => {
  it("declares nothing for a theme that sets nothing", ({ expect }) => {
    expect(themeStyles("t", {})).toBe("");
    expect(themeStyles("t", { light: {}, dark: {} })).toBe("");
  });

  it("maps the names that design systems share to tokens of either scheme", ({ expect }) => {
    expect(
      declared({
        light: { background: "#fff", foreground: "#111", muted: "#eee", border: "hsl(0 0% 90%)" },
        dark: { background: "#000" },
      }),
    ).toEqual({
      "canvas-light": "#fff",
      "ink-light": "#111",
      "sunken-light": "#eee",
      "line-light": "hsl(0 0% 90%)",
      "canvas-dark": "#000",
    });
  });

  it("derives from a primary colour what stands on it, beside it and below a pointer", ({ expect }) => {
    expect(declared({ light: { primary: "#ffdd00" } })).toEqual({
      "accent-light": "#ffdd00",
      "accent-strong-light": "color-mix(in oklab, #ffdd00 85%, var(--gh-ink))",
      "accent-soft-light": "color-mix(in oklab, #ffdd00 14%, var(--gh-surface))",
      "on-accent-light": "#000000",
    });
    expect(declared({ light: { primary: "#123" } })["on-accent-light"]).toBe("#ffffff");
    const both = { light: { primary: "#ffdd00", primaryForeground: "#333333" } };
    expect(declared(both)["on-accent-light"]).toBe("#333333");
  });

  it("takes a radius as a length or in pixels, and a font by name or as a family", ({ expect }) => {
    expect(declared({ radius: 4, font: "mono" })).toMatchObject({
      radius: "4px",
      font: expect.stringMatching(/Menlo/),
    });
    expect(declared({ radius: "1rem", font: "Inter, sans-serif" })).toEqual({
      radius: "1rem",
      font: "Inter, sans-serif",
    });
  });

  it.for(["red;}body{display:none", "url(https://evil.example/x)", "</style><script>", "\\3b x", "red/*", "@import x"])(
    "leaves out %s",
    (value, { expect }) => {
      // Attack: a colour from a project's configuration ends its declaration, or loads something from elsewhere.
      expect(themeStyles("t", { light: { primary: value, border: value }, radius: value, font: value })).toBe("");
    },
  );
});
