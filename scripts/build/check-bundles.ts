import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Manifest, type Rolldown } from "vite";
import { REPOSITORY } from "../dev/wrangler";

/** Words that only occur in a client bundle when a server library has slipped into it. */
const FORBIDDEN_IN_KIT = ["ZodError", "drizzle", "hono"];

/** What each bundle may weigh, in gzipped bytes. */
const BUDGETS = {
  "the Worker": 1_000_000,
  "the kit's client app": 15_000,
  "the sign-in page's first load": 130_000,
} as const;

/** Entries of the site's manifest that are loaded before the sign-in page shows its form, by whatever methods. */
const SIGN_IN_PAGE = ["index.html", "handler-root.tsx", "../react/pages/sign-in.tsx"];

/** Prints what the bundles in `dist/` weigh. Throws when one is over its budget or holds what it must not. */
export async function checkBundles(): Promise<void> {
  const sizes: Record<keyof typeof BUDGETS, number> = {
    "the Worker": workerSize(),
    "the kit's client app": gzipSync(await bundleClientApp()).length,
    "the sign-in page's first load": firstLoadSize(SIGN_IN_PAGE),
  };
  const problems: string[] = [];
  for (const name of Object.keys(BUDGETS) as (keyof typeof BUDGETS)[]) {
    console.log(`${name}: ${inKilobytes(sizes[name])} of ${inKilobytes(BUDGETS[name])} gzipped`);
    if (sizes[name] > BUDGETS[name]) problems.push(`${name} is over its budget`);
  }
  for (const file of globSync("dist/kit/kit/**/*.js", { cwd: REPOSITORY })) {
    const code = readFileSync(path.join(REPOSITORY, file), "utf8");
    for (const word of FORBIDDEN_IN_KIT) if (code.includes(word)) problems.push(`${file} contains "${word}"`);
  }
  if (problems.length > 0) throw new Error(`The bundles are not as promised: ${problems.join("; ")}.`);
}

/** The Worker's upload: its script and the modules beside it (WebAssembly), without source maps. */
function workerSize(): number {
  const folder = path.join(REPOSITORY, "dist/worker");
  return readdirSync(folder)
    .filter((file) => !file.endsWith(".map") && file !== "README.md")
    .reduce((sum, file) => sum + gzippedSize(path.join(folder, file)), 0);
}

/** What an application loads at once that imports the client app alone from the built kit, minified. */
async function bundleClientApp(): Promise<string> {
  const entry = "virtual:client-app";
  const { output } = (await build({
    configFile: false,
    plugins: [
      {
        name: "client-app-entry",
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) =>
          id === entry ? `export { GatehouseClientApp } from "${REPOSITORY}/dist/kit/kit/index.js";` : undefined,
      },
    ],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: "strict" },
    },
    logLevel: "warn",
  })) as Rolldown.RolldownOutput;
  const chunks = new Map(output.flatMap((part) => (part.type === "chunk" ? [[part.fileName, part] as const] : [])));
  const atOnce = new Set([...chunks.values()].filter((chunk) => chunk.isEntry));
  for (const chunk of atOnce) {
    for (const imported of chunk.imports) atOnce.add(chunks.get(imported) ?? chunk);
  }
  return [...atOnce].map(({ code }) => code).join("\n");
}

/** Scripts and styles that the browser loads before these entries of the site's manifest have run. */
function firstLoadSize(entries: string[]): number {
  const folder = path.join(REPOSITORY, "dist/site");
  const manifest: Manifest = JSON.parse(readFileSync(path.join(folder, ".vite/manifest.json"), "utf8"));
  const files = new Set<string>();
  const visited = new Set<string>();
  const visit = (name: string) => {
    if (visited.has(name)) return;
    visited.add(name);
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The site's manifest has no entry "${name}": its name is kept in this check.`);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const entry of entries) visit(entry);
  return [...files].reduce((sum, file) => sum + gzippedSize(path.join(folder, file)), 0);
}

function gzippedSize(file: string): number {
  if (!existsSync(file)) throw new Error(`${file} is missing: run the build first.`);
  return gzipSync(readFileSync(file)).length;
}

function inKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}
