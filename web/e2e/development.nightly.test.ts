import { afterAll, beforeAll, describe, it } from "vitest";
import { startSite } from "../../scripts/dev/site";
import { findFreePorts } from "../../scripts/testing/free-ports";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { handlerPages } from "../react/pages/handler-route";
import { sharedBrowser } from "./harness/browser";
import { newPagesProject, type PagesProject, pages } from "./harness/dashboard-pages";
import { networkIdle } from "./harness/network-idle";
import { openPage } from "./harness/open-page";
import { refused } from "./harness/page-budgets";
import { openSignedIn } from "./harness/visit-signed-in";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();
const [port] = (await findFreePorts(1)) as [number];
const webUrl = `http://localhost:${port}`;
let project: PagesProject;
let site: Awaited<ReturnType<typeof startSite>>;

beforeAll(async () => {
  const { INTERNAL_PUBLISHABLE_CLIENT_KEY: publishableClientKey } = gatehouse.secrets;
  site = await startSite({ port, apiUrl: gatehouse.apiUrl, publishableClientKey });
  project = await newPagesProject(gatehouse);
});

afterAll(() => site.stop());

// React for development, in strict mode, prints what it finds wrong with a page; `openPage` fails a test with errors.
describe("the site in development prints no error", () => {
  it.each(Object.keys(handlerPages))("on the handler page %s", async (name) => {
    const page = await openPage(browser, webUrl);
    await page.goto(`/handler/${name}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await networkIdle(page);
  });

  it.each(Object.entries(pages))("on %s", async (_, { path, shows }) => {
    const page = await openSignedIn(browser, { ...gatehouse, webUrl }, project.owner, refused);
    await page.goto(path(project));
    await shows(page);
    await networkIdle(page);
  });
});
