import { ifChanged, recordAudit } from "../../../db/audit/changes";
import { revokePurchase } from "../../../db/payments/items/changes";
import { takeTestPurchaseBack, takeTestSubscriptionBack } from "../../../db/payments/purchases/taken-back";
import type { Database } from "../../../platform/database";
import type { Failing } from "../../../protocol/failing";
import type { Caller } from "../../access";
import * as contract from "./contract";
import type { FoundPurchase } from "./refund-payment";

/**
 * Takes back a purchase for which no money moved, with all that it included: of requests at the same time one does. A subscription
 * ends as if it had never been in force.
 */
export async function takeBack(
  { db, fail }: { db: Database } & Failing<typeof contract.takenBack>,
  { project, actor }: Caller,
  { kind, row }: FoundPurchase,
): Promise<void> {
  const now = Date.now();
  const isOver = kind === "subscription" ? row.endedAt !== null : row.refundedAt !== null;
  if (isOver) return fail(contract.takenBack);
  const event = { type: "test_purchase.taken_back", target: { type: kind, id: row.id } } as const;
  const record = recordAudit(db, project, actor, { ...event, details: { offer_id: row.offerId } }, ifChanged);
  await db.batch(
    kind === "subscription"
      ? [takeTestSubscriptionBack(db, row), record]
      : [takeTestPurchaseBack(db, row, now), record, ...revokePurchase(db, row)],
  );
}
