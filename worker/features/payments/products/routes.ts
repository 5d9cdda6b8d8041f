import {
  type OneTimePurchaseRow,
  type SubscriptionRow,
  selectKeptPurchases,
  selectOneTimePurchasesOf,
  selectSubscriptionsInForce,
  selectSubscriptionsOf,
} from "../../../db/payments/purchases/queries";
import type { Database, Id } from "../../../platform/database";
import type { Failing } from "../../../protocol/failing";
import type { AppRouter, Caller } from "../../access";
import { dateOrNull, findOffer, type Offer, toInlineProduct } from "../catalogue";
import {
  isInForce,
  isOverdue,
  namedCustomer,
  type OpenSubscription,
  providerCustomer,
  requireOpen,
  requireOwnCustomer,
  selectAtProvider,
  selectRights,
  setRenewal,
  switchOptions,
  switchTo,
} from "../portal";
import * as portalContract from "../portal/contract";
import { maxListLength, type subscriptionEnded, subscriptionNotFound } from "../portal/contract";
import { failAsProduct, findPurchase, includedOffers } from "../purchases";
import { bothOffers, noOffer } from "../purchases/contract";
import * as contract from "./contract";
import { grantOffer } from "./grant";

export function productRoutes(router: AppRouter): void {
  router.route(contract.listProducts, {
    prefetch: (context) => selectOwned(context),
    handle: ({ caller, params, query, found, fail }) => {
      if (isOpenToClients(caller)) requireKnown({ fail }, params, found);
      else requireOwnCustomer({ fail }, caller, params, found);
      const { limit } = query;
      const owned = placedAfter(query.cursor, ownedBy(caller, params, found));
      const page = owned.slice(0, limit);
      const last = owned.length > limit ? page.at(-1) : undefined;
      const subscribed = page.filter(({ isSwitchable }) => isSwitchable);
      const withOptions = new Set(subscribed.slice(0, contract.maxSwitchable));
      return {
        items: page.map((each) => each.toItem(withOptions.has(each))),
        is_paginated: true as const,
        pagination: { next_cursor: last ? cursorOf(last) : null },
      };
    },
  });

  router.route(contract.grantProduct, async (context) => {
    const { caller, params, body, fail } = context;
    const { product_id: id, product_inline: inline } = body;
    if (id !== undefined && inline) return fail(bothOffers);
    if (id === undefined && !inline) return fail(noOffer);
    const purchase = findPurchase(caller, { ...params, id, inline });
    if ("problem" in purchase) return failAsProduct(context, purchase);
    await grantOffer(context, caller, { purchase, quantity: body.quantity });
    return { success: true as const };
  });

  router.route(contract.cancelProduct, {
    prefetch: (context) => selectOwned(context),
    handle: async ({ caller, params, query, found, ...tools }) => {
      const customer = requireOwnCustomer(tools, caller, params, found);
      const wanted = { productId: params.product_id, id: query.subscription_id };
      const open = requireSubscription(tools, caller, { customer, wanted, found });
      await setRenewal(tools, caller, open, { provider: providerCustomer(tools, customer, found), cancels: true });
      return { success: true as const };
    },
  });

  router.route(contract.switchProduct, {
    prefetch: (context) => selectOwned(context),
    handle: async ({ caller, params, body, found, ...tools }) => {
      const customer = requireOwnCustomer(tools, caller, params, found);
      const { project, tier } = caller;
      const wanted = { productId: body.from_product_id, id: undefined };
      const open = requireSubscription(tools, caller, { customer, wanted, found });
      requireProduct(tools, caller, body.to_product_id);
      const option = switchOptions(project, tier, open.row, open.held).find(
        ({ offer, priceId }) => offer.id === body.to_product_id && (body.price_id ?? priceId) === priceId,
      );
      if (!option || (body.quantity ?? open.row.quantity) !== open.row.quantity) {
        return tools.fail(portalContract.notSwitchable);
      }
      const to = { offer_id: option.offer.id, price_id: option.priceId };
      await switchTo(tools, caller, open, { body: to, provider: providerCustomer(tools, customer, found) });
      return { success: true as const };
    },
  });
}

/** Tells whether a client without a session may read what customers have, by the rule of their items. */
function isOpenToClients({ tier, user, project }: Caller): boolean {
  return tier === "client" && !user && project.config.payments.clientItemReads === "all";
}

function requireKnown(
  { fail }: Failing<"CUSTOMER_DOES_NOT_EXIST">,
  { customer_type, customer_id }: Context["params"],
  { customer }: { customer?: readonly unknown[] | undefined },
): void {
  if (customer_type !== "custom" && !customer?.length) fail("CUSTOMER_DOES_NOT_EXIST", { customer_id });
}

interface Context {
  db: Database;
  projectId: string;
  provenProjectId: Id;
  userId: string | undefined;
  params: Parameters<typeof namedCustomer>[1];
}

