import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, it } from "vitest";
import { REPOSITORY } from "../../scripts/dev/wrangler";
import { newAddress, PASSWORD } from "../../scripts/testing/accounts";
import { startProject } from "../kit/testing/project-under-test";
import { sharedBrowser } from "./harness/browser";
import { openPage } from "./harness/open-page";
import { startExample } from "./harness/start-example";

const suite = startProject();
const browser = await sharedBrowser();

const text = (file: string) => readFile(path.join(REPOSITORY, file), "utf8");

describe("the plain HTML page with the tag", () => {
  it("is what README and docs show, in ten lines", async ({ expect }) => {
    const page = await text("docs/examples/html-tag/index.html");
    expect(page.trimEnd().split("\n").length).toBeLessThan(10);
    for (const file of ["README.md", "docs/embed.md"]) expect(await text(file)).toContain(`\`\`\`html\n${page}\`\`\``);
  });

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
