import { createServer } from "node:http";
import { build } from "esbuild";
import type * as kit from "../../web/kit";
import { REPOSITORY } from "../platform/wrangler";

declare global {
  /** The kit, on the pages that `serveWebsite` serves. */
  var gatehouse: typeof kit;
}

/** A website of a project, as its owner would write it in a script tag. */
export interface Website {
  url: string;
  stop(): Promise<void>;
}

let script: Promise<string> | undefined;

/** The kit as a script, built once in a process. */
async function buildScript(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: 'export * from "./web/kit";', resolveDir: REPOSITORY },
    bundle: true,
    minify: true,
    format: "iife",
    globalName: "gatehouse",
    platform: "browser",
    write: false,
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}

/**
 * Serves the same page at every address of `<name>.localhost`. Each website of a test needs its own name, because cookies know no
 * ports. The page's app has the given options. The page shows the user, and has buttons to sign in and out. It keeps the app as
 * `window.app`, so that a test can call it.
 */
export async function serveWebsite(name: string, options: kit.ClientAppOptions): Promise<Website> {
  script ??= buildScript();
  const kitScript = await script;
  const server = createServer((request, response) => {
    const isScript = request.url === "/kit.js";
    response.writeHead(200, { "Content-Type": `text/${isScript ? "javascript" : "html"}; charset=utf-8` });
    response.end(isScript ? kitScript : pageOf(options, name));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("The website's server has no port.");
  return {
    url: `http://${name}.localhost:${address.port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function pageOf(options: kit.ClientAppOptions, name: string): string {
  return `<!doctype html><html lang="en"><title>${name}</title><link rel="icon" href="data:,">
<h1>${name}</h1><p id="user">Loading</p>
<button id="sign-in">Sign in</button> <button id="sign-up">Sign up</button> <button id="sign-out">Sign out</button>
<script src="/kit.js"></script>
<script type="module">
  const app = new gatehouse.GatehouseClientApp(${JSON.stringify(options)});
  window.app = app;
  const shown = document.getElementById("user");
  const on = (id, action) => document.getElementById(id).addEventListener("click", action);
  on("sign-in", () => app.redirectToSignIn());
  on("sign-up", () => app.redirectToSignUp());
  on("sign-out", () => app.signOut());
  const isMembersOnly = location.pathname.startsWith("/members");
  app.getUser(isMembersOnly ? { or: "redirect" } : {}).then(
    (user) => { shown.textContent = user ? "Signed in as " + user.primaryEmail : "Signed out"; },
    (error) => { shown.textContent = error.message; },
  );
</script>`;
}
