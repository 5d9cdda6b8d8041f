import { ifChanged, recordAudit } from "../../../db/audit/changes";
import { revokePurchase } from "../../../db/payments/items/changes";
import { takeTestPurchaseBack, takeTestSubscriptionBack } from "../../../db/payments/purchases/changes";
import { selectStripeAccount } from "../../../db/payments/stripe/statements";
import { selectOneTimeById, selectSubscriptionById } from "../../../db/payments/transactions/queries";
import type { Database, Id } from "../../../platform/database";
import type { Settings } from "../../../platform/env";
import type { Failing } from "../../../protocol/failing";
import type { AppRouter, Caller } from "../../access";
import { readPayment, readSubscriptionPayments, resultOf } from "../stripe";
import { noStripe } from "../stripe/contract";
import { oneTimeTransaction, subscriptionTransaction } from "../transactions";
import * as contract from "./contract";
import { type FoundPurchase, type RefundConnection, refundPayment } from "./refund-payment";

export function refundRoutes(router: AppRouter) {
  router.route(contract.listPayments, {
    prefetch: ({ db, provenProjectId, params }) => selectPurchase(db, provenProjectId, params.transaction_id),
    handle: async ({ found, caller, ...tools }) => {
      const purchase = requirePurchase(tools, found);
      const transaction =
        purchase.kind === "subscription" ? subscriptionTransaction(purchase.row) : oneTimeTransaction(purchase.row);
      if (purchase.row.isTest) return { transaction, payments: [] };
      const connection = requireConnection(tools, caller.project.id, found);
      const payments =
        purchase.kind === "subscription"
          ? readSubscriptionPayments(connection, purchase.row.stripeSubscriptionId ?? "", contract.maxListLength)
          : readPayment(connection, purchase.row.stripePaymentIntentId ?? "").then((payment) => [payment]);
      return {
        transaction,
        payments: (await resultOf(tools, payments)).map((payment) => ({
          id: payment.id,
          created_at_millis: payment.createdAt,
          currency: payment.currency,
          amount: payment.amount,
          refunded_amount: payment.refundedAmount,
          is_disputed: payment.isDisputed,
          invoice_number: payment.invoiceNumber,
        })),
      };
    },
  });

  router.route(contract.refundPurchase, {
    prefetch: ({ db, provenProjectId, params }) => selectPurchase(db, provenProjectId, params.transaction_id),
    handle: async ({ found, caller, body, ...tools }) => {
      const purchase = requirePurchase(tools, found);
      if (!purchase.row.isTest) {
        const connection = requireConnection(tools, caller.project.id, found);
        return refundPayment(tools, caller, { purchase, connection, body });
      }
      if (body.payment_id !== undefined || body.amount !== undefined) return tools.fail(contract.noPayment);
      await takeBack(tools, caller, purchase);
      return { id: null, status: "succeeded" as const, amount: null, currency: null };
    },
  });
}

function selectPurchase(db: Database, projectId: Id, id: string) {
  return {
    subscription: selectSubscriptionById(db, { projectId, id }),
    oneTime: selectOneTimeById(db, { projectId, id }),
    account: selectStripeAccount(db, projectId),
  };
}

type Found = { [Name in keyof ReturnType<typeof selectPurchase>]: Awaited<ReturnType<typeof selectPurchase>[Name]> };

function requirePurchase(
  { fail }: Failing<typeof contract.purchaseNotFound>,
  { subscription: [subscription], oneTime: [oneTime] }: Pick<Found, "subscription" | "oneTime">,
): FoundPurchase {
  if (subscription) return { kind: "subscription", row: subscription };
  return oneTime ? { kind: "purchase", row: oneTime } : fail(contract.purchaseNotFound);
}

function requireConnection(
  { db, settings, fail }: { db: Database; settings: Settings } & Failing<typeof noStripe>,
  projectId: string,
  { account: [account] }: Pick<Found, "account">,
): RefundConnection {
  const { stripe } = settings;
  return stripe && account ? { db, settings, stripe, projectId, ...account } : fail(noStripe);
}

/**
 * Takes back a purchase for which no money moved, with all that it included: of requests at the same time one does. A subscription
 * ends as if it had never been in force.
 */
async function takeBack(
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
