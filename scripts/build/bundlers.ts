import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { rolldown } from "rolldown";
import { type OutputChunk, rollup } from "rollup";
import webpack from "webpack";
import { REPOSITORY } from "../platform/wrangler";

/** A file for browsers that a bundler has written, minified. */
export interface Chunk {
  readonly code: string;
  /** Is true if a page loads it before the code of its entry runs, and not later, when it is needed. */
  readonly isLoadedAtOnce: boolean;
}

const browsers = "es2022";

/**
 * Bundles the module at an absolute path, as an entry of a website.
 * @param leftOut the file name of a module that is not bundled
 */
export type Bundler = (entry: string, leftOut?: string) => Promise<Chunk[]>;

const nothing = "nothing.js";

/** The bundlers of websites, with their defaults and their own minifiers. */
export const bundlers: Readonly<Record<string, Bundler>> = {
  esbuild: withEsbuild,
  Rolldown: withRolldown,
  Rollup: withRollup,
  webpack: withWebpack,
};

function named(fileName: string): RegExp {
  return new RegExp(`/${fileName.replace(".", "\\.")}$`);
}

async function withEsbuild(entry: string, leftOut = nothing): Promise<Chunk[]> {
  const { outputFiles, metafile } = await esbuild.build({
    entryPoints: { entry },
    external: [`*/${leftOut}`],
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
  const chunks = outputFiles.map(({ path: file, text }) => {
    const imports = metafile.outputs[path.relative(REPOSITORY, file)]?.imports ?? [];
    const imported = (isDynamic: boolean) =>
      imports
        .filter(({ kind }) => (kind === "dynamic-import") === isDynamic)
        .map((chunk) => path.relative("out", chunk.path));
    return { fileName: path.basename(file), code: text, imports: imported(false), dynamicImports: imported(true) };
  });
  return linked(chunks);
}

async function withRolldown(entry: string, leftOut = nothing): Promise<Chunk[]> {
  const bundle = await rolldown({ input: { entry }, external: named(leftOut), platform: "browser" });
  const { output } = await bundle.generate({ minify: true });
  return linked(output.filter((part) => part.type === "chunk"));
}

/** Rollup has neither a minifier nor a search for packages of its own. */
async function withRollup(entry: string, leftOut = nothing): Promise<Chunk[]> {
  const isPackage = /^[^./]/;
  const bundle = await rollup({
    // An import that nothing uses leaves nothing, of which it would warn.
    logLevel: "silent",
    input: { entry },
    external: named(leftOut),
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

/** Of chunks that import each other, those that the entry can lead to, and which of them it needs at once. */
function linked(chunks: readonly Pick<OutputChunk, "fileName" | "code" | "imports" | "dynamicImports">[]): Chunk[] {
  const reached = (next: (chunk: (typeof chunks)[number]) => readonly string[]) => {
    const names = new Set(["entry.js"]);
    for (const name of names) {
      for (const chunk of chunks) if (chunk.fileName === name) for (const imported of next(chunk)) names.add(imported);
    }
    return names;
  };
  const atOnce = reached(({ imports }) => imports);
  const all = reached(({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
  return chunks
    .filter(({ fileName }) => all.has(fileName))
    .map(({ fileName, code }) => ({ code, isLoadedAtOnce: atOnce.has(fileName) }));
}

async function withWebpack(entry: string, leftOut = nothing): Promise<Chunk[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "gatehouse-webpack-"));
  try {
    const atOnce = await runWebpack(entry, named(leftOut), folder);
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
async function runWebpack(entry: string, leftOut: RegExp, folder: string): Promise<ReadonlySet<string>> {
  const stats = await new Promise<webpack.Stats | undefined>((resolve, reject) => {
    webpack(
      {
        mode: "production",
        context: REPOSITORY,
        target: ["web", browsers],
        entry: { entry },
        externals: leftOut,
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
