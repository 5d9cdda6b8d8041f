import { describe, it } from "vitest";
import { newAddress, PASSWORD } from "../../scripts/testing/accounts";
import { startProject } from "../kit/testing/project-under-test";
import { openPage, sharedBrowser } from "./harness/browser";
import { startExample } from "./harness/start-example";

const suite = startProject();
const browser = await sharedBrowser();

describe("the plain HTML page with the tag", () => {
  it("starts by one command, and signs a user up", async ({ expect }) => {
    const { url } = await startExample(suite, "html-tag", {
      variables: { GATEHOUSE_SITE_URL: suite.gatehouse.webUrl },
    });
    // The page has no icon.
    const page = await openPage(browser, url, /favicon/);
    await page.goto("/");
    const email = newAddress();
    await page.getByRole("link", { name: "Create an account" }).click();
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByText(`Signed in as ${email}.`).waitFor();
    await page.getByRole("button", { name: "Account menu" }).click();
    await expect.poll(() => page.getByRole("menuitem").allInnerTexts()).toEqual(["Account settings", "Sign out"]);
  });
});
