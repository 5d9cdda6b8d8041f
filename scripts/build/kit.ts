import { execFileSync } from "node:child_process";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import MagicString from "magic-string";
import { type BuildOptions, build, type InlineConfig, type Plugin } from "vite";
import { REPOSITORY } from "../platform/wrangler";
import { catalogues } from "./catalogues";
import { buildWhenChanged } from "./contents";
import { ELEMENT_BROWSERS, elements } from "./embed";
import { kitChunks } from "./kit-chunks";
import { writeDeclarations } from "./package/declarations";
import {
  BROWSER_ENTRIES,
  CLIENT_FOLDERS,
  isExternal,
  isExternalToElements,
  KIT_ENTRIES,
  STYLESHEET,
  withoutSuffix,
} from "./package/entries";
import { kitManifest } from "./package/manifest";
import { forProduction } from "./production";
import { componentStyles } from "./styles/plugin";

const WEB = path.join(REPOSITORY, "web");
const KIT = path.join(REPOSITORY, "dist/kit");

/** The main module, and those that it exports together, all below `web/`. */
const MAIN = "kit/index.ts";
const MAIN_PARTS = ["kit/exports/client.ts", "kit/exports/server.ts", "kit/exports/admin.ts"];

/** Lists what a page loads together of the client app: at once, with its first user, and when the user's account is managed. */
const CHUNKS = [
  ["core", "kit/exports/client.ts"],
  ["user", "kit/apps/current-user.ts"],
  ["account", "kit/account/account.ts"],
] as const;

/** Lists what the kit and the site are built from: of the Worker, the types of its contracts. */
export const KIT_SOURCES = ["web/**", "worker/**", "LICENSE", "package.json", "tsconfig.json"];

/** Builds the embeddable kit into `dist/kit`, ready for `npm publish`, unless it is there and nothing of it has changed. */
export function buildKit(): Promise<void> {
  return buildWhenChanged(KIT, KIT_SOURCES, () => {
    // On the error stream, because what follows may be the output of a command line.
    console.warn("Building the kit, which takes up to a minute.");
    return forProduction(writeKit);
  });
}

/** The kit as websites install it from a site: `npm install https://login.example.com/kit.tgz`. */
export const KIT_ARCHIVE = path.join(REPOSITORY, "dist/kit.tgz");

/** Builds and packs the kit, unless it is packed and nothing of it has changed. */
export function buildKitArchive(): Promise<void> {
  return buildWhenChanged(KIT_ARCHIVE, KIT_SOURCES, async () => {
    await buildKit();
    const folder = await mkdtemp(path.join(tmpdir(), "gatehouse-kit-"));
    await copyFile(packKit(folder), KIT_ARCHIVE);
    await rm(folder, { recursive: true });
  });
}

/** Puts the packed kit into a site's folder. */
export async function addKitArchive(site = path.join(REPOSITORY, "dist/site")): Promise<void> {
  await buildKitArchive();
  await copyFile(KIT_ARCHIVE, path.join(site, path.basename(KIT_ARCHIVE)));
}

async function writeKit(): Promise<void> {
  await rm(KIT, { recursive: true, force: true });
  const usedByComponents = await buildComponents();
  const usedByElements = await buildElements();
  await buildCore([...entriesIn("kit"), ...usedByComponents, ...usedByElements]);
  await writeDeclarations(KIT);
  // TypeScript asks for the types of every import, also of one for its side effect.
  await writeFile(path.join(KIT, `${STYLESHEET}.d.ts`), "export {};\n");
  await copyFile(path.join(REPOSITORY, "LICENSE"), path.join(KIT, "LICENSE"));
  await copyFile(path.join(WEB, "kit/README.md"), path.join(KIT, "README.md"));
  await writeFile(path.join(KIT, "package.json"), `${JSON.stringify(await kitManifest(), null, 2)}\n`);
}

/**
 * Builds the modules without components, in few chunks. The main module re-exports whole modules. If it named what it exports,
 * esbuild would load the admin app together with the client app, which can lead to it.
 * @param modules those that others import, below `web/`
 */
async function buildCore(modules: readonly string[]): Promise<void> {
  const chunks = Object.fromEntries(CHUNKS.map(([name, entry]) => [name, path.join(WEB, entry)]));
  // A chunk whose first module is no entry would export that module as an object, with a getter for each of its exports.
  const lazy = CHUNKS.map(([, entry]) => entry);
  const entries = new Set([...MAIN_PARTS, ...lazy, ...modules].filter((module) => module !== MAIN));
  await build(
    library([...entries], {
      rolldownOptions: {
        external: isExternal,
        checks: { pluginTimings: false },
        output: {
          entryFileNames: "[name].js",
          chunkFileNames: "kit/[name].js",
          codeSplitting: kitChunks(chunks),
        },
      },
    }),
  );
  const parts = MAIN_PARTS.map((part) => `export * from "${relativeModule(MAIN, part)}";\n`);
  await writeFile(path.join(KIT, `${withoutSuffix(MAIN)}.js`), parts.join(""));
}

