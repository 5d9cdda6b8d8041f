import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { rolldown } from "rolldown";
import { type OutputChunk, rollup } from "rollup";
import webpack from "webpack";
import { REPOSITORY } from "../dev/wrangler";

/** A file for browsers that a bundler has written, minified. */
export interface Chunk {
  readonly code: string;
  /** Whether a page loads it before the code of its entry runs, and not later, when it is needed. */
  readonly isLoadedAtOnce: boolean;
}

const browsers = "es2022";

/** Bundles the module at an absolute path, as an entry of a website. */
export type Bundler = (entry: string) => Promise<Chunk[]>;

/** The bundlers of websites, with their defaults and their own minifiers. */
export const bundlers: Readonly<Record<string, Bundler>> = {
  esbuild: withEsbuild,
  Rolldown: withRolldown,
  Rollup: withRollup,
  webpack: withWebpack,
};

async function withEsbuild(entry: string): Promise<Chunk[]> {
  const { outputFiles, metafile } = await esbuild.build({
    entryPoints: { entry },
    absWorkingDir: REPOSITORY,
    outdir: "out",
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    target: browsers,
    write: false,
    metafile: true,
  });
  const chunks = Object.entries(metafile.outputs).map(([fileName, { imports }]) => ({
    fileName,
    code: outputFiles.find((file) => file.path === path.join(REPOSITORY, fileName))?.text ?? "",
    isEntry: fileName === "out/entry.js",
    imports: imports.filter(({ kind }) => kind === "import-statement").map((imported) => imported.path),
  }));
  return linked(chunks);
}

async function withRolldown(entry: string): Promise<Chunk[]> {
  const bundle = await rolldown({ input: entry, platform: "browser" });
  const { output } = await bundle.generate({ minify: true });
  return linked(output.filter((part) => part.type === "chunk"));
}

/** Rollup has neither a minifier nor a search for packages of its own. */
async function withRollup(entry: string): Promise<Chunk[]> {
  const isPackage = /^[^./]/;
  const bundle = await rollup({
    // An import that nothing uses leaves nothing, of which it would warn.
    logLevel: "silent",
    input: entry,
    plugins: [
      {
        name: "packages",
        resolveId: (id, importer) =>
          importer !== undefined && isPackage.test(id) ? fileURLToPath(import.meta.resolve(id)) : null,
      },
      {
        name: "minify",
        renderChunk: (code) => esbuild.transform(code, { minify: true, format: "esm", target: browsers }),
      },
    ],
  });
  const { output } = await bundle.generate({});
  return linked(output.filter((part) => part.type === "chunk"));
}

/** Of chunks that import each other, what the entry needs at once. */
function linked(chunks: readonly Pick<OutputChunk, "fileName" | "code" | "isEntry" | "imports">[]): Chunk[] {
  const needed = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  for (const name of needed) {
    for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) needed.add(imported);
  }
  return chunks.map(({ fileName, code }) => ({ code, isLoadedAtOnce: needed.has(fileName) }));
}

async function withWebpack(entry: string): Promise<Chunk[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "gatehouse-webpack-"));
  try {
    const atOnce = await runWebpack(entry, folder);
    const names = await readdir(folder);
    return await Promise.all(
      names.map(async (name) => ({
        code: await readFile(path.join(folder, name), "utf8"),
        isLoadedAtOnce: atOnce.has(name),
      })),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Writes the bundle into `folder`, and returns the names of the files that a page loads at once. */
async function runWebpack(entry: string, folder: string): Promise<ReadonlySet<string>> {
  const stats = await new Promise<webpack.Stats | undefined>((resolve, reject) => {
    webpack(
      {
        mode: "production",
        context: REPOSITORY,
        target: ["web", browsers],
        entry: { entry },
        // As a module, because a script would have exports that nothing uses, and leave them out.
        output: { path: folder, filename: "[name].js", module: true, library: { type: "module" } },
        experiments: { outputModule: true },
        performance: false,
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    );
  });
  if (!stats || stats.hasErrors()) throw new Error(`webpack failed: ${stats?.toString("errors-only")}`);
  const { entrypoints } = stats.toJson({ all: false, entrypoints: true });
  return new Set(entrypoints?.entry?.assets?.map(({ name }) => name));
}
