import { globSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { describe, it } from "vitest";
import * as kit from "../kit";
import { adminProjectReads } from "../kit/projects/admin-project";
import * as react from ".";
import { adminHooks } from "./hooks/admin-hooks";
import { hooksOf } from "./hooks/hook-of";
import { handlerPages } from "./pages/handler-route";

const page = await readFile("docs/react.md", "utf8");
/** Lists what the page names as code, alone or at the beginning of a call. */
const names = new Set([...page.matchAll(/`(\w+)[`(]/g)].map(([, name]) => name));

describe("docs/react.md", () => {
  it("names every export that the kit without React does not have", ({ expect }) => {
    const own = Object.keys(react).filter((name) => !(name in kit));
    expect(own.length).toBeGreaterThan(50);
    expect(own.filter((name) => !names.has(name))).toEqual([]);
  });

  it("names every hook of users, teams and apps", ({ expect }) => {
    const declared = globSync("web/react/hooks/*objects-with-hooks.ts")
      .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/^ {2}(use\w+)[(<]/gm)])
      .map(([, name]) => name)
      .concat(Object.keys({ ...adminHooks, ...hooksOf(adminProjectReads) }));
    expect(declared.length).toBeGreaterThan(10);
    expect(declared.filter((name) => !page.includes(`.${name}(`))).toEqual([]);
  });

  it("has the path of every page of the handler", ({ expect }) => {
    expect(Object.keys(handlerPages).filter((path) => !page.includes(`| \`/handler/${path}`))).toEqual([]);
  });
});

describe("docs/administration.md", () => {
  it("names every method that the admin app has from a table", async ({ expect }) => {
    const text = await readFile("docs/administration.md", "utf8");
    const { constructor: _, ...rows } = Object.getOwnPropertyDescriptors(
      Object.getPrototypeOf(kit.GatehouseAdminApp.prototype),
    );
    expect(Object.keys(rows).length).toBeGreaterThan(40);
    expect(Object.keys(rows).filter((name) => !text.includes(`\`${name}`))).toEqual([]);
  });
});
