import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { type Gatehouse, startGatehouse } from "../../scripts/testing/start-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { launchBrowser } from "./harness/browser";
import { openPage } from "./harness/open-page";
import { visitSignedIn } from "./harness/visit-signed-in";

let browser: Browser;
let gatehouse: Gatehouse;

beforeAll(async () => {
  [browser, gatehouse] = await Promise.all([launchBrowser(), startGatehouse({ site: true })]);
});
afterAll(async () => {
  await Promise.all([browser.close(), gatehouse.stop()]);
});

/** Browsers print refused requests. */
const refused = /Failed to load resource/;

const monthly = { USD: "10.00", EUR: "9.50", interval: [1, "month"] };
const offer = { customerType: "custom", serverOnly: false, stackable: false, includedItems: {}, prices: { monthly } };

const settings = {
  "payments.items.credits": { displayName: "Credits", customerType: "custom" },
  "payments.groups.plans": { displayName: "Plans" },
  "payments.offers": {
    credits: {
      ...{ ...offer, displayName: "Credits", stackable: true, prices: { once: { USD: "2.50" } } },
      includedItems: { credits: { quantity: 100 } },
    },
    basic: { ...offer, displayName: "Basic", groupId: "plans" },
    pro: {
      ...{ ...offer, displayName: "Pro", groupId: "plans" },
      prices: { monthly, yearly: { USD: "99.00", interval: [1, "year"] }, once: { USD: "199" } },
    },
  },
};

/** A project with offers, its owner, and what its backend does. */
async function shop() {
  const owner = await newOwner(gatehouse);
  const [team] = await owner.listTeams();
  const project = await owner.createProject({ displayName: "Bookshop", teamId: team?.id ?? "" });
  const { app } = project;
  const keys = await app.createInternalApiKey({
    description: "Backend",
    expiresAt: new Date(Date.now() + 86_400_000),
    hasPublishableClientKey: true,
    hasSecretServerKey: true,
    hasSuperSecretAdminKey: true,
  });
  await project.updateConfig(settings as never);
  async function request(tier: "server" | "admin", path: string, body?: object) {
    const key = tier === "server" ? keys.secretServerKey : keys.superSecretAdminKey;
    const response = await fetch(`${gatehouse.apiUrl}/api/v1${path}`, {
      method: body ? "POST" : "GET",
      headers: {
        "content-type": "application/json",
        ...{ "x-stack-project-id": project.id, "x-stack-access-type": tier },
        [tier === "server" ? "x-stack-secret-server-key" : "x-stack-super-secret-admin-key"]: key ?? "",
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as { url: string; quantity: number };
  }
  const customer = { customer_type: "custom", customer_id: "reader" };
  return {
    owner,
    /** The path of a purchase page. */
    async page(offer_id: string) {
      const { url } = await request("server", "/payments/purchases/create-purchase-url", { ...customer, offer_id });
      return new URL(url).pathname;
    },
    async buy(path: string, price_id: string) {
      const full_code = path.split("/")[2];
      await request("admin", "/internal/payments/test-mode-purchase-session", { full_code, price_id });
    },
    credits: async () => (await request("server", "/payments/items/custom/reader/credits")).quantity,
  };
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

describe("the page of a purchase", () => {
  it("an owner buys in test mode, and the customer's quantity of the item rises", async ({ expect }) => {
    const { owner, page: pathOf, credits } = await shop();
    expect(await credits()).toBe(0);
    const path = await pathOf("credits");
    const page = await visitSignedIn(browser, gatehouse, owner, path, refused);
    await heading(page, "Credits").waitFor();
    await page.getByText("Bookshop", { exact: true }).waitFor();
    await page.getByText("Test mode: no money moves.", { exact: false }).waitFor();
    await page.getByRole("spinbutton", { name: "Quantity" }).fill("3");
    await page.getByText("$7.50").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Buy in test mode" }).click();
    await heading(page, "Thank you").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await credits()).toBe(300);
    await page.reload();
    await heading(page, "This link cannot be used").waitFor();
  });

  it("anyone sees prices, what is replaced and that no payments are taken, and nothing of test mode", async ({
    expect,
  }) => {
    const { page: pathOf, buy } = await shop();
    await buy(await pathOf("basic"), "monthly");
    const page = await openPage(browser, gatehouse.webUrl);
    await page.goto(await pathOf("pro"));
    await heading(page, "Pro").waitFor();
    await page.getByText("This takes the place of Basic.").waitFor();
    await page.getByText("Bookshop does not take payments yet.", { exact: false }).waitFor();
    await page.getByRole("combobox", { name: "Price" }).click();
    const names = await page.getByRole("option").allInnerTexts();
    expect(names).toEqual(["$10.00 / month", "$99.00 / year", "$199.00"]);
    await page.getByRole("option", { name: "$10.00 / month" }).click();
    await page.getByRole("combobox", { name: "Currency" }).click();
    await page.getByRole("option", { name: "EUR" }).click();
    await page.getByRole("list", { name: "Total" }).getByText("€9.50 / month").waitFor();
    expect(await page.getByRole("button", { name: "Buy in test mode" }).count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("shows what cannot be bought: an offer that the customer has, a quantity of none, and a code that is unknown", async ({
    expect,
  }) => {
    const { page: pathOf, buy } = await shop();
    const second = await pathOf("basic");
    await buy(await pathOf("basic"), "monthly");
    const page = await openPage(browser, gatehouse.webUrl, refused, "de-DE");
    await page.goto(second);
    await page.getByText("Sie haben dies bereits, und es kann nur einmal gekauft werden.").waitFor();
    await page.goto(await pathOf("credits"));
    await page.getByRole("spinbutton", { name: "Anzahl" }).fill("0");
    await page.getByText("Geben Sie eine ganze Zahl von 1 bis", { exact: false }).waitFor();
    await page.goto("/purchase/unknown");
    await heading(page, "Dieser Link kann nicht verwendet werden").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("believes nothing that the address says of a payment", async () => {
    // Attack: a link by which a person believes that they have paid.
    const { page: pathOf } = await shop();
    const page = await openPage(browser, gatehouse.webUrl, refused);
    await page.goto(`${await pathOf("credits")}?redirect_status=succeeded`);
    await heading(page, "Your payment is on its way").waitFor();
  });
});
