import { recordAudit, unlessRecordedWith } from "../../../db/audit/changes";
import type { OneTimeRow, SubscriptionRow } from "../../../db/payments/transactions/queries";
import type { Settings } from "../../../platform/env";
import { hashSecret } from "../../../platform/secrets";
import type { BodyOf } from "../../../protocol/endpoint";
import type { Failing } from "../../../protocol/failing";
import type { Caller } from "../../access";
import {
  createRefund,
  isPaymentOf,
  paymentStatements,
  type Refund,
  readPayment,
  resultOf,
  type StripeConnection,
  StripeFailed,
} from "../stripe";
import { stripeFailed } from "../stripe/contract";
import * as contract from "./contract";

/** Holds what was bought, as it is found by its id. */
export type FoundPurchase = { kind: "subscription"; row: SubscriptionRow } | { kind: "purchase"; row: OneTimeRow };

export type RefundConnection = StripeConnection & { settings: Settings };

type Body = BodyOf<typeof contract.refundPurchase>;

type RefundTools = Failing<
  | typeof contract.paymentNotFound
  | typeof contract.paymentMissing
  | typeof contract.refundedAlready
  | typeof contract.moreThanPaid
  | typeof contract.disputed
  | typeof contract.refundRefused
  | typeof contract.otherRefund
  | typeof stripeFailed
>;

/**
 * Gives money back. How much there is to give back is Stripe's to say: of refunds at the same time those that go beyond it are
 * refused there. What it means for the purchase is what Stripe's report of it would mean, which may come before or after.
 */
export async function refundPayment(
  tools: RefundTools,
  { project, actor }: Caller,
  refund: { purchase: FoundPurchase; connection: RefundConnection; body: Body },
) {
  const { purchase, connection, body } = refund;
  const { db } = connection;
  const paymentId = await requirePayment(tools, refund);
  const made = await create(tools, connection, {
    ...{ paymentId, amount: body.amount },
    // Hashed, since Stripe takes only short keys of ASCII.
    key: `${purchase.row.id}/refund/${await hashSecret(body.idempotency_key)}`,
  });
  const event = {
    type: "payment.refunded",
    target: { type: purchase.kind, id: purchase.row.id },
    details: { refund_id: made.id, payment_id: paymentId, amount: made.amount, currency: made.currency },
  } as const;
  const record = recordAudit(db, project, actor, event, unlessRecordedWith(project.id, event, ["refund_id", made.id]));
  await db.batch([record, ...(purchase.kind === "purchase" ? await effects(connection, paymentId) : [])]);
  return made;
}

/**
 * Attack: the payment of another purchase is named beside a purchase that it did not pay for. Or it is a payment that the owner of the
 * account has received elsewhere.
 */
async function requirePayment(
  tools: RefundTools,
  { purchase, connection, body }: { purchase: FoundPurchase; connection: RefundConnection; body: Body },
): Promise<string> {
  if (purchase.kind === "purchase") {
    const own = purchase.row.stripePaymentIntentId ?? "";
    return body.payment_id === undefined || body.payment_id === own ? own : tools.fail(contract.paymentNotFound);
  }
  if (body.payment_id === undefined) return tools.fail(contract.paymentMissing);
  const of = { stripeSubscriptionId: purchase.row.stripeSubscriptionId ?? "", paymentId: body.payment_id };
  const isOwn = await resultOf(tools, isPaymentOf(connection, of));
  return isOwn ? body.payment_id : tools.fail(contract.paymentNotFound);
}

async function create(
  tools: RefundTools,
  connection: RefundConnection,
  asked: { paymentId: string; amount: number | undefined; key: string },
): Promise<Refund> {
  try {
    return await createRefund(connection, asked);
  } catch (cause) {
    if (!(cause instanceof StripeFailed)) throw cause;
    if (cause.isKeyReused) return tools.fail(contract.otherRefund, undefined, { cause });
    if (!cause.isRefusal) return tools.fail(stripeFailed, undefined, { cause });
    const { amount, refundedAmount, isDisputed } = await resultOf(tools, readPayment(connection, asked.paymentId));
    const left = amount - refundedAmount;
    if (left <= 0) return tools.fail(contract.refundedAlready, undefined, { cause });
    if ((asked.amount ?? 0) > left) return tools.fail(contract.moreThanPaid, undefined, { cause });
    return tools.fail(isDisputed ? contract.disputed : contract.refundRefused, undefined, { cause });
  }
}

/** Where Stripe cannot be read now, its report of the refund has the same effects. */
async function effects(connection: RefundConnection, paymentId: string) {
  try {
    return await paymentStatements(connection, paymentId, null);
  } catch (error) {
    if (error instanceof StripeFailed) return [];
    throw error;
  }
}
