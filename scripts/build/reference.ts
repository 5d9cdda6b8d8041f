import path from "node:path";
import { build } from "vite";
import { REPOSITORY } from "../dev/wrangler";

/** Builds the page of the API reference into an empty folder, with the hash of their content in the names of its files. */
export async function buildReference(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: path.join(REPOSITORY, "web"),
    publicDir: path.join(REPOSITORY, "web/reference/public"),
    envDir: false,
    build: {
      outDir: folder,
      emptyOutDir: true,
      assetsDir: "reference/assets",
      assetsInlineLimit: 0,
      // Browsers with `light-dark()`, which is rewritten otherwise and then ignores the page's own switch.
      cssTarget: ["chrome123", "firefox120", "safari17.5"],
      chunkSizeWarningLimit: 3_000,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: path.join(REPOSITORY, "web/reference/index.html") },
    },
    logLevel: "warn",
  });
}
