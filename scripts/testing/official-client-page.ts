import { createServer } from "node:http";
import type * as officialClient from "@stackframe/js";
import { build } from "esbuild";
import type * as gatehouseKit from "../../web/kit";
import { REPOSITORY } from "../platform/wrangler";

declare global {
  /** The official client, on the pages that `serveOfficialClient` serves. */
  var official: typeof officialClient;
  /** Our kit, beside it. */
  var kit: typeof gatehouseKit;
}

/** A script that makes what a module exports a global. */
async function scriptOf(module: string, globalName: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `export * from "${module}";`, resolveDir: REPOSITORY },
    bundle: true,
    minify: true,
    format: "iife",
    globalName,
    platform: "browser",
    // Bundlers of websites put this in the place of Node's variables.
    banner: { js: 'var process = { env: { NODE_ENV: "production" } };' },
    write: false,
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}

/** Serves a blank page at every address, on which a script may use the official client as it comes from npm, and our kit. */
export async function serveOfficialClient(): Promise<{ url: string; stop(): Promise<void> }> {
  const scripts = new Map([
    ["/official.js", await scriptOf("@stackframe/js", "official")],
    ["/kit.js", await scriptOf("./web/kit/index.ts", "kit")],
  ]);
  const elements = [...scripts.keys()].map((source) => `<script src="${source}"></script>`).join("");
  const page = `<!doctype html><html lang="en"><title>A website</title><link rel="icon" href="data:,">${elements}`;
  const server = createServer((request, response) => {
    const script = scripts.get(request.url ?? "");
    response.writeHead(200, { "Content-Type": `text/${script ? "javascript" : "html"}; charset=utf-8` });
    response.end(script ?? page);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("The page's server has no port.");
  return {
    url: `http://localhost:${address.port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
