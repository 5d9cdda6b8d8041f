import { readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";
import { parse } from "smol-toml";
import { REPOSITORY } from "../dev/wrangler";

const ENTRY = "worker/index.ts";

/**
 * What every isolate evaluates before its first response, minified, in gzipped bytes: the entry point with all that it
 * imports, without what is imported when it is first needed. wrangler bundles both into one file, in which they cannot be told
 * apart, so the same is bundled once more in pieces.
 */
export async function hotPathSize(): Promise<number> {
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
