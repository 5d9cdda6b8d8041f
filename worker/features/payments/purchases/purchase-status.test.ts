import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { subscriptions } from "../../../db/payments/purchases/schema";
import { verificationCodes } from "../../../db/verification-codes/schema";
import { limited, refused, times } from "../../../testing/limited";
import { db } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";
import { sendRequest } from "../../../testing/send-request";
import { changeAtStripe, deliver, withStripe } from "../../../testing/stripe";
import { payingProject } from "../stripe/stripe.fixtures";
import { billed, buyWith, codeFor, shop, validate } from "./purchases.fixtures";

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
