import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { REPOSITORY } from "../platform/wrangler";

const KIT = path.join(REPOSITORY, "dist/kit");

/**
 * Tells whether an import is of React, which a website has itself, or of the core of the kit, which is checked by itself.
 * @param id a specifier, or the absolute path of what it leads to
 * @param kit the folder of the built kit
 */
export function isNotCounted(id: string, kit = KIT): boolean {
  if (!path.isAbsolute(id)) return /^react(-dom)?($|\/)/.test(id);
  return /^(?!react\/|ui\/)[\w/-]+\.js$/.test(path.relative(kit, id));
}

/**
 * Weighs what a page loads at once that imports all of `@gatehouse/kit/react`, minified, in gzipped bytes: with the stylesheet and all
 * libraries but React. Pages, forms, dialogs and translations are loaded when they are shown.
 */
export async function componentsSize(): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), "gatehouse-components-"));
  const input = path.join(folder, "entry.js");
  await writeFile(input, `export * from ${JSON.stringify(path.join(KIT, "react/index.js"))};`);
  // It would warn of each module's `"use client"`, which means nothing in a website without server components.
  const bundle = await rolldown({ input, platform: "browser", external: (id) => isNotCounted(id), logLevel: "silent" });
  const { output } = await bundle.generate({ minify: true });
  await rm(folder, { recursive: true });

  const chunks = new Map(output.flatMap((part) => (part.type === "chunk" ? [[part.fileName, part] as const] : [])));
  const atOnce = new Set([...chunks.values()].filter(({ isEntry }) => isEntry));
  for (const { imports } of atOnce) {
    for (const name of imports) {
      const imported = chunks.get(name);
      if (imported) atOnce.add(imported);
    }
  }
  return gzipSync([...atOnce].map(({ code }) => code).join("\n")).length;
}
