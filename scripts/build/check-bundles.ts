import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";
import { parse } from "smol-toml";
import { dashboardLanguages } from "../../web/dashboard/translation/languages";
import { REPOSITORY } from "../platform/wrangler";
import { dashboardPages } from "../testing/catalogues";
import { type Bundler, bundlers, type Chunk } from "./bundlers";
import { componentsSize } from "./components-size";
import { type EmbedRelease, NEWEST_RELEASE } from "./embed";
import { type Entries, filesOfEntries } from "./site-manifest";

/** Words that only occur in a client bundle when a server library has slipped into it. */
const FORBIDDEN_IN_KIT = ["ZodError", "drizzle", "hono"];

/** A name that only the development build of React has, which is larger and prints warnings. */
const REACT_FOR_DEVELOPMENT = "react_stack_bottom_frame";

/** Limits what each bundle may weigh, in gzipped bytes. */
const BUDGETS = {
  worker: 1_000_000,
  /** Of the Worker: what every isolate evaluates before its first response. */
  hotPath: 219_000,
  signInPage: 142_000,
  /** A page of the dashboard, with the code of its section and its texts in whatever language. */
  dashboardSection: 282_000,
  /** A page that imports all of `@gatehouse/kit/react`. */
  components: 60_000,
  customElements: 152_000,
  /** With the client app: at once, and with all that it can load later for the users of a website. */
  clientApp: 15_600,
  wholeClientApp: 29_100,
  /** With imports of the kit that nothing uses. */
  unusedImports: 100,
} as const;

const SITE = path.join(REPOSITORY, "dist/site");

/** Entries of the site's manifests that are loaded before the form of the sign-in page can be submitted, by whatever methods. */
const SIGN_IN_PAGE = { handler: ["handler.html", "../react/pages/sign-in.tsx"] };

/** Entries that each page of the dashboard loads, beside that of its section. */
const DASHBOARD = ["load", "router-main.ts", "../dashboard/frame/frame.ts"];

/** Names what only Gatehouse's own dashboard loads of the client app: the projects that a user owns lead to the admin app. */
const ADMIN_APP = "admin-app.js";

const CLIENT_APP = 'export { GatehouseClientApp } from "@gatehouse/kit";';
const UNUSED_IMPORTS =
  'import { GatehouseClientApp, GatehouseServerApp, GatehouseAdminApp, KnownErrors } from "@gatehouse/kit";';

