import type { Page } from "playwright-core";
import type { newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import type { Customer } from "./billing";
import { sharedBrowser } from "./browser";
import { visitSignedIn } from "./visit-signed-in";

const browser = await sharedBrowser();

export type Owner = Awaited<ReturnType<typeof newOwner>>;

export const ofUser = ({ id }: Owner): Customer => ({ customer_type: "user", customer_id: id });

export const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

export const rows = (page: Page, name: string) => page.getByRole("list", { name, exact: true }).getByRole("listitem");

export const row = (page: Page, name: string) => rows(page, "Subscriptions").filter({ hasText: name });

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

export const dialog = (page: Page) => page.getByRole("dialog");

/** The billing of a user, on a page of their own browser. */
export async function billingOf(
  gatehouse: Gatehouse,
  owner: Owner,
  section = "billing",
  tolerated?: RegExp,
): Promise<Page> {
  const page = await visitSignedIn(browser, gatehouse, owner, `/handler/account-settings#${section}`, tolerated);
  await card(page, "Subscriptions").waitFor();
  return page;
}
