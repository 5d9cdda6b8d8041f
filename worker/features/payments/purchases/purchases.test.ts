import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { subscriptions } from "../../../db/payments/purchases/schema";
import { verificationCodes } from "../../../db/verification-codes/schema";
import { limited, refused, times } from "../../../testing/limited";
import { db } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { sendRequest } from "../../../testing/send-request";
import { atStripe, changeAtStripe, deliver, withStripe } from "../../../testing/stripe";
import { payingProject } from "../stripe/stripe.fixtures";
import { billed, buyWith, codeFor, offer, pay, payingShop, shop, stored, validate } from "./purchases.fixtures";

describe("purchases", () => {
  const key = "POST /payments/purchases/purchase-status";

  const statusOf = (full_code: string) => sendRequest(key, { body: { full_code } });

  const pay = (full_code: string, price_id: string, behaviour?: "broken") =>
    sendRequest("POST /payments/purchases/purchase-session", {
      body: { full_code, price_id },
      settings: withStripe(behaviour),
    });

  describe(key, () => {
    it("200 for a payment: pending until Stripe has reported it, then complete, also when the code has expired since", async () => {
      const { p, connection } = await payingProject();
      const { stripeAccountId: account } = connection;
      const code = await codeFor(p, "pack");
      const { body } = await pay(code, "once");
      const id = body.client_secret.split("_secret_")[0];
      expect((await statusOf(code)).body).toEqual({ status: "pending" });
      const payment = await changeAtStripe(account, ["payment_intents", id], { status: "succeeded" });
      expect((await statusOf(code)).body).toEqual({ status: "pending" });
      await deliver({ type: "payment_intent.succeeded", account, object: payment });
      expect((await statusOf(code)).body).toEqual({ status: "complete" });
      const expired = { expiresAt: Date.now() - 1 };
      await db.batch([db.update(verificationCodes).set(expired).where(eq(verificationCodes.projectId, p.id))]);
      expect((await statusOf(code.toUpperCase())).body).toEqual({ status: "complete" });
    });

    it("200 for a subscription: pending while it is incomplete, and complete once it has been active", async () => {
      const { p } = await payingProject();
      const code = await codeFor(p, "basic");
      await pay(code, "monthly");
      const [used] = await db.batch([db.select().from(verificationCodes).where(eq(verificationCodes.projectId, p.id))]);
      const [{ purchaseId = "" } = {}] = used.map(({ payload }) => payload as { purchaseId?: string });
      const now = Date.now();
      await billed(p, "basic", { id: purchaseId, status: "incomplete", createdAt: now, endedAt: now });
      expect((await statusOf(code)).body).toEqual({ status: "pending" });
      await billed(p, "basic", { id: "another" });
      expect((await statusOf(code)).body).toEqual({ status: "pending" });
      for (const [status, endedAt] of [
        ["active", null],
        ["canceled", now + 1000],
      ] as const) {
        await db.batch([db.update(subscriptions).set({ status, endedAt }).where(eq(subscriptions.id, purchaseId))]);
        expect((await statusOf(code)).body).toEqual({ status: "complete" });
      }
    });

    it("200 for a purchase in test mode: complete, a subscription too, with two round trips", async () => {
      const p = await shop();
      for (const price of ["monthly", "once"]) {
        const code = await codeFor(p, "seat", { customer: price });
        await buyWith(p, code, { price });
        const { body, cost } = await statusOf(code);
        expect([body, cost.d1]).toEqual([{ status: "complete" }, 2]);
      }
    });

    it("404 VERIFICATION_CODE_NOT_FOUND for a code that was not used, and for one that Stripe refused", async () => {
      const { p } = await payingProject();
      const code = await codeFor(p, "pack");
      expectError(await statusOf(code), 404, "VERIFICATION_CODE_NOT_FOUND");
      expect((await pay(code, "once", "broken")).status).toBe(502);
      expectError(await statusOf(code), 404, "VERIFICATION_CODE_NOT_FOUND");
      expect((await validate(code)).status).toBe(200);
    });

    // Evidence: part-code-beginning-another-end-another
    it("404 VERIFICATION_CODE_NOT_FOUND for a part of a code, for its beginning with another end, and in another project", async () => {
      // Attack: whether a customer has paid is read with less than the code.
      const [p, other] = [await shop(), await shop()];
      const code = await codeFor(p, "basic");
      await buyWith(p, code);
      const [id, secret = ""] = code.split("_");
      const guesses = [
        `${id}_${secret.slice(0, 39)}`,
        `${id}_${secret.slice(0, 6)}${"0".repeat(39)}`,
        `${other.id}_${secret}`,
      ];
      for (const guess of [...guesses, `internal_${secret}`, "", "_"]) {
        expectError(await statusOf(guess), 404, "VERIFICATION_CODE_NOT_FOUND");
      }
      expect((await statusOf(code)).status).toBe(200);
    });

    it("429 beyond 300 requests a minute from one network", async () => {
      // Attack: codes are guessed.
      const options = limited();
      const body = { full_code: `internal_${"0".repeat(45)}` };
      const responses = await Promise.all(times(640, () => sendRequest(key, { body, ...options })));
      expect(refused(responses).length).toBeGreaterThan(0);
    });
  });
});

