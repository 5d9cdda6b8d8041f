import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { forProduction } from "../../../scripts/build/production";
import { componentStyles } from "../../../scripts/build/styles/plugin";
import { REPOSITORY } from "../../../scripts/dev/wrangler";
import { listen } from "./listen";

/** How a page of the site is rendered: its name, and the options of its app. */
export type PageSetup = { page: string; options: object };

export interface ServerRenderedSite {
  /** Serves the site for one test: `onServer` replaces options of the app on the server. */
  serve(setup: PageSetup, onServer: (request: IncomingMessage) => object, head?: string): Promise<string>;
  remove(): Promise<void>;
}

/** Builds a website, whose pages `pages` exports by name, for a server and for the browser that hydrates them. */
export async function buildServerRenderedSite(pages: string): Promise<ServerRenderedSite> {
  const folder = await mkdtemp(path.join(tmpdir(), "gatehouse-site-"));
  await forProduction(async () => {
    await bundle(pages + onServer, path.join(folder, "server"), true);
    await bundle(pages + inBrowser, path.join(folder, "browser"), false);
  });
  const { render } = await import(pathToFileURL(path.join(folder, "server/website.mjs")).href);

  return {
    remove: () => rm(folder, { recursive: true }),
    async serve(setup, serverOptions, head = "") {
      const server = createServer(async (request, response) => {
        if (request.url?.endsWith(".js")) {
          response.writeHead(200, { "Content-Type": "text/javascript" });
          response.end(await readFile(path.join(folder, "browser", path.normalize(request.url))));
          return;
        }
        const html = await render(setup.page, { ...setup.options, ...serverOptions(request) });
        response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
        response.end(document(html, setup, head));
      });
      return listen(server);
    },
  };
}

const entry = "server-rendered-website";

async function bundle(code: string, outDir: string, ssr: boolean): Promise<void> {
  await build({
    configFile: false,
    root: REPOSITORY,
    logLevel: "error",
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    plugins: [
      {
        name: "website",
        enforce: "pre",
        resolveId: (id) => (id === entry ? path.join(REPOSITORY, `web/react/${entry}.tsx`) : undefined),
        load: (id) => (id.endsWith(`${entry}.tsx`) ? code : undefined),
      },
      componentStyles(),
    ],
    ssr: { noExternal: true },
    build: {
      ssr,
      outDir,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: { input: entry, output: { entryFileNames: ssr ? "website.mjs" : "website.js" } },
    },
  });
}

const onServer = `
import { renderToReadableStream } from "react-dom/server";
export async function render(name, options) {
  const Page = pages[name];
  const stream = await renderToReadableStream(<Page options={options} />);
  await stream.allReady;
  return new Response(stream).text();
}`;

const inBrowser = `
import { hydrateRoot } from "react-dom/client";
const { page: name, options } = globalThis.setup;
const Page = pages[name];
hydrateRoot(document.getElementById("root"), <Page options={options} />, {
  onRecoverableError: (error) => globalThis.recovered.push(String(error)),
});`;

/** Marks what the server has sent, so that a test sees whether the browser has kept it. */
function document(html: string, setup: PageSetup, head: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Website</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">${head}</head>
<body><main><h1>Website</h1><div id="root">${html}</div></main>
<script>
globalThis.setup = ${JSON.stringify(setup)};
globalThis.recovered = [];
for (const element of document.querySelectorAll("#root *")) element.fromServer = true;
</script><script type="module" src="/website.js"></script></body></html>`;
}
