import { execFile } from "node:child_process";
import { globSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import path from "node:path";
import { promisify } from "node:util";
import { createServer, type Plugin } from "vite";
import { frameAncestors } from "../../web/site/frame-policy";
import { handlerDocument } from "../../web/site/handler-document";
import { bundleEmbed } from "../build/embed";
import { withPage } from "../build/handler-documents";
import { KIT_ARCHIVE, KIT_SOURCES } from "../build/kit";
import { type SiteSettings, siteDefinitions } from "../build/site";
import { REPOSITORY } from "../platform/wrangler";

/**
 * Files of the checkout that no page gets. Attack: another website on this machine, which Vite lets read what it serves, asks for the
 * server's secret or for the database. Vite's own list is the first line.
 */
const SECRETS = [
  ...[".env", ".env.*", "*.{crt,pem}", "**/.git/**"],
  ...["**/.data/**", "**/.wrangler/**", ".dev.vars*", ".deploy.vars*", "wrangler.deploy*"],
];

/** Starts the site with hot reload on `http://localhost:<port>`. */
export async function startSite(options: SiteSettings & { port: number }): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  const server = await createServer({
    configFile: `${REPOSITORY}/scripts/build/vite.config.ts`,
    define: siteDefinitions(options),
    server: { host: "127.0.0.1", port: options.port, strictPort: true, fs: { deny: SECRETS } },
    clearScreen: false,
    logLevel: "warn",
    plugins: [serveEmbed(options.apiUrl), serveKit(stopping.signal), framePolicy(options), handlerPages()],
  });
  await server.listen();
  return {
    stop() {
      stopping.abort();
      return server.close();
    },
  };
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
const EMBED_SOURCES = [
  "web/{embed,kit,react,ui}/**/*.{ts,tsx,css,json}",
  "scripts/build/{catalogues,embed,shadow-styles}.ts",
];

/** Serves the elements for other websites as a deployment does. */
function serveEmbed(apiUrl: string): Plugin {
  const upToDate = builtWhenChanged(EMBED_SOURCES, () => bundleEmbed(apiUrl));
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
          next(error);
        }
      });
    },
  };
}

/** Serves the kit for `npm install` as a deployment does. Another process packs it, because the compiler would stop this one. */
function serveKit(signal: AbortSignal): Plugin {
  const upToDate = builtWhenChanged(KIT_SOURCES, async () => {
    const script = path.join(REPOSITORY, "scripts/pack-kit.ts");
    await promisify(execFile)(process.execPath, ["--import", import.meta.resolve("tsx"), script], { signal });
    return readFile(KIT_ARCHIVE);
  });
  return {
    name: "gatehouse:serve-kit",
    configureServer(server) {
      server.middlewares.use("/kit.tgz", async (_request, response, next) => {
        try {
          const archive = await upToDate();
          response.setHeader("Content-Type", "application/gzip");
          response.setHeader("Cache-Control", "no-cache");
          response.end(archive);
        } catch (error) {
          next(error);
        }
      });
    },
  };
}

/** Builds something when it is first requested, and again when what it is built from has changed. */
function builtWhenChanged<Built>(sources: readonly string[], build: () => Promise<Built>): () => Promise<Built> {
  let last: { at: number; built: Promise<Built> } | undefined;
  return () => {
    const changedAt = Math.max(
      ...globSync([...sources], { cwd: REPOSITORY }).map((file) => statSync(path.join(REPOSITORY, file)).mtimeMs),
    );
    if (!last || last.at < changedAt) {
      const built = build();
      last = { at: Date.now(), built };
      built.catch(() => {
        last = undefined;
      });
    }
    return last.built;
  };
}
