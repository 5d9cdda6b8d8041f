import type { Browser } from "playwright-core";
import { afterAll, beforeAll, it } from "vitest";
import { startProject } from "../kit/testing/project-under-test";
import { launchBrowser } from "./harness/browser";
import { heading, signUpOnHostedPages } from "./harness/hosted-pages";
import { openPage } from "./harness/open-page";
import { startExample } from "./harness/start-example";

const suite = startProject({}, { site: true });
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it("the example hosted-static signs a user up on hosted pages and out again, with nothing of its own but a redirect", async ({
  expect,
}) => {
  const { url } = await startExample(suite, "hosted-static", {
    variables: { GATEHOUSE_SITE_URL: suite.gatehouse.webUrl },
  });
  // Cookies know no ports: on `localhost` it would share those of the hosted pages.
  const page = await openPage(browser, url.replace("localhost", "static.localhost"));
  await page.goto("/");
  await page.getByText("You are signed out.").waitFor();
  await page.getByRole("button", { name: "Sign in" }).click();
  await heading(page, "Sign in").waitFor();
  await page.getByRole("link", { name: "Create an account" }).click();
  const email = await signUpOnHostedPages(page);
  await page.getByText(`Hello ${email}`).waitFor();
  expect(new URL(page.url()).search).toBe("");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByText("You are signed out.").waitFor();
});
