import { appInternals } from "../app/internals";
import type { GatehouseServerApp } from "../apps/server-app";
import type { Caller } from "../requests/caller";
import type { Team } from "../teams/team";
import type { User } from "../users/user";
import {
  type InvoicePage,
  type ListInvoicesOptions,
  type Purchases,
  type Subscription,
  type SwitchOptions,
  toInvoicePage,
  toPurchases,
  toSubscription,
  type WireSubscription,
} from "./purchases";

/** Says whose billing is meant: a user's, a team's, or that of a customer of whom the project's backend alone has a record. */
export type BillingOwner = User | Team | { readonly app: GatehouseServerApp; readonly customCustomerId: string };

/** Describes what a customer subscribes to and has bought, and how they pay for it. */
export interface Billing {
  list(): Promise<Purchases>;
  /** Invoices of Stripe, newest first, as it has them now. */
  listInvoices(options?: ListInvoicesOptions): Promise<InvoicePage>;
  /** Ends a subscription with the period that is paid; one that is past due, unpaid or paused at once. */
  cancel(subscriptionId: string): Promise<Subscription>;
  /** Takes back a cancellation, before the period ends. */
  resume(subscriptionId: string): Promise<Subscription>;
  /**
   * Switches a subscription to one of its `switchOptions`. What is returned has a new id. The difference is paid with the
   * saved payment method: where that fails, the request is refused with status 402, and nothing changes.
   */
  switch(subscriptionId: string, to: SwitchOptions): Promise<Subscription>;
  /**
   * The address of the page on which the customer changes how they pay. It works for a short time.
   *
   * @param options.returnUrl a trusted URL, to which the page returns
   */
  updatePaymentMethod(options: { readonly returnUrl: string }): Promise<{ readonly url: string }>;
}

/**
 * The billing of a user, of a team of which the signed-in user has `$update_team`, or, for backends, of any customer.
 *
 * ```ts
 * const billing = billingOf(user);
 * const { subscriptions } = await billing.list();
 * ```
 */
export function billingOf(owner: BillingOwner): Billing {
  const { caller, ...customer } = customerOf(owner);
  const one = (subscription_id: string) => ({ params: { ...customer, subscription_id } });
  /** Announces what has to be read again here, and not by the table of the core, which each page loads. */
  const changed = async (write: Promise<WireSubscription>) => {
    return toSubscription(await write.finally(() => caller.announce("billing", "items", "transactions")));
  };
  return {
    list: async () =>
      toPurchases(
        await caller.read("GET /payments/customers/{customer_type}/{customer_id}/purchases", { params: customer }),
      ),
    listInvoices: async ({ cursor, limit } = {}) =>
      toInvoicePage(
        await caller.read("GET /payments/customers/{customer_type}/{customer_id}/invoices", {
          params: customer,
          query: { cursor, limit },
        }),
      ),
    cancel: (id) => changed(caller.write(`POST ${oneSubscription}/cancel`, { ...one(id), body: {} })),
    resume: (id) => changed(caller.write(`POST ${oneSubscription}/resume`, { ...one(id), body: {} })),
    switch: (id, { offerId, priceId }) => {
      const body = { offer_id: offerId, price_id: priceId };
      return changed(caller.write(`POST ${oneSubscription}/switch`, { ...one(id), body }));
    },
    updatePaymentMethod: ({ returnUrl }) =>
      caller.write("POST /payments/customers/{customer_type}/{customer_id}/payment-method", {
        params: customer,
        body: { return_url: returnUrl },
      }),
  };
}

const oneSubscription = "/payments/customers/{customer_type}/{customer_id}/subscriptions/{subscription_id}";

interface Customer {
  readonly caller: Caller;
  readonly customer_type: "user" | "team" | "custom";
  readonly customer_id: string;
}

function customerOf(owner: BillingOwner): Customer {
  if ("customCustomerId" in owner) {
    const caller = owner.app[appInternals].caller("server");
    return { caller, customer_type: "custom", customer_id: owner.customCustomerId };
  }
  // Users have addresses, which teams have not.
  const customer_type = "primaryEmail" in owner ? "user" : "team";
  return { caller: owner.caller, customer_type, customer_id: owner.id };
}
