import type { Page } from "playwright-core";
import { newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { sharedBrowser } from "./browser";
import { button, dialog } from "./locators";
import { visitSignedIn } from "./visit-signed-in";

const browser = await sharedBrowser();

const offer = { serverOnly: false, stackable: false, includedItems: {} };

const monthly = { USD: "10", interval: [1, "month"] };

const catalogue = {
  "payments.groups": { plans: { displayName: "Plans" } },
  "payments.items": {
    credits: { displayName: "Credits", customerType: "user" },
    coins: { displayName: "Coins", customerType: "custom" },
  },
  "payments.offers": {
    plan: { ...offer, displayName: "Plan", customerType: "user", groupId: "plans", prices: { monthly } },
    premium: {
      ...{ ...offer, displayName: "Premium", customerType: "user", groupId: "plans" },
      prices: { yearly: { USD: "100", interval: [1, "year"] } },
    },
    book: {
      ...{ ...offer, displayName: "Book", customerType: "user", stackable: true, prices: { once: { USD: "12.50" } } },
      includedItems: { credits: { quantity: 5, expires: "never" } },
    },
    studio: { ...offer, displayName: "Studio", customerType: "team", prices: { monthly } },
  },
};

/** A project with a user and a team, and the part of its payments in which customers are looked up. */
export async function openCustomers(gatehouse: Gatehouse, tolerated?: RegExp) {
  const owner = await newOwner(gatehouse);
  const project = await owner.createProject({ displayName: "Bookshop", teamId: owner.selectedTeam?.id ?? "" });
  await project.updateConfig(catalogue as never);
  const { app } = project;
  const ada = await app.createUser({ displayName: "Ada Lovelace", primaryEmail: "ada@example.com" });
  await app.createUser({ displayName: "Grace Hopper", primaryEmail: "grace@example.com" });
  const team = await app.createTeam({ displayName: "Analysts" });
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/payments`, tolerated);
  await page.getByRole("link", { name: "Customers" }).click();
  await page.getByRole("region", { name: "Find a customer" }).waitFor();
  return { app, ada, team, page, project };
}

export const purchases = (page: Page) => page.getByRole("list", { name: "Purchases" }).getByRole("listitem");

export async function grant(page: Page, name: string, units?: string) {
  await button(page, "Grant in test mode").click();
  const open = dialog(page, "Grant in test mode");
  await open.getByRole("combobox", { name: "Offer" }).selectOption({ label: name });
  if (units) await open.getByLabel("Units").fill(units);
  await open.getByRole("button", { name: "Grant offer" }).click();
  return open;
}
