import { globSync, statSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";
import { type BuiltEmbed, bundleEmbed } from "../build/embed";
import { REPOSITORY } from "./wrangler";

/** What the elements are built from. */
const SOURCES = [
  "web/{embed,kit,react,ui}/**/*.{ts,tsx,css,json}",
  "scripts/build/{catalogues,embed,shadow-styles}.ts",
];

/** Serves the elements for other websites as a deployment does: built when they are first requested, and again when they have changed. */
export function serveEmbed(apiUrl: string): Plugin {
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
