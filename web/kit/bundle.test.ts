import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, it } from "vitest";
import manifest from "../../package.json";
import { clientVersion } from "./requests/transport";

/** Returns what a page loads before anything else that only needs the client app, minified. */
async function clientBundle(): Promise<string> {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents:
        'export { GatehouseClientApp } from "./apps/client-app"; export { KnownErrors } from "./errors/known-error";',
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    outdir: "out",
    write: false,
    metafile: true,
  });
  // Holds what the entry imports at once, and what that imports; what is imported later loads when it is needed.
  const loaded = new Set(["out/stdin.js"]);
  for (const path of loaded) {
    for (const { path: next, kind } of metafile.outputs[path]?.imports ?? []) {
      if (kind !== "dynamic-import") loaded.add(next);
    }
  }
  return outputFiles
    .filter(({ path }) => [...loaded].some((name) => path.endsWith(`/${name}`)))
    .map(({ text }) => text)
    .join("");
}

it("the client app is at most 15.75 KB gzipped, and carries nothing of the server, the owner or a library", async () => {
  const bundle = await clientBundle();
  expect(gzipSync(bundle).length).toBeLessThanOrEqual(15.75 * 1024);
  expect(bundle).toContain("/users/me");
  for (const foreign of ["/internal/", "createUser", "ZodError", "drizzle", "hono", "Access token is not parsable"]) {
    expect(bundle).not.toContain(foreign);
  }
});

it("the version the kit introduces itself with is the package's", () => {
  expect(clientVersion).toBe(`js @gatehouse/kit@${manifest.version}`);
});
