import type { Browser, Page } from "playwright-core";
import { PASSWORD } from "../../../scripts/testing/accounts";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { openPage } from "./open-page";

export async function fillSignUp(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
}

/** Returns what the tests of the pages do on the site. */
export function sitePages({ browser, gatehouse }: { browser: Browser; gatehouse: Gatehouse }) {
  const visit = async (path: string): Promise<Page> => {
    const page = await openPage(browser, gatehouse.webUrl);
    await page.goto(path);
    return page;
  };

  return { visit };
}
