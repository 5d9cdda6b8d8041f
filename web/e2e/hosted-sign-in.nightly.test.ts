import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { newProject, type ProjectUnderTest } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { serveWebsite, type Website } from "../../scripts/testing/website";
import { sharedBrowser } from "./harness/browser";
import {
  heading,
  hostedPage,
  refused,
  shownUser,
  signOutOnHostedPages,
  signUpOnHostedPages,
} from "./harness/hosted-pages";
import { openPage } from "./harness/open-page";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();
let project: ProjectUnderTest;
let shop: Website;
let blog: Website;

beforeAll(async () => {
  project = await newProject(gatehouse, { magicLinkEnabled: true });
  const options = {
    baseUrl: gatehouse.apiUrl,
    projectId: project.projectId,
    publishableClientKey: project.keys.publishableClientKey,
    hosted: gatehouse.webUrl,
    tokenStore: "cookie",
  } as const;
  [shop, blog] = await Promise.all([serveWebsite("shop", options), serveWebsite("blog", options)]);
});
afterAll(() => Promise.all([shop.stop(), blog.stop()]));

async function visit(website: Website, path = "/"): Promise<Page> {
  const page = await openPage(browser, website.url, refused);
  await page.goto(path);
  return page;
}

/** Opens another website in the profile of `page`. */
async function visitToo(page: Page, website: Website, path = "/"): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(website.url + path);
  return other;
}

describe("a website with hosted pages", () => {
  it("signing out on the hosted pages ends both", async ({ expect }) => {
    const page = await visit(shop, "/members");
    const email = await signUpFromSignIn(page);
    await shownUser(page, `Signed in as ${email}`);
    const other = await visitToo(page, blog, "/members");
    await shownUser(other, `Signed in as ${email}`);

    await signOutOnHostedPages(page, gatehouse, project);
    const hosted = await page.context().newPage();
    await hosted.goto(hostedPage(gatehouse, project, "account-settings"));
    await heading(hosted, "Sign in").waitFor();
    await other.goto(`${blog.url}/`);
    await other.context().clearCookies({ name: "stack-access" });
    await other.reload();
    await shownUser(other, "Signed out");
    await expect.poll(() => new URL(hosted.url()).searchParams.get("project_id")).toBe(project.projectId);
  });

  it("signs the same person in on the project's other website without asking again", async ({ expect }) => {
    const page = await visit(shop, "/members");
    const email = await signUpFromSignIn(page);
    await shownUser(page, `Signed in as ${email}`);
    const other = await visitToo(page, blog, "/members/1");
    await shownUser(other, `Signed in as ${email}`);
    await expect.poll(() => other.url()).toBe(`${blog.url}/members/1`);
  });

  it("does not loop when the browser goes back after a return, and stays signed in", async ({ expect }) => {
    const page = await visit(shop);
    await page.getByRole("button", { name: "Sign in" }).click();
    const email = await signUpFromSignIn(page);
    await shownUser(page, `Signed in as ${email}`);
    await page.goBack();
    await shownUser(page, `Signed in as ${email}`);
    await expect.poll(() => page.url()).toBe(`${shop.url}/`);
  });

  it("two tabs that sign in at once both come back", async () => {
    const first = await visit(shop);
    const second = await visitToo(first, shop, "/second");
    await first.getByRole("button", { name: "Sign in" }).click();
    await heading(first, "Sign in").waitFor();
    await second.getByRole("button", { name: "Sign in" }).click();
    await heading(second, "Sign in").waitFor();
    const email = await signUpFromSignIn(first);
    await shownUser(first, `Signed in as ${email}`);
    // The kit there reads the cookies of the session again, and continues as after a sign-in of its own.
    await shownUser(second, `Signed in as ${email}`);
  });
});

/** Follows the link to the sign-up page, which keeps the way back. */
async function signUpFromSignIn(page: Page): Promise<string> {
  await heading(page, "Sign in").waitFor();
  await page.getByRole("link", { name: "Create an account" }).click();
  return await signUpOnHostedPages(page);
}
