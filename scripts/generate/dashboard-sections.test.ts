import { parseSync } from "@swc/core";
import { describe, it } from "vitest";
import { sectionsIn } from "./dashboard-sections";

const routes = "web/dashboard/users/routes.ts";
const read = (source: string) => sectionsIn(parseSync(source, { syntax: "typescript" }), routes);

describe("the sections of a module of routes", () => {
  it("are the names that it hands to sectionPages, with the modules that they load", ({ expect }) => {
    const source =
      'const a = sectionPages("users", () => import("./pages")); const b = sectionPages("user", () => import("./user/pages"));';
    expect(read(source)).toEqual([
      { name: "users", entry: "web/dashboard/users/pages.ts" },
      { name: "user", entry: "web/dashboard/users/user/pages.ts" },
    ]);
  });

  it("have names and modules that can be read from the source", ({ expect }) => {
    expect(() => read('sectionPages(name, () => import("./pages"));')).toThrow(routes);
    expect(() => read('sectionPages("users", load);')).toThrow(routes);
    expect(() => read('sectionPages("users", () => import("./nowhere"));')).toThrow(routes);
  });
});
