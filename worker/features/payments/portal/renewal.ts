import { ifChanged, recordAudit } from "../../../db/audit/changes";
import { setTestCancellation } from "../../../db/payments/purchases/portal";
import type { Statement } from "../../../platform/database";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import type { Caller } from "../../access";
import { cancelSubscription, setCancelAtPeriodEnd } from "../stripe";
import { noStripe, type stripeFailed } from "../stripe/contract";
import { changeAtProvider } from "./change-at-provider";
import * as contract from "./contract";
import { type OpenSubscription, type ProviderCustomer, writeAndView } from "./open-subscription";

type RenewalTools = Pick<Tools, "db"> &
  Failing<
    typeof contract.subscriptionNotFound | typeof contract.subscriptionEnded | typeof noStripe | typeof stripeFailed
  >;

/** Has a subscription end with its period, or go on after it. One that gives nothing at present is cancelled at once. */
export async function setRenewal(
  tools: RenewalTools,
  caller: Caller,
  open: OpenSubscription,
  { provider, cancels }: { provider: ProviderCustomer | undefined; cancels: boolean },
): Promise<contract.WireSubscription> {
  const { db, fail } = tools;
  const { row, customer } = open;
  const event = {
    type: cancels ? "subscription.cancelled" : "subscription.resumed",
    target: { type: "subscription", id: row.id },
    details: { offer_id: row.offerId },
  } as const;
  const record = (where?: typeof ifChanged) => recordAudit(db, caller.project, caller.actor, event, where);
  const { stripeSubscriptionId } = row;
  const statements =
    stripeSubscriptionId === null
      ? [setTestCancellation(db, { customer, id: row.id, now: Date.now(), cancels }), record(ifChanged)]
      : [
          ...(await atProvider(tools, caller, open, { provider, stripeSubscriptionId, cancels })),
          ...(row.cancelsAtPeriodEnd !== cancels ? [record()] : []),
        ];
  const changed = await writeAndView(db, caller, customer, { id: row.id, statements });
  if (!changed) return fail(contract.subscriptionNotFound);
  // Another request has switched it since it was read.
  if (stripeSubscriptionId === null && changed.ended_at_millis !== null) return fail(contract.subscriptionEnded);
  return changed;
}

async function atProvider(
  tools: RenewalTools,
  caller: Caller,
  open: OpenSubscription,
  change: { provider: ProviderCustomer | undefined; stripeSubscriptionId: string; cancels: boolean },
): Promise<Statement[]> {
  const { provider, stripeSubscriptionId, cancels } = change;
  if (!provider) return tools.fail(noStripe);
  return changeAtProvider(tools, caller, { open, provider }, () =>
    cancels && !open.givesRights
      ? cancelSubscription(provider, stripeSubscriptionId)
      : setCancelAtPeriodEnd(provider, stripeSubscriptionId, cancels),
  );
}
