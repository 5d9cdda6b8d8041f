import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { oneTimePurchases, subscriptions } from "../../../db/payments/purchases/schema";
import { newId } from "../../../platform/secrets";
import { db, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import type { TestResponse } from "../../../testing/send-request";
import { billed, buyWith, codeFor, offer, once, pay, payingShop } from "./purchases.fixtures";

interface Fields {
  price?: string;
  quantity?: number;
}

/** The same purchase in both ways. */
const ways: [string, (p: TestProject, code: string, fields: Fields) => Promise<TestResponse>][] = [
  ["live", (_, code, { price = "monthly", quantity }) => pay(code, { price_id: price, quantity })],
  ["in test mode", (p, code, fields) => buyWith(p, code, fields)],
];

it.each(ways)(
  "a purchase %s is refused in the order of the contract, whatever else is wrong with it",
  async (_, buy) => {
    const { p } = await payingShop({
      "payments.offers.forever": offer({ groupId: "plans", prices: { once } }),
    });
    const code = await codeFor(p, "support");
    const refused = async (fields: Fields, text: string) => expectPlainError(await buy(p, code, fields), 400, text);
    const boughtOnce = async (offerId: string) => {
      const row = {
        ...{ projectId: p.id, id: newId(), customerType: "custom" as const, customerId: "shopper", offerId },
        ...{
          offer: { ...offer(), isAddOnTo: false } as never,
          priceId: "once",
          quantity: 1,
          createdAt: 1,
          isTest: true,
        },
      };
      await db.batch([db.insert(oneTimePurchases).values(row)]);
    };
    // Everything is wrong: the add-on is had twice, its base is missing, and something of the group was bought once.
    await boughtOnce("support");
    await boughtOnce("forever");
    await billed(p, "support");
    const unknown = await codeFor(p, "forUsers", { type: "user", customer: newId() });
    expectError(await buy(p, `${p.id}_${"0".repeat(45)}`, { price: "none" }), 404, "VERIFICATION_CODE_NOT_FOUND");
    expectError(await buy(p, unknown, { price: "none", quantity: 2 }), 404, "USER_NOT_FOUND");
    await refused({ price: "none", quantity: 2 }, "Price not found on offer associated with this purchase code");
    await refused({ quantity: 2 }, "This offer is not stackable; quantity must be 1");
    await refused({}, "Customer already has a one-time purchase for this offer");
    const ofProject = eq(oneTimePurchases.projectId, p.id);
    await db.batch([db.delete(oneTimePurchases).where(and(ofProject, eq(oneTimePurchases.offerId, "support")))]);
    await refused({}, "Customer already has a subscription for this offer; this offer is not stackable");
    await db.batch([db.delete(subscriptions).where(eq(subscriptions.projectId, p.id))]);
    await refused({}, "This offer is an add-on to an offer that the customer does not have");
    await billed(p, "basic");
    await refused({}, "Customer already has a one-time purchase in this offer group");
    await db.batch([db.delete(oneTimePurchases).where(ofProject)]);
    expect((await buy(p, code, {})).status).toBe(200);
  },
);
