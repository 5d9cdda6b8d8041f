import { globSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import path from "node:path";
import { createServer, type Plugin } from "vite";
import { frameAncestors } from "../../web/site/frame-policy";
import { handlerDocument } from "../../web/site/handler-document";
import { type BuiltEmbed, bundleEmbed } from "../build/embed";
import { withPage } from "../build/handler-documents";
import { type SiteSettings, siteDefinitions } from "../build/site";
import { REPOSITORY } from "../platform/wrangler";

/** Starts the site with hot reload on `http://localhost:<port>`. */
export async function startSite(options: SiteSettings & { port: number }): Promise<{ stop(): Promise<void> }> {
  const server = await createServer({
    configFile: `${REPOSITORY}/scripts/build/vite.config.ts`,
    define: siteDefinitions(options),
    server: { host: "127.0.0.1", port: options.port, strictPort: true },
    clearScreen: false,
    logLevel: "warn",
    plugins: [serveEmbed(options.apiUrl), framePolicy(options), handlerPages()],
  });
  await server.listen();
  return { stop: () => server.close() };
}

/** The policy on framing that a page of the site has, as Pages sends it. The rest of its policy would stop hot reload. */
export function framePolicyOf(
  { url, headers }: Pick<IncomingMessage, "url" | "headers">,
  { apiUrl }: Pick<SiteSettings, "apiUrl">,
): Promise<string> {
  const destination = headers["sec-fetch-dest"];
  return frameAncestors(
    { url: new URL(url ?? "/", "http://localhost"), destination: typeof destination === "string" ? destination : null },
    { apiUrl, fetchHostedPages: fetch },
  );
}

/** Renders the documents of the handler pages when they are requested, where a deployment has them from the build. */
function handlerPages(): Plugin {
  return {
    name: "handler-pages",
    configureServer(server) {
      server.middlewares.use(async ({ url = "/", headers }, response, next) => {
        const document = handlerDocument(new URL(url, "http://localhost"), (name) => headers[name]);
        if (!document) return next();
        try {
          const template = await readFile(`${REPOSITORY}/web/site/handler.html`, "utf8");
          const { prerenderPage } = (await server.ssrLoadModule(
            "/prerender.tsx",
          )) as typeof import("../../web/site/prerender");
          response.setHeader("Content-Type", "text/html; charset=utf-8");
          response.end(
            withPage(await server.transformIndexHtml("/handler.html", template, url), await prerenderPage(document)),
          );
        } catch (error) {
          next(error);
        }
      });
    },
  };
}

function framePolicy(settings: SiteSettings): Plugin {
  return {
    name: "frame-policy",
    configureServer({ middlewares }) {
      middlewares.use(async (request, response, next) => {
        response.setHeader("Content-Security-Policy", await framePolicyOf(request, settings));
        next();
      });
    },
  };
}

/** Lists what the elements are built from. */
const SOURCES = [
  "web/{embed,kit,react,ui}/**/*.{ts,tsx,css,json}",
  "scripts/build/{catalogues,embed,shadow-styles}.ts",
];

/** Serves the elements for other websites as a deployment does: built when they are first requested, and again when they have changed. */
function serveEmbed(apiUrl: string): Plugin {
  let built: { at: number; embed: Promise<BuiltEmbed> } | undefined;

  function upToDate(): Promise<BuiltEmbed> {
    const changedAt = Math.max(
      ...globSync(SOURCES, { cwd: REPOSITORY }).map((file) => statSync(path.join(REPOSITORY, file)).mtimeMs),
    );
    if (!built || built.at < changedAt) built = { at: Date.now(), embed: bundleEmbed(apiUrl) };
    return built.embed;
  }

  return {
    name: "gatehouse:serve-embed",
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const { pathname } = new URL(request.url ?? "/", "http://localhost");
        if (!/^\/embed(\.js$|\/)/.test(pathname)) return next();
        try {
          const file = (await upToDate()).files.get(pathname.slice(1));
          if (file === undefined) return next();
          response.setHeader("Access-Control-Allow-Origin", "*");
          response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
          response.setHeader("Content-Type", pathname.endsWith(".js") ? "text/javascript" : "application/json");
          response.end(file);
        } catch (error) {
          built = undefined;
          next(error);
        }
      });
    },
  };
}
