import { selectOneTimePurchasesOf, selectSubscriptionsOf } from "../../../db/payments/purchases/portal";
import { selectKeptPurchases, selectSubscriptionsInForce } from "../../../db/payments/purchases/queries";
import type { AppRouter } from "../../access";
import { includedOffers } from "../purchases";
import * as contract from "./contract";
import { namedCustomer, requireOwnCustomer, selectRights } from "./customer";
import { displayName, toWireOneTimePurchase, toWireSubscription } from "./purchase";

export function portalRoutes(router: AppRouter) {
  router.route(contract.listPurchases, {
    prefetch: ({ db, projectId, provenProjectId, userId, params }) => {
      const customer = namedCustomer(provenProjectId, params, userId);
      return {
        ...selectRights(db, { projectId, provenProjectId, userId, params }),
        subscriptions: selectSubscriptionsOf(db, customer, contract.longestList),
        purchases: selectOneTimePurchasesOf(db, customer, contract.longestList),
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
}
