import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it, onTestFinished } from "vitest";
import { REPOSITORY } from "../dev/wrangler";
import { modulesFrom } from "./module-graph";

/** The names of the modules that the first of these loads. */
function loadedFrom(files: Record<string, string>): string[] {
  const folder = mkdtempSync(path.join(REPOSITORY, "node_modules/.module-graph-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, source] of Object.entries(files)) writeFileSync(path.join(folder, name), source);
  const [entry = ""] = Object.keys(files);
  const modules = modulesFrom(path.relative(REPOSITORY, path.join(folder, entry)));
  return [...modules].map((file) => path.basename(file)).sort();
}

const part = "export const part = 1; export default part;";

describe("the modules of an entry", () => {
  it("are those that it imports at once or later, and what they import in turn", ({ expect }) => {
    const modules = loadedFrom({
      "entry.ts": 'import { part } from "./one"; const later = () => import("./later"); import "./effect";',
      "one.ts": 'import two from "./two"; export const part = two;',
      "two.ts": part,
      "later.tsx": 'import * as all from "./three"; export default () => <p>{all.part}</p>;',
      "three.ts": 'export * as nested from "./entry"; export const part = 1;',
      "effect.ts": "globalThis.name;",
      "other.ts": part,
    });
    expect(modules).toEqual(["effect.ts", "entry.ts", "later.tsx", "one.ts", "three.ts", "two.ts"]);
  });

  it("are none that are imported for their types alone, no packages and no styles", ({ expect }) => {
    const modules = loadedFrom({
      "entry.ts":
        'import type { A } from "./types"; import { type B } from "./types"; export type { C } from "./types"; export type * from "./types"; import "react"; import "./style.css";',
      "types.ts": "export type A = 1; export type B = 1; export type C = 1;",
      "style.css": "",
    });
    expect(modules).toEqual(["entry.ts"]);
  });

  it("are of a module that passes on exports only those that are imported", ({ expect }) => {
    const modules = loadedFrom({
      "entry.ts": 'import { renamed, starred, own } from "./index";',
      "index.ts":
        'export { part as renamed } from "./one"; export { other } from "./two"; export * from "./three"; export * from "./four"; export const own = 1;',
      "one.ts": part,
      "two.ts": "export const other = 1;",
      "three.ts": "export function starred() {}",
      "four.ts": "export const unused = 1;",
    });
    expect(modules).toEqual(["entry.ts", "index.ts", "one.ts", "three.ts"]);
  });
});
