import { build, type InlineConfig } from "vite";
import { type SiteSettings, siteDefinitions } from "../dev/site";
import { REPOSITORY } from "../dev/wrangler";
import { addHandlerDocuments } from "./handler-documents";
import { addPreloads } from "./preloads";
import { forProduction } from "./production";
import { dashboardChunks, handlerChunks } from "./site-chunks";
import { MANIFESTS } from "./site-manifest";

const SITE = `${REPOSITORY}/web/site`;

/**
 * Builds the site and its Worker for Pages into `dist/site` (or another folder), for the given API and internal project. The
 * handler pages are a build of their own, which shares no chunk with the larger rest, and have their documents prerendered.
 */
export function buildSite(settings: SiteSettings, outDir = `${REPOSITORY}/dist/site`): Promise<void> {
  const part = (config: InlineConfig): InlineConfig => ({
    configFile: `${REPOSITORY}/scripts/build/vite.config.ts`,
    define: siteDefinitions(settings),
    logLevel: "warn",
    ...config,
  });
  return forProduction(async () => {
    await build(
      part({
        // Its files come with the other part.
        publicDir: false,
        build: {
          outDir,
          emptyOutDir: true,
          manifest: MANIFESTS.handler,
          rolldownOptions: {
            input: { "handler-main": `${SITE}/handler.html` },
            output: { codeSplitting: handlerChunks },
          },
        },
      }),
    );
    await addHandlerDocuments(outDir, part);
    await build(
      part({
        build: {
          outDir,
          emptyOutDir: false,
          manifest: MANIFESTS.dashboard,
          rolldownOptions: { output: { codeSplitting: dashboardChunks } },
        },
      }),
    );
    await addPreloads(outDir);
    await build({
      configFile: false,
      envDir: false,
      publicDir: false,
      define: siteDefinitions(settings),
      build: {
        outDir,
        emptyOutDir: false,
        lib: { entry: `${SITE}/pages-worker.ts`, formats: ["es"], fileName: () => "_worker.js" },
      },
      logLevel: "warn",
    });
  });
}
