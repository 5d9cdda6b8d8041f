import path from "node:path";
import { build } from "esbuild";
import { REPOSITORY } from "../dev/wrangler";

/** Where the modules are that run in isolates. */
export const SANDBOX_SOURCES = "worker/features/email-rendering/sandbox";

/**
 * Bundles what runs in isolates, each to one module: `renderer.js` with React, the mail components and arktype, and
 * `compiler.js`. The Worker reads them from its assets, since they are as large as all of itself.
 */
export async function buildEmailSandbox(folder: string): Promise<void> {
  await build({
    absWorkingDir: REPOSITORY,
    entryPoints: ["renderer", "compiler"].map((name) => path.join(SANDBOX_SOURCES, `${name}.ts`)),
    outdir: path.join(folder, "email-sandbox"),
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
    plugins: [
      {
        name: "leave-out",
        setup({ onResolve, onLoad, resolve }) {
          // Only pretty-printing loads it.
          onResolve({ filter: /^prettier\// }, ({ path }) => ({ path, namespace: "empty" }));
          onLoad({ filter: /.*/, namespace: "empty" }, () => ({ contents: "export const format = undefined;" }));
          // The components bring a copy of an older version, which they do not use.
          onResolve({ filter: /^@react-email\/render$/ }, async ({ path, kind, pluginData }) =>
            pluginData === "ours" ? undefined : resolve(path, { kind, resolveDir: REPOSITORY, pluginData: "ours" }),
          );
        },
      },
    ],
  });
}
