import type { Page } from "playwright-core";
import { newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { sharedBrowser } from "./browser";
import { visitSignedIn } from "./visit-signed-in";

const browser = await sharedBrowser();

export const user = { customerType: "user", serverOnly: false, stackable: false, includedItems: {} };

const catalogue = {
  "payments.items.credits": { displayName: "Credits", customerType: "custom" },
  "payments.offers": {
    plan: { ...user, displayName: "Plan", prices: { monthly: { USD: "10", EUR: "9.5", interval: [1, "month"] } } },
    book: { ...user, displayName: "Book", stackable: true, prices: { once: { USD: "12.50" } } },
  },
};

/** A project that sells, its owner, and a page of the owner's. */
export async function openPayments(gatehouse: Gatehouse, tolerated?: RegExp) {
  const owner = await newOwner(gatehouse);
  const project = await owner.createProject({ displayName: "Bookshop", teamId: owner.selectedTeam?.id ?? "" });
  await project.updateConfig(catalogue as never);
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/payments`, tolerated);
  await page.getByRole("heading", { level: 1, name: "Payments" }).waitFor();
  return { app: project.app, page, project };
}

export const rows = (page: Page) => page.getByRole("table", { name: "Transactions" }).locator("tbody tr");

export async function filterBy(page: Page, name: string, filter = "Type") {
  await page.getByRole("combobox", { name: filter }).selectOption({ label: name });
}
