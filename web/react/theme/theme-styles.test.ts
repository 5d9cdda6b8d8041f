import { describe, it } from "vitest";
import { themeStyles } from "./theme-styles";

/** What a theme declares, by token. */
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
