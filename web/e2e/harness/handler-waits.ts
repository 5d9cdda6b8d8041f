import type { Page } from "playwright-core";
import { PASSWORD } from "../../../scripts/testing/accounts";
import { button } from "./locators";

/** Matches what browsers print of requests without a response. */
export const noResponse = /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|FAILED)/;
export const unreachable = (page: Page) => page.getByRole("alert").filter({ hasText: "The server does not respond." });

export async function fillSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await button(page, "Sign in").click();
}
