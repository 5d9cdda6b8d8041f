import type { Browser, Page } from "playwright-core";
import { afterAll } from "vitest";
import { newProject } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { serveWebsite, type Website } from "../../../scripts/testing/website";
import { heading, refused, shownUser, signUpOnHostedPages, startHostedSession } from "./hosted-pages";
import { hostedOptions } from "./hosted-shop";
import { openPage } from "./open-page";

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
