import path from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { REPOSITORY } from "../platform/wrangler";
import { SANDBOX_SOURCES } from "./assets";

/**
 * Bundles what runs in isolates, each to one module: `compiler.js`, and `renderer.js` with React, the email components and arktype. The
 * Worker reads them from its assets, since they are as large as all of itself. `renderer-with-code.js` also has the component
 * that highlights code, whose library takes half a second to start.
 */
export async function buildEmailSandbox(folder: string): Promise<void> {
  const outdir = path.join(folder, "email-sandbox");
  const source = (name: string) => path.join(SANDBOX_SOURCES, `${name}.ts`);
  await Promise.all([
    build({
      ...options,
      outdir,
      entryPoints: { renderer: source("renderer"), compiler: source("compiler") },
      plugins: [leaveOut({ "prettier/": "format", "@react-email/code-block": "CodeBlock" })],
    }),
    build({
      ...options,
      outdir,
      entryPoints: { "renderer-with-code": source("renderer") },
      plugins: [leaveOut({ "prettier/": "format" })],
    }),
  ]);
}

const options = {
  absWorkingDir: REPOSITORY,
  bundle: true,
  minify: true,
  // Sources see the names of components in their errors.
  keepNames: true,
  format: "esm",
  platform: "neutral",
  mainFields: ["module", "main"],
  conditions: ["workerd", "worker", "edge-light"],
  define: { "process.env.NODE_ENV": '"production"' },
  logLevel: "error",
} satisfies BuildOptions;

/** Leaves out modules by how their names begin, each with the export that others import. Only pretty-printing loads prettier. */
function leaveOut(modules: Record<string, string>): Plugin {
  return {
    name: "leave-out",
    setup({ onResolve, onLoad, resolve }) {
      for (const [name, exported] of Object.entries(modules)) {
        onResolve({ filter: new RegExp(`^${name}`) }, ({ path }) => ({ path, namespace: name }));
        onLoad({ filter: /.*/, namespace: name }, () => ({ contents: `export const ${exported} = undefined;` }));
      }
      // The components bring a copy of an older version, which they do not use.
      onResolve({ filter: /^@react-email\/render$/ }, async ({ path, kind, pluginData }) =>
        pluginData === "ours" ? undefined : resolve(path, { kind, resolveDir: REPOSITORY, pluginData: "ours" }),
      );
    },
  };
}
