import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build, type InlineConfig } from "vite";
import { documentPath, handlerDocuments } from "../../web/site/handler-document";
import type { PrerenderedPage } from "../../web/site/prerender";
import { directionOf } from "../../web/ui/translation/languages";
import { REPOSITORY } from "../platform/wrangler";

/**
 * Puts each handler page in each language into a document of its own, in place of the one that the build has written for them.
 *
 * @param part completes the settings of a part of the site
 */
export async function addHandlerDocuments(site: string, part: (config: InlineConfig) => InlineConfig): Promise<void> {
  const template = path.join(site, "handler.html");
  const html = await readFile(template, "utf8");
  for (const page of await prerenderedPages(part)) {
    const file = path.join(site, `${documentPath(page)}.html`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, withPage(html, page));
  }
  await rm(template);
}

/** Returns what `web/site/prerender.tsx` renders, built for Node like the site itself. */
async function prerenderedPages(part: (config: InlineConfig) => InlineConfig): Promise<PrerenderedPage[]> {
  await mkdir(path.join(REPOSITORY, "dist"), { recursive: true });
  // In the repository, where the packages are found that a build for Node imports.
  const outDir = await mkdtemp(path.join(REPOSITORY, "dist/prerender-"));
  try {
    await build(
      part({
        publicDir: false,
        build: {
          outDir,
          emptyOutDir: false,
          ssr: `${REPOSITORY}/web/site/prerender.tsx`,
          rolldownOptions: { output: { entryFileNames: "[name].js" } },
        },
      }),
    );
    const { prerenderPage }: typeof import("../../web/site/prerender") = await import(
      pathToFileURL(path.join(outDir, "prerender.js")).href
    );
    return await Promise.all(handlerDocuments.map(prerenderPage));
  } finally {
    await rm(outDir, { recursive: true });
  }
}

/** A document with a page in it. The page is put in by a function, as `$` in a text would be a pattern. */
export function withPage(document: string, { language, title, html }: PrerenderedPage): string {
  return document
    .replace(/ lang="[^"]*"/, ` lang="${language}" dir="${directionOf(language) ?? "ltr"}"`)
    .replace(/<title>.*<\/title>/, (given) => (title === undefined ? given : `<title>${title}</title>`))
    .replace('<div id="root"></div>', () => `<div id="root">${html}</div>`);
}
