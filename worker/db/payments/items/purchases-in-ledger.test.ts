import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { newId } from "../../../platform/secrets";
import { db, project } from "../../../testing/project";
import { oneTimePurchases } from "../purchases/schema";
import { grantPurchase, revokePurchase } from "./changes";
import { itemQuantityChanges } from "./schema";

/** A one-time purchase of three units that include two credits each, and nothing else. */
async function newPurchase() {
  const { id: projectId } = await project();
  const item = { repeat: [1, "day"] as [number, "day"], expires: "when-repeated" } as const;
  return {
    ...{
      projectId,
      id: newId(),
      customerType: "custom",
      customerId: "company",
      offerId: null,
      priceId: null,
      quantity: 3,
    },
    ...{ createdAt: Date.now(), isTest: true, stripeEventId: null, refundedAt: null, stripePaymentIntentId: null },
    offer: {
      ...{
        displayName: "Credits",
        customerType: "custom",
        isAddOnTo: false,
        serverOnly: true,
        stackable: true,
        prices: {},
      },
      includedItems: {
        credits: { quantity: 2, ...item },
        seats: { quantity: 0, ...item },
        debts: { quantity: -1, ...item },
      },
    },
  } satisfies typeof oneTimePurchases.$inferSelect;
}

type Purchase = Awaited<ReturnType<typeof newPurchase>>;

const insertion = (purchase: Purchase) => db.insert(oneTimePurchases).values(purchase).onConflictDoNothing();

async function changesOf({ projectId }: Purchase) {
  const isTheirs = and(eq(itemQuantityChanges.projectId, projectId), eq(itemQuantityChanges.customerId, "company"));
  const [rows] = await db.batch([db.select().from(itemQuantityChanges).where(isTheirs)]);
  return rows.map(({ itemId, seq, delta, expiresAt, source }) => [itemId, seq, delta, expiresAt, source]);
}

it("a one-time purchase is in the ledger of its items once, for all units and for good", async () => {
  const purchase = await newPurchase();
  // Attack: a payment that is reported twice grants twice.
  for (const _ of [1, 2]) await db.batch([insertion(purchase), ...grantPurchase(db, purchase)]);
  expect(await changesOf(purchase)).toEqual([["credits", 1, 6, null, "purchase"]]);
});

it("a refund takes as much away again, once", async () => {
  const purchase = await newPurchase();
  await db.batch([insertion(purchase), ...grantPurchase(db, purchase)]);
  for (const _ of [1, 2]) await db.batch([insertion(purchase), ...revokePurchase(db, purchase)]);
  expect(await changesOf(purchase)).toEqual([
    ["credits", 1, 6, null, "purchase"],
    ["credits", 2, -6, null, "refund"],
  ]);
});

it("nothing is granted without the purchase, and nothing taken that was not granted", async () => {
  const purchase = await newPurchase();
  const [granted] = grantPurchase(db, purchase);
  const [revoked] = revokePurchase(db, purchase);
  if (!granted || !revoked) throw new Error("There is nothing to write");
  await db.batch([granted, revoked]);
  await db.batch([insertion(purchase), revoked]);
  expect(await changesOf(purchase)).toEqual([]);
});
