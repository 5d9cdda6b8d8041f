import { createServer } from "node:http";
import type * as officialClient from "@stackframe/js";
import { build } from "esbuild";
import { REPOSITORY } from "../dev/wrangler";

declare global {
  /** The official client, on the pages that `serveOfficialClient` serves. */
  var official: typeof officialClient;
}

/** Serves a blank page at every address, on which a script may use the official client as it comes from npm. */
export async function serveOfficialClient(): Promise<{ url: string; stop(): Promise<void> }> {
  const { outputFiles } = await build({
    stdin: { contents: 'export * from "@stackframe/js";', resolveDir: REPOSITORY },
    bundle: true,
    format: "iife",
    globalName: "official",
    platform: "browser",
    // What bundlers of websites put in the place of Node's variables.
    banner: { js: 'var process = { env: { NODE_ENV: "production" } };' },
    write: false,
    logLevel: "error",
  });
  const script = outputFiles[0]?.text ?? "";
  const page =
    '<!doctype html><html lang="en"><title>A website</title><link rel="icon" href="data:,"><script src="/official.js"></script>';
  const server = createServer((request, response) => {
    const isScript = request.url === "/official.js";
    response.writeHead(200, { "Content-Type": `text/${isScript ? "javascript" : "html"}; charset=utf-8` });
    response.end(isScript ? script : page);
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
