import { ifChanged, recordAudit } from "../../../db/audit/changes";
import {
  selectKeptPurchases,
  selectOneTimePurchasesOf,
  selectSubscriptionsInForce,
  selectSubscriptionsOf,
  setTestCancellation,
} from "../../../db/payments/purchases/queries";
import type { Statement } from "../../../platform/database";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import type { AppRouter, Caller } from "../../access";
import { trustedUrl } from "../../projects";
import { includedOffers } from "../purchases";
import { cancelSubscription, readInvoices, resultOf, setCancelAtPeriodEnd, startPaymentMethodUpdate } from "../stripe";
import { noStripe, type stripeFailed } from "../stripe/contract";
import * as contract from "./contract";
import { namedCustomer, requireOwnCustomer, selectRights } from "./customer";
import {
  changeAtProvider,
  type OpenSubscription,
  type ProviderCustomer,
  providerCustomer,
  requireOpen,
  selectAtProvider,
  selectOpen,
  writeAndView,
} from "./open-subscription";
import { displayName, toWireInvoice, toWireOneTimePurchase, toWireSubscription } from "./purchase";
import { switchTo } from "./switch";

export function portalRoutes(router: AppRouter) {
  router.route(contract.listPurchases, {
    prefetch: ({ db, projectId, provenProjectId, userId, params }) => {
      const customer = namedCustomer(provenProjectId, params, userId);
      return {
        ...selectRights(db, { projectId, provenProjectId, userId, params }),
        subscriptions: selectSubscriptionsOf(db, customer, contract.maxListLength),
        purchases: selectOneTimePurchasesOf(db, customer, contract.maxListLength),
        inForce: selectSubscriptionsInForce(db, customer, Date.now()),
        kept: selectKeptPurchases(db, customer),
      };
    },
    handle: ({ caller, params, found, fail }) => {
      const { customerType } = requireOwnCustomer({ fail }, caller, params, found);
      const { project, tier } = caller;
      const held = { subscriptions: found.inForce, purchases: found.kept };
      const view = { project, tier, held, now: Date.now() };
      return {
        subscriptions: found.subscriptions.map((row) => toWireSubscription(row, view)),
        one_time_purchases: found.purchases.map((row) => toWireOneTimePurchase(project.config, row)),
        included_offers: includedOffers(project.config, customerType, held).map((offer) => ({
          offer_id: offer.id,
          offer_display_name: displayName(offer),
          group_id: offer.groupId ?? "",
        })),
      };
    },
  });

  for (const [endpoint, cancels] of [
    [contract.cancelSubscription, true],
    [contract.resumeSubscription, false],
  ] as const) {
    router.route(endpoint, {
      prefetch: ({ db, projectId, provenProjectId, userId, params }) =>
        selectOpen(db, { projectId, provenProjectId, userId, params }),
      handle: ({ caller, params, found, ...tools }) => {
        const customer = requireOwnCustomer(tools, caller, params, found);
        const open = requireOpen(tools, customer, found);
        return setRenewal(tools, caller, open, { provider: providerCustomer(tools, customer, found), cancels });
      },
    });
  }

  router.route(contract.switchSubscription, {
    prefetch: ({ db, projectId, provenProjectId, userId, params }) =>
      selectOpen(db, { projectId, provenProjectId, userId, params }),
    handle: ({ caller, params, body, found, ...tools }) => {
      const customer = requireOwnCustomer(tools, caller, params, found);
      const open = requireOpen(tools, customer, found);
      return switchTo(tools, caller, open, { body, provider: providerCustomer(tools, customer, found) });
    },
  });

  router.route(contract.listInvoices, {
    prefetch: ({ db, projectId, provenProjectId, userId, params }) => {
      const customer = namedCustomer(provenProjectId, params, userId);
      return {
        ...selectRights(db, { projectId, provenProjectId, userId, params }),
        ...selectAtProvider(db, customer),
        subscriptions: selectSubscriptionsOf(db, customer, contract.maxListLength),
      };
    },
    handle: async ({ caller, params, query, found, ...tools }) => {
      const customer = requireOwnCustomer(tools, caller, params, found);
      const provider = providerCustomer(tools, customer, found);
      if (!provider) return { invoices: [], next_cursor: null };
      const page = { stripeCustomerId: provider.stripeCustomerId, after: query.cursor, limit: query.limit };
      const { invoices, next } = await resultOf(tools, readInvoices(provider, page));
      return { invoices: invoices.map((invoice) => toWireInvoice(invoice, found.subscriptions)), next_cursor: next };
    },
  });

  router.route(contract.updatePaymentMethod, {
    prefetch: ({ db, projectId, provenProjectId, userId, params }) => ({
      ...selectRights(db, { projectId, provenProjectId, userId, params }),
      ...selectAtProvider(db, namedCustomer(provenProjectId, params, userId)),
    }),
    handle: async ({ caller, params, body, found, ...tools }) => {
      const customer = requireOwnCustomer(tools, caller, params, found);
      const returnUrl = trustedUrl(tools, caller.project, body.return_url);
      if (!tools.settings.stripe) return tools.fail(noStripe);
      const provider = providerCustomer(tools, customer, found) ?? tools.fail(contract.noProvider);
      const { stripeCustomerId } = provider;
      return { url: await resultOf(tools, startPaymentMethodUpdate(provider, { stripeCustomerId, returnUrl })) };
    },
  });
}

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
