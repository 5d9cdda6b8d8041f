import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import scalar from "@scalar/fastify-api-reference";
import { fastify } from "fastify";
import { build, type Plugin } from "vite";
import { REPOSITORY } from "../platform/wrangler";

const ASSETS_FOLDER = "reference/assets";

/**
 * Builds the page of the API reference and its document into an empty folder. The names of the page's files contain the hash of
 * their content.
 */
export async function buildReference(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: path.join(REPOSITORY, "web"),
    publicDir: path.join(REPOSITORY, "web/reference/public"),
    envDir: false,
    build: {
      outDir: folder,
      emptyOutDir: true,
      assetsDir: ASSETS_FOLDER,
      assetsInlineLimit: 0,
      // Browsers with `light-dark()`, which is rewritten otherwise and then ignores the page's own switch.
      cssTarget: ["chrome123", "firefox120", "safari17.5"],
      modulePreload: { polyfill: false },
      rolldownOptions: { input: path.join(REPOSITORY, "web/reference/index.html") },
    },
    plugins: [withScalar(await scalarScript())],
    logLevel: "warn",
  });
  const document = JSON.parse(await readFile(path.join(REPOSITORY, "docs/openapi.json"), "utf8"));
  await writeFile(path.join(folder, "reference/openapi.json"), JSON.stringify(document));
}

/** Scalar for browsers, as one script that its authors built: its sources would be a third of all installed files. */
async function scalarScript(): Promise<string> {
  const server = fastify();
  await server.register(scalar, { routePrefix: "/", configuration: { url: "/openapi.json" } });
  const response = await server.inject("/js/scalar.js");
  await server.close();
  if (response.statusCode !== 200) throw new Error(`Scalar's script: ${response.statusCode} ${response.body}`);
  return response.body;
}

/** Loads `script` before the page's own, which finds `Scalar` as a global. */
function withScalar(script: string): Plugin {
  const hash = createHash("sha256").update(script).digest("base64url").slice(0, 8);
  const fileName = `${ASSETS_FOLDER}/scalar-${hash}.js`;
  return {
    name: "with-scalar",
    buildStart() {
      this.emitFile({ type: "asset", fileName, source: script });
    },
    transformIndexHtml: () => [
      { tag: "script", attrs: { defer: true, src: `/${fileName}` }, injectTo: "head-prepend" },
    ],
  };
}
