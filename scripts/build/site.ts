import { build } from "vite";
import { type SiteSettings, siteDefinitions } from "../dev/site";
import { REPOSITORY } from "../dev/wrangler";

/** Builds the site for Pages into `dist/site` (or another folder), for the API and internal project that it is told. */
export async function buildSite(settings: SiteSettings, outDir = `${REPOSITORY}/dist/site`): Promise<void> {
  await build({
    configFile: `${REPOSITORY}/vite.config.ts`,
    define: siteDefinitions(settings),
    build: { outDir, emptyOutDir: true, manifest: true },
    logLevel: "warn",
  });
}
