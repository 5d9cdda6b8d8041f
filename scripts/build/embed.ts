import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { build, type InlineConfig, type Rolldown } from "vite";
import { importKey, type Release, type ReleaseFiles, withImports } from "../../web/embed/script/load";
import { REPOSITORY } from "../platform/wrangler";
import { catalogues } from "./catalogues";
import { icons } from "./icons";
import { staticallyImported } from "./kit-chunks";
import { forProduction } from "./production";
import { shadowStyles } from "./shadow-styles";

const SOURCE = path.join(REPOSITORY, "web/embed");

/** Makes the app and defines the elements. */
const ENTRY = path.join(SOURCE, "script/main.ts");

/** Holds what a website needs to pin one version of the elements. */
export type EmbedRelease = {
  /** The kit's version and a hash of the files: another deployment of the same version has another API in them. */
  readonly version: string;
  /** Path of the script that a website may pin. */
  readonly script: string;
  /** Subresource integrity of that script, which checks every other file itself. */
  readonly integrity: string;
  /** The other files that the browser loads before an element shows anything. */
  readonly firstFiles: readonly string[];
  /** The integrity of every script of the version, by its name. */
  readonly files: Readonly<Record<string, string>>;
};

/** Names where the build notes the newest release, below the site's folder. */
export const NEWEST_RELEASE = "embed/newest.json";

/** The versions that a site has, the newest first, below its folder. */
export const VERSIONS = "embed/versions.json";

/** The first file that the script loads. */
const MAIN = "main.js";

/** A built release: its files, by their path below the site. */
export type BuiltEmbed = { readonly release: EmbedRelease; readonly files: ReadonlyMap<string, string> };

/**
 * Builds the custom elements: `embed/<version>/`, whose files never change, and `embed.js`, which loads that version.
 *
 * @param apiUrl the API that tags use unless they name another
 */
export async function bundleEmbed(apiUrl: string): Promise<BuiltEmbed> {
  const chunks = await bundleElements();
  const parts: ReleaseFiles = Object.fromEntries(
    chunks.map(({ fileName, code, imports }) => [fileName, { integrity: integrityOf(code, "sha256"), imports }]),
  );
  const loader = { files: parts, main: MAIN, apiUrl };
  // It has the hashes of all other files, and the API's address.
  const pinned = await bundleLoader({ ...loader, folder: "./" });
  const { version: kitVersion } = JSON.parse(await readFile(path.join(REPOSITORY, "package.json"), "utf8"));
  const version = `${kitVersion}-${createHash("sha256").update(pinned).digest("hex").slice(0, 10)}`;
  const folder = `embed/${version}/`;

  const scripts = new Map([...chunks.map(({ fileName, code }) => [fileName, code] as const), ["embed.js", pinned]]);
  const release = {
    version,
    script: `/${folder}embed.js`,
    integrity: integrityOf(pinned),
    firstFiles: [...withImports(parts, MAIN)],
    files: Object.fromEntries([...scripts].map(([name, code]) => [name, integrityOf(code)])),
  };
  const description = `${JSON.stringify(release, null, 2)}\n`;
  const files = new Map([...scripts].map(([name, code]) => [folder + name, code]));
  files.set(`${folder}integrity.json`, description);
  files.set(NEWEST_RELEASE, description);
  files.set(VERSIONS, `${JSON.stringify([version])}\n`);
  files.set("embed.js", await bundleLoader({ ...loader, folder: `./${folder}` }));
  return { release, files };
}

/** Builds them into a site's folder. What is there of other versions stays. */
export async function buildEmbed(
  apiUrl: string,
  siteFolder = path.join(REPOSITORY, "dist/site"),
): Promise<EmbedRelease> {
  const { release, files } = await bundleEmbed(apiUrl);
  for (const [name, text] of files) {
    await mkdir(path.join(siteFolder, path.dirname(name)), { recursive: true });
    await writeFile(path.join(siteFolder, name), text);
  }
  return release;
}

