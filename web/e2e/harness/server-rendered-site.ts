import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { catalogues } from "../../../scripts/build/catalogues";
import { forProduction } from "../../../scripts/build/production";
import { componentStyles } from "../../../scripts/build/styles/plugin";
import { REPOSITORY } from "../../../scripts/platform/wrangler";
import { PASSWORD } from "../../../scripts/testing/accounts";
import { builtOnce } from "./kit-website";
import { listen } from "./listen";

/** Says how a page of the site is rendered: its name, and the options of its app. */
export type PageSetup = { page: string; options: object };

let site: Promise<Site> | undefined;

/** Holds what the bundles of the site are: how its server renders a page, and the folder with the scripts of the browser. */
type Site = { render: (page: string, options: object) => Promise<string>; scripts: string };

/**
 * Serves a website for one test, whose server renders its pages, and whose browser hydrates them.
 *
 * @param onServer replaces options of the app on the server
 */
export async function serveServerRenderedSite(
  setup: PageSetup,
  onServer: (request: IncomingMessage) => object,
  head = "",
): Promise<string> {
  site ??= loadSite();
  const { render, scripts } = await site;
  const server = createServer(async (request, response) => {
    if (request.url?.endsWith(".js")) {
      response.writeHead(200, { "Content-Type": "text/javascript" });
      response.end(await readFile(path.join(scripts, path.normalize(request.url))));
      return;
    }
    const html = await render(setup.page, { ...setup.options, ...onServer(request) });
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
    response.end(document(html, setup, head));
  });
  return listen(server);
}

async function loadSite(): Promise<Site> {
  const folder = await builtOnce("server-rendered-site", (outDir) =>
    forProduction(async () => {
      await bundle(serverRenderedPages + renderOnServer, path.join(outDir, "server"), true);
      await bundle(serverRenderedPages + inBrowser, path.join(outDir, "browser"), false);
    }),
  );
  const { render } = await import(pathToFileURL(path.join(folder, "server/website.mjs")).href);
  return { render, scripts: path.join(folder, "browser") };
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
      catalogues(),
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

const renderOnServer = `
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

/** The pages of the website that is rendered on a server, by name: code of a module beside those of the components. */
const serverRenderedPages = `
import { lazy, Suspense, useEffect, useState } from "react";
import * as kit from ".";
const Late = lazy(async () => {
  if (globalThis.document) await new Promise((resolve) => { globalThis.load = resolve; });
  return { default: kit.UserButton };
});
const Own = () => {
  const user = kit.useUser({ or: "throw" });
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return <p data-hydrated={isHydrated}>{user.useItem("points").quantity} points, {user.selectedTeam.useItem("seats").quantity} seats</p>;
};
const OfUser = ({ app, userId, email }) => {
  const { data, error } = app.useItem({ userId, itemId: "points" }, { suspense: false });
  const signIn = () => app.signInWithCredential({ email, password: "${PASSWORD}", noRedirect: true });
  return <p>{data ? data.quantity + " points" : error ? "no points" : "…"} <button onClick={signIn}>Sign in</button></p>;
};
const page = (content) => ({ options }) => (
  <kit.GatehouseProvider app={new kit.GatehouseClientApp(options)}>{content}</kit.GatehouseProvider>
);
const itemPage = (Content) => ({ options: { userId, email, ...options } }) => {
  const [app] = useState(() => new kit.GatehouseClientApp(options));
  return <kit.GatehouseProvider app={app}><Suspense>
    <Content app={app} userId={userId} email={email} />
  </Suspense></kit.GatehouseProvider>;
};
const pages = {
  user: page(<kit.UserButton showUserInfo extraItems={[{ text: "Orders", onClick: () => { location.hash = "orders"; } }]} />),
  team: page(<kit.SelectedTeamSwitcher allowNull urlMap={(team) => "#" + (team ? team.displayName : "none")} />),
  signIn: page(<kit.SignIn />),
  providers: () => <kit.OAuthButtonGroup type="sign-in" mockProject={{ config: { oauthProviders: [{ id: "google" }, { id: "github" }] } }} />,
  late: page(<><kit.UserButton /><Suspense><Late /></Suspense></>),
  ownItems: itemPage(Own),
  itemOfUser: itemPage(OfUser),
};
`;
