import { build, type InlineConfig, type Plugin, type Rolldown } from "vite";
import { type SiteSettings, siteDefinitions } from "../dev/site";
import { REPOSITORY } from "../dev/wrangler";
import { addPreloads } from "./preloads";
import { forProduction } from "./production";
import { dashboardChunks, handlerChunks } from "./site-chunks";
import { MANIFESTS } from "./site-manifest";

const SITE = `${REPOSITORY}/web/site`;

/** The module of the handler pages, which that of the page imports when it shows one of them. */
const HANDLER_PAGES = `${SITE}/handler-main.ts`;

/**
 * Builds the site and its Worker for Pages into `dist/site` (or another folder), for the given API and internal project. The
 * handler pages are a build of their own, which shares no chunk with the larger rest.
 */
export function buildSite(settings: SiteSettings, outDir = `${REPOSITORY}/dist/site`): Promise<void> {
  const part = (config: InlineConfig): InlineConfig => ({
    configFile: `${REPOSITORY}/scripts/build/vite.config.ts`,
    define: siteDefinitions(settings),
    logLevel: "warn",
    ...config,
  });
  return forProduction(async () => {
    const handlerPages = (await build(
      part({
        // Its files come with the other part.
        publicDir: false,
        build: {
          outDir,
          emptyOutDir: true,
          manifest: MANIFESTS.handler,
          rolldownOptions: { input: HANDLER_PAGES, output: { codeSplitting: handlerChunks } },
        },
      }),
    )) as Rolldown.RolldownOutput;
    const entry = handlerPages.output.find((file) => file.type === "chunk" && file.isEntry);
    if (!entry) throw new Error("The build of the handler pages has no entry.");
    await build(
      part({
        plugins: [builtHandlerPages(`/${entry.fileName}`)],
        build: {
          outDir,
          emptyOutDir: false,
          manifest: MANIFESTS.dashboard,
          rolldownOptions: { makeAbsoluteExternalsRelative: false, output: { codeSplitting: dashboardChunks } },
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

/** Leaves the import of the handler pages as one of the file that they were built into. */
function builtHandlerPages(file: string): Plugin {
  return {
    name: "built-handler-pages",
    enforce: "pre",
    async resolveId(specifier, importer) {
      const resolved = await this.resolve(specifier, importer, { skipSelf: true });
      return resolved?.id === HANDLER_PAGES ? { id: file, external: true } : resolved;
    },
  };
}
