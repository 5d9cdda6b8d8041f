import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Frame, Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { newProject, type ProjectUnderTest } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { openPage, sharedBrowser } from "./harness/browser";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();
let website: Server;
/** Trusts localhost, and so the website. */
let trusting: ProjectUnderTest;
let distrusting: ProjectUnderTest;

beforeAll(async () => {
  website = await serveFrames();
  const oauthProviders = (["google", "github"] as const).map((id) => ({ id, type: "shared" as const }));
  trusting = await newProject(gatehouse, { allowLocalhost: true, oauthProviders });
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

/** A browser at the website. */
function visit(): Promise<Page> {
  const { port } = website.address() as AddressInfo;
  return openPage(browser, `http://localhost:${port}`, /frame|favicon/i);
}

/** The frame of the website that shows a page of the site, once it is loaded or refused. */
async function framed(page: Page, path: string): Promise<Frame> {
  await page.goto(`/?${new URLSearchParams({ framed: gatehouse.webUrl + path })}`);
  const frame = page.frames()[1];
  if (!frame) throw new Error("The page frames nothing.");
  return frame;
}

const refused = "chrome-error://chromewebdata/";

describe("a website that frames a page of the site", () => {
  it("shows pages of a project that trusts it, on which no sign-in at a provider starts", async ({ expect }) => {
    // Attack: the website lays something over the framed page, to start a sign-in at a provider by a click.
    const page = await visit();
    for (const name of ["forgot-password", "sign-up", "sign-in"]) {
      const frame = await framed(page, `/handler/${name}?project_id=${trusting.projectId}`);
      await frame.getByLabel("Email").first().waitFor();
    }
    const frame = page.frameLocator("iframe");
    const note = "For security reasons, sign-in with other accounts does not work inside another page.";
    await frame.getByText(note).waitFor();
    for (const name of ["Continue with Google", "Continue with GitHub"]) {
      const button = frame.getByRole("button", { name });
      await expect.poll(() => button.isDisabled()).toBe(true);
      expect(await button.evaluate((element) => element.ariaDescribedByElements?.[0]?.textContent)).toBe(note);
    }
    await page.goto(`${gatehouse.webUrl}/handler/sign-in?project_id=${trusting.projectId}`);
    const button = page.getByRole("button", { name: "Continue with GitHub" });
    await button.waitFor();
    await expect.poll(() => button.isEnabled()).toBe(true);
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
    const page = await visit();
    for (const query of queries) {
      const frame = await framed(page, `/handler/sign-in?${query}`);
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
    const page = await visit();
    for (const name of pages) {
      const frame = await framed(page, `/${name}?project_id=${trusting.projectId}`);
      await expect.poll(() => frame.url()).toBe(refused);
    }
  });
});