/**
 * The value of an `integrity` attribute for a script.
 *
 * @param algorithm the shorter hash for the files that the loader names, of which it carries one each
 */
export function integrityOf(code: string, algorithm: "sha256" | "sha384" = "sha384"): string {
  return `${algorithm}-${createHash(algorithm).update(code).digest("base64")}`;
}

const shared: InlineConfig = {
  configFile: false,
  root: SOURCE,
  envDir: false,
  publicDir: false,
  logLevel: "warn",
};

/** Browsers with `light-dark()`, which is rewritten otherwise. */
export const ELEMENT_BROWSERS = ["chrome123", "firefox120", "safari17.5"];

/** Configures the build of the elements, for the tag and for bundlers. */
export const elements = {
  plugins: [react(), tailwindcss(), catalogues(), icons(), shadowStyles()],
  // Vite leaves this to the bundler of a website in a library, which would then have both builds of React.
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
} satisfies InlineConfig;

async function chunksOf(config: InlineConfig): Promise<Rolldown.OutputChunk[]> {
  const { output } = (await forProduction(() => build({ ...shared, ...config }))) as Rolldown.RolldownOutput;
  return output.filter((part) => part.type === "chunk");
}

async function bundleElements(): Promise<{ fileName: string; code: string; imports: string[] }[]> {
  let first: ReadonlySet<string> | undefined;
  const chunks = await chunksOf({
    ...elements,
    build: {
      write: false,
      modulePreload: false,
      chunkSizeWarningLimit: 1_000,
      cssTarget: ELEMENT_BROWSERS,
      rolldownOptions: {
        input: { main: ENTRY },
        // What the kit loads when a website needs it, the elements may need at once.
        checks: { ineffectiveDynamicImport: false },
        preserveEntrySignatures: "strict",
        treeshake: { moduleSideEffects: [{ test: /\/web\/(kit|react|ui)\/.*\.tsx?$/, sideEffects: false }] },
        output: {
          entryFileNames: MAIN,
          chunkFileNames: "[name].js",
          codeSplitting: {
            groups: [
              {
                debugName: "first",
                name(id, context) {
                  first ??= staticallyImported(ENTRY, (each) => context.getModuleInfo(each)?.importedIds ?? []);
                  return first.has(id) ? "first" : null;
                },
              },
              // Few files: the loader carries the integrity of each.
              { name: "user", test: /\/web\/kit\/(apps\/current-user|users|teams|api-keys|projects)/ },
              { name: "sign-in-methods", test: /\/web\/kit\/sign-in\// },
              {
                name: "codes",
                test: /\/web\/react\/(pages\/(multi-factor|magic-link-callback|parts\/check-email)|components\/code-entry)/,
              },
            ],
          },
        },
      },
    },
  });
  const names = new Set(chunks.map(({ fileName }) => fileName));
  return chunks.map(({ fileName, code, imports }) => ({ fileName, code: withVerifiedImports(code, names), imports }));
}

/** Puts the import that checks the integrity in place of `import()` for the files of the release. */
function withVerifiedImports(code: string, names: ReadonlySet<string>): string {
  return code.replaceAll(/\bimport\(([`"'])\.\/([^`"']+)\1\)/g, (whole, _quote, name: string) => {
    if (!names.has(name)) throw new Error(`The elements import ${name}, which is no file of theirs: ${whole}`);
    return `globalThis[Symbol.for("${importKey}")]("${name}")`;
  });
}

/** The script of the tag. */
async function bundleLoader(release: Release): Promise<string> {
  const [loader] = await chunksOf({
    define: { RELEASE: JSON.stringify(release) },
    build: {
      write: false,
      modulePreload: false,
      target: "es2022",
      rolldownOptions: { input: path.join(SOURCE, "script/loader.ts") },
    },
  });
  if (!loader) throw new Error("The loader of the elements was not built.");
  return loader.code;
}
