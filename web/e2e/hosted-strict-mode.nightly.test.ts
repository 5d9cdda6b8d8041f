import { createServer } from "node:http";
import { build } from "esbuild";
import { it } from "vitest";
import { REPOSITORY } from "../../scripts/platform/wrangler";
import { signUp, startProject } from "../kit/testing/project-under-test";
import { openPage, sharedBrowser } from "./harness/browser";
import { listen } from "./harness/listen";

const suite = startProject();
const browser = await sharedBrowser();

/** The page as `npm run dev` serves it: by React for development, whose strict mode runs effects twice. */
const page = `
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { GatehouseClientApp, GatehouseProvider } from "./web/react";
import { AuthorizePage } from "./web/site/hosted/authorize-page";
const app = new GatehouseClientApp(globalThis.options);
createRoot(document.getElementById("root")).render(
  <StrictMode>
    <GatehouseProvider app={app}><AuthorizePage query={new URLSearchParams(location.search)} /></GatehouseProvider>
  </StrictMode>,
);`;

async function servePage(options: object): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: page, resolveDir: REPOSITORY, loader: "tsx" },
    bundle: true,
    format: "esm",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"development"', "import.meta.env.VITE_API_URL": '""' },
    loader: { ".css": "empty" },
    write: false,
    logLevel: "error",
  });
  const html = `<!doctype html><html lang="en"><title>Page</title><link rel="icon" href="data:,"><div id="root"></div>
    <script>globalThis.options = ${JSON.stringify(options)}</script><script type="module" src="/page.js"></script></html>`;
  return await listen(
    createServer((request, response) => {
      const isScript = request.url === "/page.js";
      response.writeHead(200, { "Content-Type": isScript ? "text/javascript" : "text/html" });
      response.end(isScript ? outputFiles[0]?.contents : html);
    }),
  );
}

it("one code is requested, and the website is visited once", async ({ expect }) => {
  const { user } = await signUp(suite.project.clientApp());
  const tokenStore = await user.currentSession.getTokens();
  const url = await servePage({ ...suite.project.options, tokenStore });
  const tab = await openPage(browser, url);
  const sent: string[] = [];
  tab.on("request", (request) => {
    if (request.method() === "POST" || request.isNavigationRequest()) sent.push(new URL(request.url()).pathname);
  });
  const query = new URLSearchParams({
    redirect_uri: `${url}/arrived`,
    state: "s1",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
  });
  await tab.goto(`/handler/authorize?${query}`);
  await tab.waitForURL(`${url}/arrived?**`);
  expect(sent).toEqual(["/handler/authorize", "/api/v1/auth/hosted/authorize", "/arrived"]);
});
