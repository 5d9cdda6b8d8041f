import { createServer } from "node:http";
import { build } from "esbuild";
import type { Browser, FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { REPOSITORY } from "../../../scripts/platform/wrangler";
import { newAddress, PASSWORD } from "../../../scripts/testing/accounts";
import { newProject, type ProjectUnderTest, signUp } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import type * as kit from "../../kit";
import type { ClientAppOptions } from "../../kit";
import { openPage } from "./browser";
import { heading, refused, shownUser, signUpOnHostedPages, startHostedSession } from "./hosted-pages";

/** Two websites with the hosted pages of one project, for the tests of a file. */
export async function hostedWebsites({ browser, gatehouse }: { browser: Browser; gatehouse: Gatehouse }) {
  const project = await newProject(gatehouse, { magicLinkEnabled: true });
  const options = hostedOptions(gatehouse, project);
  const [shop, blog] = await Promise.all([serveWebsite("shop", options), serveWebsite("blog", options)]);
  afterAll(() => Promise.all([shop.stop(), blog.stop()]));

  async function visit(website: Website, path = "/"): Promise<Page> {
    const page = await openPage(browser, website.url, refused);
    await page.goto(path);
    return page;
  }

  /** Opens a website in a new profile, whose user has a session on the hosted pages. */
  async function visitAsMember(website: Website): Promise<{ page: Page; email: string }> {
    const page = await openPage(browser, website.url, refused);
    const email = await startHostedSession(page, gatehouse, project);
    await page.goto("/members");
    await shownUser(page, `Signed in as ${email}`);
    return { page, email };
  }

  /** Opens another website in the profile of `page`. */
  async function visitToo(page: Page, website: Website, path = "/"): Promise<Page> {
    const other = await page.context().newPage();
    await other.goto(website.url + path);
    return other;
  }

  return { project, shop, blog, visit, visitAsMember, visitToo };
}

/** Follows the link to the sign-up page, which keeps the way back. */
export async function signUpFromSignIn(page: Page): Promise<string> {
  await heading(page, "Sign in").waitFor();
  await page.getByRole("link", { name: "Create an account" }).click();
  return await signUpOnHostedPages(page);
}

/** Says where the website's visitors are when they leave to sign in. */
export const place = "/basket?item=1#top";

/** Returns how a website with the hosted pages of a project sets up its kit. */
function hostedOptions(gatehouse: Gatehouse, project: ProjectUnderTest): ClientAppOptions {
  return {
    baseUrl: gatehouse.apiUrl,
    projectId: project.projectId,
    publishableClientKey: project.keys.publishableClientKey,
    hosted: gatehouse.webUrl,
    tokenStore: "cookie",
  };
}

/** A website with hosted pages, of a project with every way to sign in, for the tests of a file. */
export function hostedShop({ browser, gatehouse }: { browser: Browser; gatehouse: Gatehouse }) {
  const suite = {} as { project: ProjectUnderTest; shop: Website; options: ClientAppOptions };

  beforeAll(async () => {
    suite.project = await newProject(gatehouse, {
      magicLinkEnabled: true,
      passkeyEnabled: true,
      oauthProviders: [{ id: "google", type: "shared" }],
    });
    suite.options = hostedOptions(gatehouse, suite.project);
    suite.shop = await serveWebsite("shop", suite.options);
  });
  afterAll(() => suite.shop.stop());

  /** The hosted sign-in page, in a new profile, as the website's button leads to it. */
  async function signInPage(): Promise<Page> {
    const page = await openPage(browser, suite.shop.url, refused);
    await page.goto(place);
    await shownUser(page, "Signed out");
    await page.getByRole("button", { name: "Sign in" }).click();
    await heading(page, "Sign in").waitFor();
    return page;
  }

  /** Waits until the website's page is shown as it was left, with this user. */
  async function isBack(page: Page, email: string): Promise<void> {
    await page.waitForURL(`${suite.shop.url}${place}`);
    await shownUser(page, `Signed in as ${email}`);
  }

  /** A user of the project who has a password. */
  async function newUser() {
    const email = newAddress("visitor");
    const app = suite.project.clientApp();
    await signUp(app, email);
    return { email, user: await app.getUser({ or: "throw" }) };
  }

  return { suite, signInPage, isBack, newUser };
}

export async function fillSignIn(page: Page | FrameLocator, email: string, password = PASSWORD): Promise<void> {
  const tab = page.getByRole("tab", { name: "Email & password" });
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  await tab.click();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Asks for an email with a link and a code. */
export async function requestMagicLink(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Send email" }).click();
  await page.getByText(email).first().waitFor();
}

declare global {
  /** The kit, on the pages that `serveWebsite` serves. */
  var gatehouse: typeof kit;
}

/** A website of a project, as its owner would write it in a script tag. */
interface Website {
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
async function serveWebsite(name: string, options: kit.ClientAppOptions): Promise<Website> {
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
