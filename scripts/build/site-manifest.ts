import { readFileSync } from "node:fs";
import path from "node:path";
import type { Manifest } from "vite";

/** Says where the manifests of the site's two builds are, below its folder. */
export const MANIFESTS = { handler: ".vite/handler.json", dashboard: ".vite/dashboard.json" } as const;

/** Sources that a page loads, or names of their chunks, by the build that they are in. */
export type Entries = Readonly<Partial<Record<keyof typeof MANIFESTS, readonly string[]>>>;

/** Scripts and styles that the browser loads before these entries have run, below the site's folder. */
export function filesOfEntries(site: string, entries: Entries): string[] {
  return Object.entries(MANIFESTS).flatMap(([part, file]) => {
    const manifest = JSON.parse(readFileSync(path.join(site, file), "utf8"));
    return [...filesOf(manifest, entries[part as keyof typeof MANIFESTS] ?? [])];
  });
}

function filesOf(manifest: Manifest, entries: readonly string[]): ReadonlySet<string> {
  const files = new Set<string>();
  const visited = new Set(entries);
  for (const name of visited) {
    const chunk = manifest[name] ?? Object.values(manifest).find((each) => each.name === name);
    if (!chunk) throw new Error(`The site's manifest has no entry "${name}", which the build names.`);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const imported of chunk.imports ?? []) visited.add(imported);
  }
  return files;
}
