import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { newProject, type ProjectUnderTest } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { sharedBrowser } from "./harness/browser";
import { openPage } from "./harness/open-page";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();
let website: Server;
/** Trusts localhost, and so the website. */
let trusting: ProjectUnderTest;
let distrusting: ProjectUnderTest;

beforeAll(async () => {
  website = await serveFrames();
  trusting = await newProject(gatehouse, { allowLocalhost: true });
  distrusting = await newProject(gatehouse, { allowLocalhost: false });
});
afterAll(() => website.close());

/** A website of another origin, each of whose pages frames the address in its query. */
function serveFrames(): Promise<Server> {
  const server = createServer((request, response) => {
    const framed = new URL(request.url ?? "/", "http://localhost").searchParams.get("framed");
    response.setHeader("Content-Type", "text/html");
    response.end(framed ? `<iframe width="600" height="600" src="${framed.replaceAll("&", "&amp;")}"></iframe>` : "");
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

/** The frame of a website that shows a page of the site, once it is loaded or refused. */
async function framed(path: string): Promise<Frame> {
  const { port } = website.address() as AddressInfo;
  const page = await openPage(browser, `http://localhost:${port}`, /frame|favicon/i);
  await page.goto(`/?${new URLSearchParams({ framed: gatehouse.webUrl + path })}`);
  const frame = page.frames()[1];
  if (!frame) throw new Error("The page frames nothing.");
  return frame;
}

const refused = "chrome-error://chromewebdata/";

describe("a website that frames a page of the site", () => {
  it.each(["sign-in", "sign-up", "forgot-password"])("shows %s of a project that trusts it", async (name) => {
    const frame = await framed(`/handler/${name}?project_id=${trusting.projectId}`);
    await frame.getByLabel("Email").first().waitFor();
  });

  // Attack: an invisible sign-in page, or one that confirms something, under a button of the attacker's.
  it("shows no sign-in page of a project that does not trust it, of no project, and of two", async ({ expect }) => {
    const { projectId } = trusting;
    const queries = [
      `project_id=${distrusting.projectId}`,
      "project_id=internal",
      "",
      `project_id=${projectId}&project_id=${distrusting.projectId}`,
    ];
    for (const query of queries) {
      const frame = await framed(`/handler/sign-in?${query}`);
      await expect.poll(() => frame.url()).toBe(refused);
    }
  });

  it("shows no page that confirms something, and nothing else of the site, whatever the project trusts", async ({
    expect,
  }) => {
    const pages = [
      "handler/authorize",
      "handler/team-invitation",
      "handler/cli-auth-confirm",
      "handler/email-verification",
      "handler/magic-link-callback",
      "handler/password-reset",
      "handler/account-settings",
      "handler/mfa",
      "handler/sign-out",
      "handler/oauth-callback",
      "projects",
      "",
    ];
    for (const page of pages) {
      const frame = await framed(`/${page}?project_id=${trusting.projectId}`);
      await expect.poll(() => frame.url()).toBe(refused);
    }
  });
});
