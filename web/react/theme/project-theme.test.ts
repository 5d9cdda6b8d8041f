import { describe, it } from "vitest";
import { projectTheme } from "./project-theme";
import { themeStyles } from "./theme-styles";

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
