import { afterAll, beforeAll, describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { startGatehouse } from "../../scripts/testing/start-gatehouse";
import { startStripe } from "../../scripts/testing/stripe-service";
import { accessibilityProblems } from "./harness/accessibility";
import {
  billingOf,
  buyInTestMode,
  type Customer,
  ofUser,
  row,
  rows,
  sell,
  stripeAccount,
  stripeVars,
} from "./harness/account-billing";
import { sharedBrowser, visitSignedIn } from "./harness/browser";
import { button, card, dialog } from "./harness/locators";
import { overrideSite } from "./harness/site-project";

const browser = await sharedBrowser();
const stripe = await startStripe();
const gatehouse = await startGatehouse({ site: true, vars: stripeVars(stripe) });
let account: Awaited<ReturnType<typeof stripeAccount>>;
beforeAll(async () => {
  await sell(gatehouse);
  account = await stripeAccount(gatehouse, stripe);
});
afterAll(() => Promise.all([gatehouse.stop(), stripe.stop()]));

/** Browsers print refused requests. */
const refused = /Failed to load resource/;

describe("billing in account settings", () => {
  it("shows the free plan of a user who has bought nothing, and neither invoices nor a payment method", async ({
    expect,
  }) => {
    const page = await billingOf(gatehouse, await newOwner(gatehouse));
    await expect.poll(() => row(page, "Starter").innerText()).toMatch(/Starter\s+Included\s+Free/);
    await expect.poll(() => page.getByRole("region", { name: /Invoices|One-time|Payment method/ }).count()).toBe(0);
    await expect.poll(() => page.title()).toContain("Billing");
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("is in the section of a team for a member who may change the team", async ({ expect }) => {
    const owner = await newOwner(gatehouse);
    const [team] = await owner.listTeams();
    const ofTeam: Customer = { customer_type: "team", customer_id: team?.id ?? "" };
    await buyInTestMode(gatehouse, ofTeam, ["studio", "monthly"]);
    const page = await billingOf(gatehouse, owner, `team-${team?.id}`);
    await expect.poll(() => row(page, "Studio").innerText()).toMatch(/Studio\s+Active\s+Test mode\s+\$49\.00 \/ month/);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

describe("billing of a user who pays through Stripe", () => {
  it("lists the invoices in their currency, and leads to the page for another payment method", async ({ expect }) => {
    const owner = await newOwner(gatehouse);
    await account.subscribe(ofUser(owner), ["basic", "monthly"]);
    const page = await billingOf(gatehouse, owner);
    const invoice = rows(page, "Invoices");
    await invoice.getByText("€9.50").waitFor();
    await expect.poll(() => row(page, "Basic").innerText()).toMatch(/Basic\s+Active\s+€9\.50 \/ month\s+Renews on/);
    await expect.poll(() => invoice.innerText()).toMatch(/^Invoice \S+\s+Paid\s+\w+ \d+, \d{4}/);
    const links = await invoice.getByRole("link").evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href));
    expect(links.map((href) => new URL(href).host)).toEqual(["invoice.stripe.com", "pay.stripe.com"]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.route("https://billing.stripe.com/**", (route) => route.fulfill({ body: "Stripe" }));
    await button(page, "Update payment method").click();
    await page.getByText("Stripe", { exact: true }).waitFor();
    await expect.poll(() => page.url()).toContain("payment_method_update");
  });

  it("says of an overdue payment what to do, and that a cancellation ends the subscription at once", async ({
    expect,
  }) => {
    const owner = await newOwner(gatehouse);
    const subscription = await account.subscribe(ofUser(owner), ["basic", "monthly"]);
    for (const { id } of await account.invoicesOf(subscription))
      await account.control(`/invoices/${id}`, { status: "open" });
    await account.report(subscription, { status: "past_due" });
    const page = await billingOf(gatehouse, owner);
    const notice = page.getByRole("alert").filter({ hasText: "The last payment for Basic did not succeed." });
    const pay = notice.getByRole("link", { name: "Pay invoice" });
    await expect.poll(() => pay.getAttribute("href")).toMatch(/^https:\/\/invoice\.stripe\.com\//);
    await expect.poll(() => notice.getByRole("button", { name: "Update payment method" }).count()).toBe(1);
    await expect.poll(() => row(page, "Basic").innerText()).toMatch(/Basic\s+Payment overdue/);
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(page, "Cancel subscription").click();
    await dialog(page).getByText("It ends at once.").waitFor();
    await dialog(page).getByRole("button", { name: "Cancel subscription" }).click();
    await page.getByText("Basic is cancelled.").waitFor();
    await notice.waitFor({ state: "detached" });
    await row(page, "Starter").waitFor();
  });

  it("says that a change of plan was not paid, and leaves the plan as it was", async ({ expect }) => {
    const owner = await newOwner(gatehouse);
    const subscription = await account.subscribe(ofUser(owner), ["basic", "monthly"]);
    await account.report(subscription, { default_payment_method: null });
    const page = await billingOf(gatehouse, owner, "billing", refused);
    await rows(page, "Invoices").first().waitFor();
    await button(page, "Change plan").click();
    await dialog(page).getByText("Now: Basic, €9.50 / month").waitFor();
    await dialog(page).getByRole("button", { name: "Change plan" }).click();
    await dialog(page)
      .getByText("The payment did not succeed, and the plan stays as it was.", { exact: false })
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(page, "Cancel").click();
    await expect.poll(() => row(page, "Basic").innerText()).toMatch(/Basic\s+Active/);
  });

  it("shows what the project has stored while Stripe fails, and asks it again", async ({ expect }) => {
    const owner = await newOwner(gatehouse);
    await account.subscribe(ofUser(owner), ["basic", "monthly"]);
    await gatehouse.restart({ STRIPE_SECRET_KEY: "sk_test_unknown" });
    const page = await billingOf(gatehouse, owner, "billing", refused);
    await row(page, "Basic").waitFor();
    const again = card(page, "Invoices").getByRole("button", { name: "Try again" });
    await again.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await gatehouse.restart({ STRIPE_SECRET_KEY: "sk_test_works" });
    await again.click();
    await rows(page, "Invoices").getByText("€9.50").waitFor();
  });
});

describe("billing in a project that sells nothing", () => {
  it("is not listed, and nothing of it is loaded", async ({ expect }) => {
    await overrideSite(gatehouse, { "payments.groups": null, "payments.offers": null });
    const requests: string[] = [];
    const page = await visitSignedIn(browser, gatehouse, await newOwner(gatehouse), "/handler/account-settings");
    page.on("request", (request) => requests.push(request.url()));
    await page.getByRole("link", { name: "Settings", exact: true }).waitFor();
    await expect.poll(() => page.getByRole("link", { name: "Billing" }).count()).toBe(0);
    await page.reload();
    await page.getByRole("link", { name: "Settings", exact: true }).waitFor();
    expect(requests.filter((url) => /billing|payments/.test(url))).toEqual([]);
    await sell(gatehouse);
  });
});
