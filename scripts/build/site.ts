import { build } from "vite";
import { type SiteSettings, siteDefinitions } from "../dev/site";
import { REPOSITORY } from "../dev/wrangler";
import { forProduction } from "./production";

/** Builds the site for Pages into `dist/site` (or another folder), for the given API and internal project. */
export function buildSite(settings: SiteSettings, outDir = `${REPOSITORY}/dist/site`): Promise<void> {
  return forProduction(async () => {
    await build({
      configFile: `${REPOSITORY}/scripts/build/vite.config.ts`,
      define: siteDefinitions(settings),
      build: { outDir, emptyOutDir: true, manifest: true },
      logLevel: "warn",
    });
  });
}
