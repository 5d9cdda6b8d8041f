import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSite } from "../../scripts/dev/site";
import { findFreePorts } from "../../scripts/testing/free-ports";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { tagExample } from "../dashboard/setup/snippets";
import { handlerPages } from "../react/pages/handler-route";
import { sharedBrowser } from "./harness/browser";
import { keepMessages } from "./harness/console-messages";
import { pages } from "./harness/dashboard-pages";
import {
  type FullProject,
  newFullProject,
  ownerPaths,
  publicPaths,
  routesOfSections,
  userPaths,
} from "./harness/development-pages";
import { networkIdle } from "./harness/network-idle";
import { openPage } from "./harness/open-page";
import { refused as refusedScript } from "./harness/page-budgets";
import { servePlainPage } from "./harness/plain-page";
import { startExample } from "./harness/start-example";
import { openSignedIn } from "./harness/visit-signed-in";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();
const [port] = (await findFreePorts(1)) as [number];
const webUrl = `http://localhost:${port}`;
let project: FullProject;
let site: Awaited<ReturnType<typeof startSite>>;

beforeAll(async () => {
  const { INTERNAL_PUBLISHABLE_CLIENT_KEY: publishableClientKey } = gatehouse.secrets;
  site = await startSite({ port, apiUrl: gatehouse.apiUrl, publishableClientKey });
  project = await newFullProject(gatehouse);
});

afterAll(() => site.stop());

/** Browsers print that the API refuses a request for what is unknown, and that previews of emails run no script. */
const refusedBy = (name: string) => (name.includes("unknown") ? /Failed to load resource/ : refusedScript);

/** Opens a path, and expects that nothing was printed once no request is open. `openPage` fails a test with errors. */
async function printsNothing(
  page: Page,
  path: string,
  shows: (at: Page) => Promise<unknown> = (at) => at.getByRole("heading").first().waitFor(),
) {
  const messages = keepMessages(page);
  await page.goto(path);
  await shows(page);
  await networkIdle(page);
  expect(messages).toEqual([]);
}

// React for development, in strict mode, prints what it finds wrong with a page.
describe("the site in development prints nothing", () => {
  it.each(Object.entries(publicPaths))("to anyone on %s", async (name, path) => {
    await printsNothing(await openPage(browser, webUrl, refusedBy(name)), path(project));
  });

  it.each(Object.entries(userPaths))("to a user of a project on %s", async (_, path) => {
    const page = await openPage(browser, webUrl);
    const name = `stack-refresh-${project.fullId}`;
    await page.context().addCookies([{ name, value: project.userToken, url: webUrl }]);
    await printsNothing(page, path(project));
  });

  it.each(Object.entries(ownerPaths))("to an owner on %s", async (name, path) => {
    const page = await openSignedIn(browser, { ...gatehouse, webUrl }, project.owner, refusedBy(name));
    await printsNothing(page, path(project), pages[name]?.shows);
  });
});

describe("what else is there in development prints nothing", () => {
  it("the API reference, and the mailbox", async () => {
    await printsNothing(await openPage(browser, gatehouse.apiUrl), "/api/v1/docs");
    await printsNothing(await openPage(browser, gatehouse.mailbox.pageUrl), "/");
  });

  it("a website with the tag", async () => {
    const { fullId: projectId, publishableClientKey } = project;
    const page = tagExample({ apiUrl: gatehouse.apiUrl, siteUrl: webUrl, projectId, publishableClientKey });
    const url = await servePlainPage(page.replace("<title>", '<link rel="icon" href="data:,"><title>'));
    await printsNothing(await openPage(browser, url), "/");
  });

  it("a website of React and Vite", async () => {
    const { fullId: projectId, publishableClientKey, secretServerKey } = project;
    const keys = { publishableClientKey, secretServerKey };
    const { url } = await startExample({ gatehouse, project: { options: { projectId }, keys } }, "react-vite");
    for (const path of ["/", ...Object.keys(handlerPages).map((name) => `/handler/${name}`)]) {
      await printsNothing(await openPage(browser, url), path);
    }
  });
});

it("each page of the dashboard and for partners is opened here", () => {
  const opened = Object.values(ownerPaths).map((path) => new URL(path(project), webUrl).pathname);
  const isOpened = (route: string) => {
    const pattern = new RegExp(`^${route.replace(/\$\w+/g, "[^/]+")}/?$`);
    return opened.some((path) => pattern.test(path));
  };
  const routes = routesOfSections();
  expect(routes.length).toBeGreaterThan(30);
  expect(routes.filter((route) => !isOpened(route))).toEqual([]);
});
