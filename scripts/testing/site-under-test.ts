import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { documentPath, handlerDocument } from "../../web/site/handler-document";
import { buildWhenChanged } from "../build/contents";
import { buildEmbed } from "../build/embed";
import { KIT_SOURCES } from "../build/kit";
import { buildSite, type SiteSettings } from "../build/site";
import { framePolicyOf } from "../dev/site";
import { REPOSITORY } from "../platform/wrangler";

const FOLDER = path.join(REPOSITORY, "dist/site-under-test");

/** Stand-ins that the built site carries until it is served, because each test file's API has an address of its own. */
const PLACEHOLDERS: SiteSettings = {
  apiUrl: "http://api-url.invalid",
  publishableClientKey: "publishable-client-key.invalid",
};

const CONTENT_TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** Files that pages of other origins load, and what `web/site/public/_headers` adds to them. */
const isEmbedded = (pathname: string) => /^\/embed(\.js$|\/)/.test(pathname);
const embedHeaders = { "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin" };

/** Builds the site once, as `npm run build` does, for every test file that serves it. */
export function buildSiteUnderTest(): Promise<void> {
  return buildWhenChanged(FOLDER, [...KIT_SOURCES, "scripts/testing/site-under-test.ts"], async () => {
    await buildSite(PLACEHOLDERS, FOLDER);
    await buildEmbed(PLACEHOLDERS.apiUrl, FOLDER);
  });
}

/**
 * Serves the built site; an address without a file is the app's own (history fallback), as on Pages.
 * @param folder the site as another checkout has built it for its tests
 */
export async function serveSite(
  options: SiteSettings & { port: number },
  folder = FOLDER,
): Promise<{ stop(): Promise<void> }> {
  if (!existsSync(folder)) throw new Error("The site is not built: the test project lacks the browser's global setup.");
  const files = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const { pathname } = url;
    const wanted = path.join(folder, path.normalize(decodeURIComponent(pathname)));
    const page = handlerDocument(url, (name) => request.headers[name]);
    const document = path.join(folder, `${page ? documentPath(page) : "/index"}.html`);
    const file =
      [path.extname(wanted) ? wanted : document, document].find(existsSync) ?? path.join(folder, "index.html");
    const type = CONTENT_TYPES[path.extname(file)] ?? "application/octet-stream";
    const contents = files.get(file) ?? withSettings(await readFile(file), type, options);
    files.set(file, contents);
    const preloads = file.endsWith(".html") ? preloadsOf(folder, pathname) : undefined;
    response.writeHead(200, {
      "Content-Type": type,
      // As on Pages for what is named by its contents. Ports are used again by other files of tests, each with a browser of its own.
      "Cache-Control": pathname.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-store",
      ...(isEmbedded(pathname) && embedHeaders),
      ...(preloads && { Link: preloads }),
      // Of the pages on which customers buy the whole policy is tested, because they load Stripe's script.
      "Content-Security-Policy": pathname.startsWith("/purchase/")
        ? (sitePolicies().get("/purchase/*") ?? "")
        : await framePolicyOf(request, options),
    });
    response.end(contents);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", resolve);
  });
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A file as it is served, with the settings in place of what stands for them. */
function withSettings(contents: Buffer, type: string, settings: SiteSettings): Buffer {
  if (!type.startsWith("text/")) return contents;
  const text = contents
    .toString("utf8")
    .replaceAll(PLACEHOLDERS.apiUrl, settings.apiUrl)
    .replaceAll(PLACEHOLDERS.publishableClientKey, settings.publishableClientKey);
  return Buffer.from(text);
}

/** The Content-Security-Policy of the site's pages on Pages, by the paths that have it (`web/site/public/_headers`). */
export function sitePolicies(): Map<string, string> {
  return readHeader(path.join(REPOSITORY, "web/site/public/_headers"), "Content-Security-Policy");
}

/** The `Link` header that a built site's page has on Pages, if any. */
function preloadsOf(site: string, pathname: string): string | undefined {
  const links = readHeader(path.join(site, "_headers"), "Link");
  // A path of its own is after the pattern that it is within, and sets the header anew.
  return links.get(pathname) ?? links.get(`${pathname.replace(/^(\/[^/]+\/).*$/, "$1")}*`);
}

/** The values of a header in a file of Pages, by the path or pattern that they are for. */
function readHeader(file: string, name: string): Map<string, string> {
  const rules = readFileSync(file, "utf8").split("\n\n");
  return new Map(
    rules.flatMap((rule): [string, string][] => {
      const [pattern = "", ...headers] = rule.trim().split("\n");
      const header = headers.map((line) => line.trim()).find((line) => line.startsWith(`${name}:`));
      return header ? [[pattern, header.slice(name.length + 1).trim()]] : [];
    }),
  );
}
