import { describe, expect, it } from "vitest";
import { selectStripeAccount } from "../../../db/payments/stripe/statements";
import { db, project, type TestProject } from "../../../testing/project";
import { quickTimers } from "../../../testing/quick-timers";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { atStripe, type StripeBehaviour, withStripe } from "../../../testing/stripe";

const setup = "POST /internal/payments/setup";
const info = "GET /internal/payments/stripe/account-info";
const session = "POST /internal/payments/stripe-widgets/account-session";

const settings = withStripe();
const settingUp = (p: TestProject, behaviour: StripeBehaviour = "works") =>
  p.admin(setup, { body: {}, settings: withStripe(behaviour) });
const accountOf = async ({ id }: TestProject) =>
  (await db.batch([selectStripeAccount(db, id)]))[0][0]?.stripeAccountId ?? "";

const notConfigured =
  "This instance takes no payments: its operator has not configured Stripe (STRIPE_SECRET_KEY). Purchases in test mode work without it.";
const failed = "Stripe did not respond as expected. Try again later.";

describe(setup, () => {
  it("200 with a page of Stripe's, and an account as the project's own, once, in two round trips", async () => {
    const p = await project();
    const first = await p.admin(setup, { settings });
    expect([first.status, first.cost.d1]).toEqual([200, 2]);
    const account = await accountOf(p);
    expect(first.body.url).toMatch(new RegExp(`^https://connect.stripe.com/setup/c/${account}/`));
    expect((await atStripe(account)).account).toMatchObject({
      country: "US",
      controller: { stripe_dashboard: { type: "none" } },
      capabilities: { card_payments: { requested: "true" }, transfers: { requested: "true" } },
      metadata: { tenancyId: p.id },
    });
    const second = await settingUp(p);
    expect([second.status, second.cost.d1, await accountOf(p)]).toEqual([200, 1, account]);
    expect(second.body.url).not.toBe(first.body.url);
  });

  it("200 to ten requests at once, which make one account", async () => {
    const p = await project();
    const responses = await Promise.all(Array.from({ length: 10 }, () => settingUp(p)));
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const account = await accountOf(p);
    const links = responses.map(({ body }) => body.url);
    expect(links.every((link) => link.startsWith(`https://connect.stripe.com/setup/c/${account}/`))).toBe(true);
    expect(new Set(links).size).toBe(10);
    const { body } = await p.admin("GET /internal/audit-events", { query: { type: "stripe_account.created" } });
    expect(body.items.map(({ target }: { target: object }) => target)).toEqual([
      { type: "stripe_account", id: account },
    ]);
  });

  it("501 without Stripe's keys", async () => {
    expectPlainError(await (await project()).admin(setup, { body: {} }), 501, notConfigured);
  });

  it.each(["broken", "limited", "unknown"] as const)("502 where Stripe's API is %s", async (behaviour) => {
    const p = await project();
    quickTimers({ factor: 50 });
    expectPlainError(await settingUp(p, behaviour), 502, failed);
    expect(await accountOf(p)).toBe("");
  });

  it("502 where Stripe does not respond in time", async () => {
    quickTimers({ factor: 50 });
    const response = await (await project()).admin(setup, {
      settings: { ...withStripe("hangs"), OUTBOUND_TIMEOUT_MS: "20" },
    });
    expectPlainError(response, 502, failed);
  });
});

describe(info, () => {
  it("200 with how far the account is, in one round trip", async () => {
    const p = await project();
    await settingUp(p);
    const account = await accountOf(p);
    const read = () => p.admin(info, { settings });
    const { status, body, cost } = await read();
    expect([status, cost.d1]).toEqual([200, 1]);
    expect(body).toEqual({
      account_id: account,
      charges_enabled: false,
      details_submitted: false,
      payouts_enabled: false,
    });
    await atStripe(account, { charges_enabled: true, details_submitted: true });
    expect((await read()).body).toMatchObject({ charges_enabled: true, details_submitted: true });
  });

  it("404 STRIPE_ACCOUNT_INFO_NOT_FOUND before it is set up, also of another project's", async () => {
    const [p, other] = [await project(), await project()];
    await settingUp(other);
    expectError(await p.admin(info, { settings }), 404, "STRIPE_ACCOUNT_INFO_NOT_FOUND");
    expectError(await p.admin(info), 404, "STRIPE_ACCOUNT_INFO_NOT_FOUND");
  });

  it("501 without Stripe's keys, and 502 where Stripe fails", async () => {
    const p = await project();
    await settingUp(p);
    expectPlainError(await p.admin(info), 501, notConfigured);
    expectPlainError(await p.admin(info, { settings: withStripe("limited") }), 502, failed);
  });
});

describe(session, () => {
  it("200 with a secret for the widgets, in one round trip", async () => {
    const p = await project();
    await settingUp(p);
    const { status, body, cost } = await p.admin(session, { body: {}, settings });
    expect([status, cost.d1]).toEqual([200, 1]);
    expect(body).toEqual({ client_secret: expect.stringMatching(/^accs_secret__/) });
  });

  it("400 before it is set up", async () => {
    expectPlainError(await (await project()).admin(session, { settings }), 400, "Stripe account ID is not set");
  });

  it("501 without Stripe's keys, and 502 where Stripe fails", async () => {
    const p = await project();
    await settingUp(p);
    expectPlainError(await p.admin(session), 501, notConfigured);
    expectPlainError(await p.admin(session, { settings: withStripe("limited") }), 502, failed);
  });
});