/** Prints what the bundles in `dist/` weigh. Throws when one is over its budget or holds what it must not. */
export async function checkBundles(): Promise<void> {
  const problems: string[] = [];
  const check = (name: string, bytes: number, budget: number) => {
    console.log(`${name}: ${inKilobytes(bytes)} of ${inKilobytes(budget)} gzipped`);
    if (bytes > budget) problems.push(`${name} is over its budget`);
  };
  check("the Worker", workerSize(), BUDGETS.worker);
  check("  at its start", await hotPathSize(), BUDGETS.hotPath);
  for (const [bundler, bundle] of Object.entries(bundlers)) {
    const clientApp = await bundleWithKit(CLIENT_APP, bundle, ADMIN_APP);
    check(`the kit's client app with ${bundler}`, clientApp.atOnce, BUDGETS.clientApp);
    check(`  with all that it can load`, clientApp.all, BUDGETS.wholeClientApp);
    const unused = await bundleWithKit(UNUSED_IMPORTS, bundle);
    check(`  unused imports`, unused.atOnce, BUDGETS.unusedImports);
  }
  check("all components, without React and the core", await componentsSize(), BUDGETS.components);
  check("the sign-in page's first load", firstLoadSize(SIGN_IN_PAGE), BUDGETS.signInPage);
  for (const [file, section] of new Map(dashboardPages().map(({ file, section }) => [file, section]))) {
    const { language, bytes } = heaviestLoad(file, section);
    check(`the dashboard's first load at ${file} in ${language}`, bytes, BUDGETS.dashboardSection);
  }
  check("the custom elements' first load", customElementsSize(), BUDGETS.customElements);
  for (const file of globSync("dist/kit/kit/**/*.js", { cwd: REPOSITORY })) {
    if (file.includes("/hono/")) continue;
    const code = readFileSync(path.join(REPOSITORY, file), "utf8");
    for (const word of FORBIDDEN_IN_KIT) if (code.includes(word)) problems.push(`${file} contains "${word}"`);
  }
  for (const file of globSync("dist/{site,kit}/**/*.js", { cwd: REPOSITORY })) {
    const code = readFileSync(path.join(REPOSITORY, file), "utf8");
    if (code.includes(REACT_FOR_DEVELOPMENT)) problems.push(`${file} has React's development build`);
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

/** Returns what a bundler makes of `code`, a module that imports the built kit: in gzipped bytes, at once and with what loads later. */
async function bundleWithKit(
  code: string,
  bundle: Bundler,
  leftOut?: string,
): Promise<{ readonly atOnce: number; readonly all: number }> {
  const folder = await mkdtemp(path.join(tmpdir(), "gatehouse-bundle-"));
  try {
    const entry = path.join(folder, "entry.js");
    await writeFile(entry, code.replace("@gatehouse/kit", path.join(REPOSITORY, "dist/kit/kit/index.js")));
    const chunks = await bundle(entry, leftOut);
    return {
      atOnce: gzippedTogether(chunks.filter(({ isLoadedAtOnce }) => isLoadedAtOnce)),
      all: gzippedTogether(chunks),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The shortest chunk is first: bundlers list them by their names, and the order alone makes half a kilobyte. */
function gzippedTogether(chunks: readonly Chunk[]): number {
  const inOrder = chunks.toSorted((a, b) => a.code.length - b.code.length);
  return gzipSync(inOrder.map(({ code }) => code).join("\n")).length;
}

/** Weighs what the browser loads before these entries of the site have run. */
function firstLoadSize(entries: Entries): number {
  return filesOfEntries(SITE, entries).reduce((sum, file) => sum + gzippedSize(path.join(SITE, file)), 0);
}

/** Returns what a page's first load weighs in the language in which it weighs most. */
function heaviestLoad(file: string, section: string): { language: string; bytes: number } {
  const page = path.posix.relative("web/site", file);
  const sizes = dashboardLanguages.map((language) => {
    const texts = ["frame", section].map((each) => `../dashboard/translation/texts/${each}.json?language=${language}`);
    return { language, bytes: firstLoadSize({ dashboard: [...DASHBOARD, page, ...texts] }) };
  });
  return sizes.reduce((heaviest, each) => (each.bytes > heaviest.bytes ? each : heaviest));
}

/** The script of the tag, and what it loads before an element shows anything. */
function customElementsSize(): number {
  const { version, firstFiles }: EmbedRelease = JSON.parse(readFileSync(path.join(SITE, NEWEST_RELEASE), "utf8"));
  const files = ["embed.js", ...firstFiles.map((name) => `embed/${version}/${name}`)];
  return files.reduce((sum, file) => sum + gzippedSize(path.join(SITE, file)), 0);
}

/** By file, as most files of the dashboard belong to the first load of every section in every language. */
const gzippedSizes = new Map<string, number>();

function gzippedSize(file: string): number {
  const known = gzippedSizes.get(file);
  if (known !== undefined) return known;
  if (!existsSync(file)) throw new Error(`${file} is missing: run the build first.`);
  const size = gzipSync(readFileSync(file)).length;
  gzippedSizes.set(file, size);
  return size;
}

function inKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}

const ENTRY = "worker/index.ts";

/**
 * Measures what every isolate evaluates before its first response, in gzipped bytes of minified code. That is the entry point
 * with its imports, except those that are loaded when they are first needed. In the one file that wrangler bundles, both cannot
 * be told apart. So this bundles the same code once more, in pieces.
 */
async function hotPathSize(): Promise<number> {
  const { alias } = parse(readFileSync(path.join(REPOSITORY, "wrangler.toml"), "utf8"));
  const { metafile, outputFiles } = await build({
    absWorkingDir: REPOSITORY,
    entryPoints: [ENTRY],
    outdir: "dist/hot-path",
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    target: "es2024",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["workerd", "worker", "browser"],
    define: { "process.env.NODE_ENV": '"production"' },
    external: ["cloudflare:*", "node:*", "*.wasm", ...builtinModules],
    plugins: [exactAliases(alias as Record<string, string>)],
  });
  const [entry] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === ENTRY) ?? [];
  if (!entry) throw new Error(`The bundle has no chunk of ${ENTRY}`);
  const chunks = new Set([entry]);
  for (const chunk of chunks) {
    for (const { kind, path: imported, external } of metafile.outputs[chunk]?.imports ?? []) {
      if (kind === "import-statement" && !external) chunks.add(imported);
    }
  }
  const codeOf = (chunk: string) => outputFiles.find((file) => file.path === path.join(REPOSITORY, chunk))?.text ?? "";
  return gzipSync([...chunks].map(codeOf).join("\n")).length;
}

/** The aliases of wrangler.toml, as wrangler reads them: each stands for one whole name. */
function exactAliases(alias: Readonly<Record<string, string>>): Plugin {
  return {
    name: "exact-aliases",
    setup({ onResolve }) {
      onResolve({ filter: /^[^./]/ }, ({ path: name }) => {
        const file = alias[name];
        return file === undefined ? undefined : { path: path.resolve(REPOSITORY, file) };
      });
    },
  };
}
