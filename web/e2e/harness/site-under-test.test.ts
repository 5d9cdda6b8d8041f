import { globSync, readFileSync } from "node:fs";
import { describe, it } from "vitest";

describe("the site under test", () => {
  it("is React's production build", ({ expect }) => {
    const scripts = globSync("dist/site-under-test/assets/*.js");
    expect(scripts.length).toBeGreaterThan(10);
    expect(scripts.filter((file) => readFileSync(file, "utf8").includes("jsxDEV"))).toEqual([]);
  });
});
