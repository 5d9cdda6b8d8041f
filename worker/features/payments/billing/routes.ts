import type { Database, Id } from "../../../platform/database";
import type { AppRouter } from "../../access";
import { namedCustomer, providerCustomer, requireOwnCustomer, selectAtProvider, selectRights } from "../portal";
import { noProvider } from "../portal/contract";
import {
  completeSetup,
  ensureStripeCustomer,
  type PaymentMethod,
  readInvoices,
  readPaymentMethod,
  resultOf,
  StripeFailed,
  startSetup,
} from "../stripe";
import { noStripe } from "../stripe/contract";
import * as contract from "./contract";

export function billingRoutes(router: AppRouter): void {
  router.route(contract.readBilling, {
    prefetch: (context) => selectPayer(context),
    handle: async ({ caller, params, found, ...tools }) => {
      const customer = requireOwnCustomer(tools, caller, params, found);
      const provider = providerCustomer(tools, customer, found);
      if (!provider) return { has_customer: false, default_payment_method: null };
      const method = await readPaymentMethod(provider, provider.stripeCustomerId).catch(noneOfFailed);
      return { has_customer: true, default_payment_method: method && toWire(method) };
    },
  });

  router.route(contract.startSetup, {
    prefetch: (context) => selectPayer(context),
    handle: async ({ db, settings, caller, params, found, fail }) => {
      const customer = requireOwnCustomer({ fail }, caller, params, found);
      const [account] = found.account;
      if (!settings.stripe || !account) return fail(noStripe);
      const isStranger = caller.tier === "client" && caller.user?.isAnonymous;
      if (isStranger && found.atProvider.length === 0) return fail(noProvider);
      const connection = { db, stripe: settings.stripe, projectId: caller.project.id, ...account };
      const stripeCustomerId = await resultOf({ fail }, ensureStripeCustomer(connection, customer));
      return {
        client_secret: await resultOf({ fail }, startSetup(connection, stripeCustomerId)),
        stripe_account_id: account.stripeAccountId,
      };
    },
  });

  router.route(contract.completeSetup, {
    prefetch: (context) => selectPayer(context),
    handle: async ({ caller, params, body, found, ...tools }) => {
      const customer = requireOwnCustomer(tools, caller, params, found);
      if (!tools.settings.stripe || found.account.length === 0) return tools.fail(noStripe);
      const provider = providerCustomer(tools, customer, found) ?? tools.fail(contract.setupIncomplete);
      const setup = { stripeCustomerId: provider.stripeCustomerId, setupIntentId: body.setup_intent_id };
      const method = await resultOf(tools, completeSetup(provider, setup));
      return method ? { default_payment_method: toWire(method) } : tools.fail(contract.setupIncomplete);
    },
  });

  router.route(contract.listCustomerInvoices, {
    prefetch: (context) => selectPayer(context),
    handle: async ({ caller, params, query, found, ...tools }) => {
      const customer = requireOwnCustomer(tools, caller, params, found);
      const provider = providerCustomer(tools, customer, found);
      const page = provider && {
        ...{ stripeCustomerId: provider.stripeCustomerId, after: query.cursor, limit: query.limit },
      };
      const { invoices, next } = page
        ? await resultOf(tools, readInvoices(provider, page))
        : { invoices: [], next: null };
      return {
        items: invoices.map(({ createdAt, status, total, pageUrl }) => ({
          ...{ created_at_millis: createdAt, status, amount_total: total, hosted_invoice_url: pageUrl },
        })),
        is_paginated: true as const,
        pagination: { next_cursor: next },
      };
    },
  });
}

function selectPayer(context: {
  db: Database;
  projectId: string;
  provenProjectId: Id;
  userId: string | undefined;
  params: Parameters<typeof namedCustomer>[1];
}) {
  const { db, projectId, provenProjectId, userId, params } = context;
  return {
    ...selectRights(db, { projectId, provenProjectId, userId, params }),
    ...selectAtProvider(db, namedCustomer(provenProjectId, params, userId)),
  };
}

/** Newer clients read how a customer pays on each page, which must not fail with Stripe. */
function noneOfFailed(error: unknown): null {
  if (error instanceof StripeFailed) return null;
  throw error;
}

function toWire({ id, brand, last4, expMonth, expYear }: PaymentMethod) {
  return { id, brand, last4, exp_month: expMonth, exp_year: expYear };
}
