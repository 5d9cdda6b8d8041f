import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { verificationCodes } from "../../../db/verification-codes/schema";
import { limited, refused, times } from "../../../testing/limited";
import { db, type TestProject } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";
import { sendRequest } from "../../../testing/send-request";
import { billed, buy, buyWith, codeFor, inlineOffer, monthly, offer, once, shop, validate } from "./purchases.fixtures";

const key = "POST /payments/purchases/validate-code";

const changeCodes = (p: TestProject, changes: Partial<typeof verificationCodes.$inferInsert>) =>
  db.batch([db.update(verificationCodes).set(changes).where(eq(verificationCodes.projectId, p.id))]);

describe(key, () => {
  it("200 without a project and a key: the offer with its prices, and whose it is", async () => {
    const p = await shop();
    const { status, body } = await validate(await codeFor(p, "basic"));
    expect([status, body]).toEqual([
      200,
      {
        offer: {
          ...{ display_name: "Basic", customer_type: "custom", stackable: false },
          prices: { monthly, once },
        },
        stripe_account_id: "",
        stripe_publishable_key: null,
        project_id: p.id,
        project_display_name: "Test project",
        project_logo_url: null,
        already_bought_non_stackable: false,
        conflicting_group_offers: [],
        refusal: null,
        replaced_offers: [],
        test_mode: false,
        has_free_trial: false,
      },
    ]);
  });

  it("200: why nothing of the offer can be bought", async () => {
    const forever = { groupId: "plans", prices: { once } };
    const p = await shop({ "payments.offers.forever": offer(forever), "payments.offers.always": offer(forever) });
    const refusalOf = async (id: string) => (await validate(await codeFor(p, id))).body.refusal;
    expect(await refusalOf("support")).toBe("base_missing");
    await buy(p, "basic");
    expect(await refusalOf("basic")).toBe("already_subscribed");
    expect(await refusalOf("support")).toBeNull();
    await buy(p, "forever", { price: "once" });
    expect(await refusalOf("forever")).toBe("already_purchased");
    expect(await refusalOf("always")).toBe("group_purchased");
  });

  it("200: what a purchase ends, also where it is paid once", async () => {
    const p = await shop({ "payments.offers.forever": offer({ groupId: "plans", prices: { once } }) });
    await buy(p, "basic");
    const { body } = await validate(await codeFor(p, "forever"));
    expect(body.replaced_offers).toEqual([{ offer_id: "basic", display_name: "Basic" }]);
    expect((await validate(await codeFor(p, "support"))).body.replaced_offers).toEqual([]);
  });

  it("200: a free trial for a customer who never subscribed to the offer, and has no subscription whose place it takes", async () => {
    const trial = offer({ groupId: "plans", freeTrial: [1, "week"] });
    const p = await shop({ "payments.offers.trial": trial, "payments.offers.never": offer({ freeTrial: [0, "day"] }) });
    const hasTrial = async (wanted: string | object, customer: string) =>
      (await validate(await codeFor(p, wanted, { customer }))).body.has_free_trial;
    expect(await hasTrial("trial", "new")).toBe(true);
    expect(await hasTrial("never", "new")).toBe(false);
    expect(await hasTrial({ ...inlineOffer, prices: { a: { ...monthly, free_trial: [1, "day"] } } }, "new")).toBe(true);
    await billed(p, "trial", { customerId: "former", status: "canceled", createdAt: 1, endedAt: 2 });
    expect(await hasTrial("trial", "former")).toBe(false);
    await buy(p, "basic", { customer: "tester" });
    expect(await hasTrial("trial", "tester")).toBe(false);
    await billed(p, "basic", { customerId: "switching" });
    expect(await hasTrial("trial", "switching")).toBe(false);
  });

  it("200: with the times of a trial, and without what is the project's own affair", async () => {
    const trial = { freeTrial: [1, "week"], prices: { p: { USD: "1", freeTrial: [3, "day"], serverOnly: true } } };
    const p = await shop({ "payments.offers.trial": offer(trial) });
    expect((await validate(await codeFor(p, "trial"))).body.offer).toEqual({
      ...{ display_name: "Offer", customer_type: "custom", stackable: false, free_trial: [1, "week"] },
      prices: { p: { USD: "1", free_trial: [3, "day"] } },
    });
  });

  it("200: no prices for an offer that is included by default", async () => {
    const p = await shop();
    const { body } = await validate(await codeFor(p, "free"));
    expect(body.offer.prices).toEqual({});
    expect(body.already_bought_non_stackable).toBe(true);
  });

  it("200: what the customer has already, unless it is stackable", async () => {
    const p = await shop();
    for (const bought of ["basic", "seat"]) await buy(p, bought);
    expect((await validate(await codeFor(p, "basic"))).body.already_bought_non_stackable).toBe(true);
    expect((await validate(await codeFor(p, "seat"))).body.already_bought_non_stackable).toBe(false);
    expect((await validate(await codeFor(p, "basic", { customer: "another" }))).body).toMatchObject({
      already_bought_non_stackable: false,
      conflicting_group_offers: [],
    });
  });

  it("200: the offers of the group that it takes the place of, each once, but not those that it adds on to", async () => {
    const p = await shop();
    await billed(p, "basic");
    await billed(p, "basic");
    expect((await validate(await codeFor(p, "pro"))).body.conflicting_group_offers).toEqual([
      { offer_id: "basic", display_name: "Basic" },
    ]);
    expect((await validate(await codeFor(p, "support"))).body.conflicting_group_offers).toEqual([]);
  });

  it("200: no conflicts for an offer that is paid once, nor with a subscription that has ended", async () => {
    const p = await shop({ "payments.offers.forever": offer({ groupId: "plans", prices: { once } }) });
    await billed(p, "basic");
    await billed(p, "pro", { status: "canceled", endedAt: Date.now() });
    expect((await validate(await codeFor(p, "forever"))).body.conflicting_group_offers).toEqual([]);
    expect((await validate(await codeFor(p, "basic"))).body.conflicting_group_offers).toEqual([]);
  });

  it("200 however often it is asked, in any case of letters", async () => {
    const p = await shop();
    const code = await codeFor(p, "basic");
    for (let asked = 0; asked < 25; asked++) expect((await validate(code)).status).toBe(200);
    expect((await validate(code.toUpperCase())).status).toBe(200);
  });

  it("404 VERIFICATION_CODE_NOT_FOUND for what is no code, in any project", async () => {
    const p = await shop();
    const [id = "", secret = ""] = (await codeFor(p, "basic")).split("_");
    const wrong = [
      ...["", "_", id, secret, `${id}_`, `_${secret}`, `${id}_${secret}_`, `${id}__${secret}`, `x_${secret}`],
      ...[`${id}_${secret}0`, `${id}_${"0".repeat(45)}`, `internal_${secret}`, `__proto___${secret}`],
    ];
    for (const code of wrong) expectError(await validate(code), 404, "VERIFICATION_CODE_NOT_FOUND");
  });

  // Evidence: code-another-project
  it("404 VERIFICATION_CODE_NOT_FOUND for a code of another project", async () => {
    // Attack: the code of one shop is read as one of another, where the same offer costs less.
    const [p, other] = [await shop(), await shop()];
    const [, secret] = (await codeFor(p, "basic")).split("_");
    expectError(await validate(`${other.id}_${secret}`), 404, "VERIFICATION_CODE_NOT_FOUND");
  });

  it("404 VERIFICATION_CODE_NOT_FOUND for a code of another kind, one that has expired, and one that was used", async () => {
    const p = await shop();
    const used = await codeFor(p, "basic");
    await buyWith(p, used);
    expectError(await validate(used), 404, "VERIFICATION_CODE_NOT_FOUND");
    const code = await codeFor(p, "seat");
    await changeCodes(p, { expiresAt: Date.now() });
    expectError(await validate(code), 404, "VERIFICATION_CODE_NOT_FOUND");
    await changeCodes(p, { expiresAt: Date.now() + 1_000_000, kind: "team_invitation" });
    expectError(await validate(code), 404, "VERIFICATION_CODE_NOT_FOUND");
  });

  it("404 VERIFICATION_CODE_NOT_FOUND for a code of a project that was deleted", async () => {
    const p = await shop();
    const code = await codeFor(p, "basic");
    expect((await p.admin("DELETE /internal/projects/current")).status).toBe(200);
    expectError(await validate(code), 404, "VERIFICATION_CODE_NOT_FOUND");
  });

  // Evidence: after-20-guesses-beginning
  it("400 VERIFICATION_CODE_MAX_ATTEMPTS_REACHED after 20 guesses of its beginning", async () => {
    // Attack: the part of a code that is typed by hand elsewhere is guessed.
    const p = await shop();
    const [id, secret = ""] = (await codeFor(p, "basic")).split("_");
    for (let guess = 0; guess < 20; guess++) {
      const wrong = `${id}_${String(100_000 + guess)}${secret.slice(6)}`;
      expectError(await validate(wrong), 404, "VERIFICATION_CODE_NOT_FOUND");
    }
    expectError(await validate(`${id}_${secret}`), 400, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED");
  });

  // Evidence: beyond-30-requests-minute-network
  it("429 beyond 30 requests a minute from one network", async () => {
    // Attack: codes are guessed.
    const p = await shop();
    const body = { full_code: `${p.id}_${"0".repeat(45)}` };
    const options = limited();
    const responses = await Promise.all(times(90, () => sendRequest(key, { body, ...options })));
    expect(refused(responses).length).toBeGreaterThan(0);
  });

  it("two round trips: one for the code, one for the project and what its customer has", async () => {
    const p = await shop();
    const { cost } = await validate(await codeFor(p, "basic"));
    expect(cost.d1).toBe(2);
  });
});
