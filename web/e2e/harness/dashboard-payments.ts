import type { Page } from "playwright-core";
import { newOwnedProject } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { sharedBrowser, visitSignedIn } from "./browser";
import { button, dialog } from "./locators";

const browser = await sharedBrowser();

const user = { customerType: "user", serverOnly: false, stackable: false, includedItems: {} };

const sellingCatalogue = {
  "payments.items.credits": { displayName: "Credits", customerType: "custom" },
  "payments.offers": {
    plan: { ...user, displayName: "Plan", prices: { monthly: { USD: "10", EUR: "9.5", interval: [1, "month"] } } },
    book: { ...user, displayName: "Book", stackable: true, prices: { once: { USD: "12.50" } } },
  },
};

/** A project that sells, its owner, and a page of the owner's. */
export async function openPayments(gatehouse: Gatehouse, tolerated?: RegExp) {
  const { owner, project } = await newOwnedProject(gatehouse, "Bookshop");
  await project.updateConfig(sellingCatalogue as never);
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/payments`, tolerated);
  await page.getByRole("heading", { level: 1, name: "Payments" }).waitFor();
  return { app: project.app, page, project };
}

export const rows = (page: Page) => page.getByRole("table", { name: "Transactions" }).locator("tbody tr");

export async function filterBy(page: Page, name: string, filter = "Type") {
  await page.getByRole("combobox", { name: filter }).selectOption({ label: name });
}

/** A project with these settings, and its catalogue. */
export async function openCatalogue(gatehouse: Gatehouse, settings: object = {}) {
  const { owner, project } = await newOwnedProject(gatehouse, "Bookshop");
  await project.updateConfig(settings as never);
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/payments?part=catalogue`);
  await page.getByRole("region", { name: "Offers" }).waitFor();
  const payments = async () =>
    ((await project.getConfig()) as unknown as { payments: Record<"offers" | "items" | "groups", object> }).payments;
  return { page, payments, project };
}

const offerForUsers = { customerType: "user", serverOnly: false, includedItems: {} };

export const catalogue = {
  "payments.groups": { plans: { displayName: "Plans" } },
  "payments.items": { credits: { displayName: "Credits", customerType: "user" } },
  "payments.offers": {
    basic: {
      ...offerForUsers,
      displayName: "Basic",
      groupId: "plans",
      prices: { monthly: { USD: "5", interval: [1, "month"] } },
    },
    extra: {
      ...{ ...offerForUsers, displayName: "Extra", isAddOnTo: { basic: true }, prices: { once: { USD: "2" } } },
      includedItems: { credits: { quantity: 10 } },
    },
  },
};

const offer = { serverOnly: false, stackable: false, includedItems: {} };

const monthly = { USD: "10", interval: [1, "month"] };

const customersCatalogue = {
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
  const { owner, project } = await newOwnedProject(gatehouse, "Bookshop");
  await project.updateConfig(customersCatalogue as never);
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
