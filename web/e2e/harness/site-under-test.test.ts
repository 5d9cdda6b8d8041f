import { globSync, readFileSync } from "node:fs";
import { describe, it } from "vitest";

describe("the site under test", () => {
  it("is built with the production build of React", ({ expect }) => {
    const scripts = globSync("dist/site-under-test/assets/*.js");
    expect(scripts.length).toBeGreaterThan(10);
    expect(scripts.filter((file) => readFileSync(file, "utf8").includes("jsxDEV"))).toEqual([]);
  });
});