/**
 * Builds the modules with components, which stay apart, so that each of them says that it is for browsers.
 * @returns the modules of the core that they import, below `web/`
 */
async function buildComponents(): Promise<ReadonlySet<string>> {
  const core = importsOfCore();
  await build({
    ...library([...entriesIn("react"), ...entriesIn("next")], {
      rolldownOptions: {
        external: isExternal,
        checks: { pluginTimings: false },
        output: {
          preserveModules: true,
          preserveModulesRoot: WEB,
          entryFileNames: "[name].js",
          banner: ({ facadeModuleId }) => (isClientModule(facadeModuleId) ? '"use client";' : ""),
        },
      },
    }),
    plugins: [componentStyles({ fileName: STYLESHEET }), catalogues(), core.plugin],
  });
  return core.modules;
}

/**
 * Builds the custom elements, with their styles and their React in them.
 * @returns the modules of the core that they import, below `web/`
 */
async function buildElements(): Promise<ReadonlySet<string>> {
  const core = importsOfCore();
  const config = library(entriesIn("embed"), {
    // Tailwind has none of what it generates.
    sourcemap: false,
    cssTarget: ELEMENT_BROWSERS,
    rolldownOptions: {
      external: isExternalToElements,
      checks: { pluginTimings: false },
      treeshake: { moduleSideEffects: [{ test: /\/web\/(embed|react|ui)\/.*\.tsx?$/, sideEffects: false }] },
      output: { entryFileNames: "[name].js", chunkFileNames: "embed/[name].js" },
    },
  });
  await build({ ...config, ...elements, plugins: [...elements.plugins, core.plugin] });
  return core.modules;
}

/** The modules of the entries in a folder below `web/`. */
function entriesIn(folder: string): string[] {
  return [...Object.values(KIT_ENTRIES), ...Object.values(BROWSER_ENTRIES)].filter((source) =>
    source.startsWith(`${folder}/`),
  );
}

function library(entry: readonly string[], build: BuildOptions): InlineConfig {
  return {
    configFile: false,
    root: WEB,
    build: {
      outDir: KIT,
      emptyOutDir: false,
      modulePreload: false,
      lib: { entry: Object.fromEntries(entry.map((module) => [withoutSuffix(module), module])), formats: ["es"] },
      minify: false,
      sourcemap: true,
      target: "es2022",
      ...build,
    },
    logLevel: "warn",
  };
}

/** Leaves imports of the core as they are, so that components and applications share one; notes which modules they name. */
function importsOfCore(): { plugin: Plugin; modules: ReadonlySet<string> } {
  const core = path.join(WEB, "kit", path.sep);
  const scheme = "core:";
  const modules = new Set<string>();
  const plugin: Plugin = {
    name: "imports-of-core",
    enforce: "pre",
    async resolveId(specifier, importer) {
      if (!importer || !specifier.startsWith(".")) return null;
      const resolved = await this.resolve(specifier, importer, { skipSelf: true });
      if (!resolved?.id.startsWith(core)) return null;
      const module = path.relative(WEB, resolved.id);
      modules.add(module);
      return { id: `${scheme}${module}`, external: true };
    },
    renderChunk(code, { fileName }) {
      const rewritten = new MagicString(code);
      rewritten.replaceAll(new RegExp(`"${scheme}([^"]+)"`, "g"), (_, module: string) => {
        return JSON.stringify(relativeModule(fileName, module));
      });
      return { code: rewritten.toString(), map: rewritten.generateMap({ hires: true }).toString() };
    },
  };
  return { plugin, modules };
}

/** Returns how one module of the kit imports another. */
function relativeModule(from: string, to: string): string {
  const relative = path.posix.relative(path.posix.dirname(from), withoutSuffix(to));
  return `${relative.startsWith(".") ? "" : "./"}${relative}.js`;
}

/** An entry only exports what others define, which of them each says for itself. */
function isClientModule(module: string | null): boolean {
  if (module === path.join(WEB, "react/index.ts")) return false;
  return CLIENT_FOLDERS.some((folder) => module?.startsWith(path.join(WEB, folder, path.sep)));
}

/** Packs the built kit into a folder as npm would publish it. Returns the path of the archive. */
export function packKit(folder: string): string {
  const name = execFileSync("npm", ["pack", KIT, "--pack-destination", folder, "--silent"], { encoding: "utf8" });
  return path.join(folder, name.trim());
}
