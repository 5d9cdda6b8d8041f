import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, it } from "vitest";
import { importedBy } from "./proven";

async function importedIn(files: Record<string, string>): Promise<string[]> {
  const root = await mkdtemp(path.join(tmpdir(), "gatehouse-imported-"));
  try {
    for (const [file, contents] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(root, file)), { recursive: true });
      await writeFile(path.join(root, file), contents);
    }
    return importedBy(["web/a.test.ts"], root);
  } finally {
    await rm(root, { recursive: true });
  }
}

describe("what the tests of a group depend on", () => {
  it("is all that they import, over other files, later and by another's export, and no types", async ({ expect }) => {
    const files = {
      "web/a.test.ts": `
        import "node:fs";
        import type { T } from "./types";
        import { type Other, b } from "./folder";
        export type { U } from "./types";
        export { c } from "../scripts/c.ts";
        const later = () => import("./later");`,
      "web/folder/index.ts": 'import data from "../data.json"; import "../style.css?inline"; export const b = data;',
      "web/data.json": "{}",
      "web/style.css": "",
      "scripts/c.ts": 'export * from "./d"; export { b } from "../web/folder/index";',
      "scripts/d.tsx": "export const c = 1;",
      "web/later.mjs": "",
      "web/later.ts": "export {};",
      "web/types.ts": "export type T = 1; export type U = 2;",
    };
    expect((await importedIn(files)).sort()).toEqual([
      "scripts/c.ts",
      "scripts/d.tsx",
      "web/data.json",
      "web/folder/index.ts",
      "web/later.ts",
      "web/style.css",
    ]);
  });

  it("is refused where a file is missing", async ({ expect }) => {
    const files = { "web/a.test.ts": 'import { b } from "./b";' };
    await expect(importedIn(files)).rejects.toThrow("web/a.test.ts imports ./b, which is no file.");
  });
});