/** Lists what can be paid at Stripe, by the secret that a page has. */
async function payable(account: string): Promise<string[]> {
  const { payment_intents = [], subscriptions = [], invoices = [] } = await atStripe(account);
  const open = payment_intents.filter(({ status }) => status === "requires_payment_method");
  const incomplete = new Set(subscriptions.filter(({ status }) => status === "incomplete").map(({ id }) => id));
  const unpaid = invoices.filter(({ parent }) => incomplete.has(parent.subscription_details.subscription));
  return [...open.map((each) => each.client_secret), ...unpaid.map((each) => each.confirmation_secret.client_secret)];
}

describe("two codes of one customer", () => {
  // Evidence: what-began-last-can-paid-nothing
  it.each([
    ["the same offer, paid once", "pack", "pack", "once"],
    ["the same subscription", "basic", "basic", "monthly"],
    ["two plans of one group", "basic", "pro", "monthly"],
    ["two offers of one group, paid once", "basic", "pro", "once"],
  ])("for %s: what began last can be paid, and nothing else", async (_, first, second, price_id) => {
    // Attack: a customer pays on two pages that are open at once for what can be held once.
    const { p, account } = await payingShop();
    const codes = [await codeFor(p, first), await codeFor(p, second)] as const;
    const before = await pay(codes[0], { price_id });
    expect(await payable(account)).toEqual([before.body.client_secret]);
    const after = await pay(codes[1], { price_id });
    expect(after.status).toBe(200);
    expect(await payable(account)).toEqual([after.body.client_secret]);
  });

  // Evidence: race-five-begin-once-can-paid
  it.each([
    ["pack", "once"],
    ["basic", "monthly"],
  ])(
    "race: of five for %s that begin at once, one can be paid, whose page has its secret",
    async (offerId, price_id) => {
      const { p, account } = await payingShop();
      const codes = await Promise.all(times(5, () => codeFor(p, offerId)));
      const responses = await Promise.all(codes.map((code) => pay(code, { price_id })));
      const secrets = await payable(account);
      expect(secrets).toHaveLength(1);
      expect(responses.filter(({ status }) => status === 200).map(({ body }) => body.client_secret)).toContain(
        secrets[0],
      );
      for (const response of responses.filter(({ status }) => status !== 200)) {
        expectError(response, 404, "VERIFICATION_CODE_NOT_FOUND");
      }
    },
  );

  it("for what can be held twice, and for two customers: all can be paid", async () => {
    const { p, account } = await payingShop();
    for (const [offerId, customer] of [
      ["seat", "shopper"],
      ["seat", "shopper"],
      ["pack", "shopper"],
      ["basic", "shopper"],
      ["basic", "another"],
    ] as const) {
      const price_id = offerId === "pack" ? "once" : "monthly";
      expect((await pay(await codeFor(p, offerId, { customer }), { price_id })).status).toBe(200);
    }
    expect(await payable(account)).toHaveLength(5);
  });

  // Evidence: text-where-first-stripe-yet-known
  it.each(["succeeded", "processing"])(
    "400 as text where the first one is %s at Stripe, which is not yet known",
    async (status) => {
      const { p, account } = await payingShop();
      const codes = [await codeFor(p, "pack"), await codeFor(p, "pack")] as const;
      await pay(codes[0], { price_id: "once" });
      const { payment_intents: [payment] = [] } = await atStripe(account);
      if (!payment) throw new Error("There is no payment");
      await changeAtStripe(account, ["payment_intents", payment.id], { status });
      const text = "Customer already has a one-time purchase for this offer";
      expectPlainError(await pay(codes[1], { price_id: "once" }), 400, text);
      expect((await atStripe(account)).payment_intents).toHaveLength(1);
      const object = await changeAtStripe(account, ["payment_intents", payment.id], { status: "succeeded" });
      await deliver({ type: "payment_intent.succeeded", account, object });
      expectPlainError(await pay(codes[1], { price_id: "once" }), 400, text);
      expect((await stored(p)).purchases).toHaveLength(1);
    },
  );

  it("400 and 502 as text where the first subscription is active at Stripe, which is not yet known; then another takes its place", async () => {
    const { p, account } = await payingShop();
    const [first, same, other] = [await codeFor(p, "basic"), await codeFor(p, "basic"), await codeFor(p, "pro")];
    await pay(first);
    const { subscriptions: [started] = [] } = await atStripe(account);
    if (!started) throw new Error("There is no subscription");
    await changeAtStripe(account, ["subscriptions", started.id], { status: "active" });
    const text = "Customer already has a subscription for this offer; this offer is not stackable";
    expectPlainError(await pay(same), 400, text);
    expectPlainError(await pay(other), 502, "Stripe did not respond as expected. Try again later.");
    await deliver({ type: "invoice.paid", account, object: { id: "in_1", customer: started.customer } });
    expectPlainError(await pay(same), 400, text);
    expect((await pay(other)).status).toBe(200);
    const { subscriptions = [] } = await atStripe(account);
    expect(subscriptions.map(({ status, metadata }) => [status, metadata.offerId])).toEqual([
      ["active", "basic"],
      ["incomplete", "pro"],
    ]);
  });

  it("race: of two trials that begin at once, one goes on", async () => {
    const trial = offer({ freeTrial: [7, "day"] });
    const { p, account } = await payingShop({ "payments.offers.trial": trial });
    const codes = await Promise.all(times(2, () => codeFor(p, "trial")));
    const responses = await Promise.all(codes.map((code) => pay(code)));
    const { subscriptions = [] } = await atStripe(account);
    expect(subscriptions.filter(({ status }) => status === "trialing")).toHaveLength(1);
    expect(responses.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  });
});
