import { build } from "vite";
import { type SiteSettings, siteDefinitions } from "../dev/site";
import { REPOSITORY } from "../dev/wrangler";
import { forProduction } from "./production";

/** Builds the site and its Worker for Pages into `dist/site` (or another folder), for the given API and internal project. */
export function buildSite(settings: SiteSettings, outDir = `${REPOSITORY}/dist/site`): Promise<void> {
  return forProduction(async () => {
    await build({
      configFile: `${REPOSITORY}/scripts/build/vite.config.ts`,
      define: siteDefinitions(settings),
      build: { outDir, emptyOutDir: true, manifest: true },
      logLevel: "warn",
    });
    await build({
      configFile: false,
      envDir: false,
      publicDir: false,
      define: siteDefinitions(settings),
      build: {
        outDir,
        emptyOutDir: false,
        lib: { entry: `${REPOSITORY}/web/site/pages-worker.ts`, formats: ["es"], fileName: () => "_worker.js" },
      },
      logLevel: "warn",
    });
  });
}