/** The statements by which all that a customer has is read. */
function selectOwned({ db, projectId, provenProjectId, userId, params }: Context) {
  const customer = namedCustomer(provenProjectId, params, userId);
  return {
    ...selectRights(db, { projectId, provenProjectId, userId, params }),
    ...selectAtProvider(db, customer),
    subscriptions: selectSubscriptionsOf(db, customer, maxListLength),
    purchases: selectOneTimePurchasesOf(db, customer, maxListLength),
    inForce: selectSubscriptionsInForce(db, customer, Date.now()),
    kept: selectKeptPurchases(db, customer),
  };
}

interface FoundOwned {
  subscriptions: readonly SubscriptionRow[];
  purchases: readonly OneTimePurchaseRow[];
  inForce: OpenSubscription["held"]["subscriptions"];
  kept: OpenSubscription["held"]["purchases"];
}

/** What a customer has, with its place in the list: what is newer comes first. */
interface Placed {
  createdAt: number;
  id: string;
  isSwitchable?: boolean;
  /** Describes it, with what it can be switched to on demand: only what is on a page is built. */
  toItem: (hasOptions: boolean) => contract.WireOwned;
}

const cursorOf = ({ createdAt, id }: Placed) => `${createdAt}_${id}`;

function placedAfter(cursor: string | undefined, owned: readonly Placed[]): Placed[] {
  const sorted = owned.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
  if (cursor === undefined) return sorted;
  const end = cursor.indexOf("_");
  const [createdAt, id] = [Number(cursor.slice(0, end)), cursor.slice(end + 1)];
  return sorted.filter((each) => each.createdAt < createdAt || (each.createdAt === createdAt && each.id < id));
}

function ownedBy({ project, tier }: Caller, params: Context["params"], found: FoundOwned): Placed[] {
  const now = Date.now();
  const held = { subscriptions: found.inForce, purchases: found.kept };
  const productOf = (offer: SubscriptionRow["offer"]) => toInlineProduct(offer, tier);
  const products = new Map<string, ReturnType<typeof productOf>>();
  const toOption = (offer: Offer) => {
    const product = products.get(offer.id) ?? productOf(offer);
    products.set(offer.id, product);
    return { product_id: offer.id, product };
  };
  const optionsOf = (row: SubscriptionRow) => {
    const offers = new Map(switchOptions(project, tier, row, held).map(({ offer }) => [offer.id, offer]));
    return [...offers.values()].slice(0, contract.maxProductOptions).map(toOption);
  };
  const subscribed = found.subscriptions
    .filter((row) => isInForce(row, now))
    .map(
      (row): Placed => ({
        ...{ createdAt: row.createdAt, id: row.id, isSwitchable: true },
        toItem: (hasOptions) => ({
          id: row.offerId,
          quantity: row.quantity,
          product: productOf(row.offer),
          type: "subscription",
          subscription: {
            subscription_id: row.id,
            current_period_end: isoDate(row.currentPeriodEnd),
            cancel_at_period_end: row.cancelsAtPeriodEnd,
            is_cancelable: !row.cancelsAtPeriodEnd,
          },
          ...(hasOptions && { switch_options: optionsOf(row) }),
        }),
      }),
    );
  const bought = found.purchases
    .filter(({ refundedAt }) => refundedAt === null)
    .map(
      ({ createdAt, id, offerId, offer, quantity }): Placed => ({
        ...{ createdAt, id },
        toItem: () => ({ id: offerId, quantity, product: productOf(offer), type: "one_time", subscription: null }),
      }),
    );
  const free = includedOffers(project.config, params.customer_type, held).map(
    (offer): Placed => ({
      ...{ createdAt: 0, id: offer.id },
      toItem: () => ({
        ...{ id: offer.id, quantity: 1, product: productOf(offer), type: "subscription" },
        subscription: {
          ...{ subscription_id: null, current_period_end: null, cancel_at_period_end: false, is_cancelable: false },
        },
      }),
    }),
  );
  return [...subscribed, ...bought, ...free];
}

/** What the provider reports may be no date at all. */
function isoDate(millis: number | null): string | null {
  const date = dateOrNull(millis);
  return date === null ? null : new Date(date).toISOString();
}

function requireProduct({ fail }: Failing<"PRODUCT_DOES_NOT_EXIST">, { project }: Caller, product_id: string): void {
  if (!findOffer(project.config, product_id)) fail("PRODUCT_DOES_NOT_EXIST", { product_id, context: null });
}

/** Requires the subscription that a customer has to a product: the newest that is open. */
function requireSubscription(
  tools: Failing<"PRODUCT_DOES_NOT_EXIST" | typeof subscriptionNotFound | typeof subscriptionEnded>,
  caller: Caller,
  {
    customer,
    wanted: { productId, id },
    found,
  }: {
    customer: OpenSubscription["customer"];
    wanted: { productId: string; id: string | undefined };
    found: FoundOwned;
  },
): OpenSubscription {
  const now = Date.now();
  const row = found.subscriptions.find((each) =>
    id === undefined
      ? each.offerId === productId && (isInForce(each, now) || isOverdue(each))
      : // One that was described inline has no id to name.
        each.id === id && (each.offerId ?? productId) === productId,
  );
  if (!row) {
    requireProduct(tools, caller, productId);
    return tools.fail(subscriptionNotFound);
  }
  return requireOpen(tools, customer, { row: [row], inForce: found.inForce, kept: found.kept });
}
