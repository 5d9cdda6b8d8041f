import type { CustomerKey } from "../../../db/payments/customer";
import {
  type SubscriptionRow,
  selectKeptPurchases,
  selectSubscriptionOf,
  selectSubscriptionsInForce,
} from "../../../db/payments/purchases/queries";
import { selectStripeAccount, selectStripeCustomer } from "../../../db/payments/stripe/statements";
import { batchByName, type Database, type Id, type Statement } from "../../../platform/database";
import type { Settings } from "../../../platform/env";
import type { ParamsOf } from "../../../protocol/endpoint";
import type { Failing } from "../../../protocol/failing";
import type { Caller } from "../../access";
import type { Held } from "../purchases";
import { resultOf, type StripeConnection, StripeFailed, subscriptionStatements } from "../stripe";
import { stripeFailed } from "../stripe/contract";
import * as contract from "./contract";
import { namedCustomer, selectRights } from "./customer";
import { isInForce, isOverdue, toWireSubscription } from "./purchase";

type Params = ParamsOf<typeof contract.cancelSubscription>;

/** A project's account at the provider, and the customer there. */
export interface ProviderCustomer extends StripeConnection {
  settings: Settings;
  stripeCustomerId: string;
}

/** One of a customer's subscriptions, which goes on, and what else they have. */
export interface OpenSubscription {
  customer: CustomerKey;
  row: SubscriptionRow;
  held: Held;
  /** Is true if the subscription gives its rights at present. */
  givesRights: boolean;
}

/** The statements by which a customer is found at the provider. */
export function selectAtProvider(db: Database, customer: CustomerKey<Id>) {
  return { account: selectStripeAccount(db, customer.projectId), atProvider: selectStripeCustomer(db, customer) };
}

/** The statements by which a subscription is read, with all that its customer has. */
function selectView(db: Database, customer: CustomerKey<Id>, id: string) {
  return {
    row: selectSubscriptionOf(db, customer, id),
    inForce: selectSubscriptionsInForce(db, customer, Date.now()),
    kept: selectKeptPurchases(db, customer),
  };
}

/** The statements by which the subscription of a request is read, with what its caller may do. */
export function selectOpen(
  db: Database,
  ids: { projectId: string; provenProjectId: Id; userId: string | undefined; params: Params },
) {
  const customer = namedCustomer(ids.provenProjectId, ids.params, ids.userId);
  return {
    ...selectRights(db, ids),
    ...selectAtProvider(db, customer),
    ...selectView(db, customer, ids.params.subscription_id),
  };
}

/** Requires that a subscription was found, and has not ended. One that was switched goes on with another id. */
export function requireOpen(
  { fail }: Failing<typeof contract.subscriptionNotFound | typeof contract.subscriptionEnded>,
  customer: CustomerKey,
  { row: [row], inForce, kept }: { row: readonly SubscriptionRow[] } & FoundHoldings,
): OpenSubscription {
  if (!row) return fail(contract.subscriptionNotFound);
  const givesRights = isInForce(row, Date.now());
  if (!givesRights && !isOverdue(row)) return fail(contract.subscriptionEnded);
  return { customer, row, held: { subscriptions: inForce, purchases: kept }, givesRights };
}

interface FoundHoldings {
  inForce: Held["subscriptions"];
  kept: Held["purchases"];
}

/** The customer at the provider; undefined before they have paid for anything there, or where there is no provider. */
export function providerCustomer(
  { db, settings }: { db: Database; settings: Settings },
  { projectId }: CustomerKey,
  found: { account: readonly { stripeAccountId: string }[]; atProvider: readonly { stripeCustomerId: string }[] },
): ProviderCustomer | undefined {
  const { stripe } = settings;
  const [[account], [customer]] = [found.account, found.atProvider];
  return stripe && account && customer && { db, settings, stripe, projectId, ...account, ...customer };
}

/** Writes a change, and returns the subscription as it is then; undefined where it is not there. */
export async function writeAndView(
  db: Database,
  { project, tier }: Caller,
  customer: CustomerKey,
  { id, statements }: { id: string; statements: readonly Statement[] },
): Promise<contract.WireSubscription | undefined> {
  const writes = Object.fromEntries(statements.map((statement, index) => [`write ${index}`, statement]));
  const { row, inForce, kept } = await batchByName(db, { ...writes, ...selectView(db, customer, id) });
  const held = { subscriptions: inForce, purchases: kept };
  return row[0] && toWireSubscription(row[0], { project, tier, held, now: Date.now() });
}

type ProviderTools = { db: Database } & Failing<typeof stripeFailed | typeof contract.subscriptionEnded>;

/**
 * Changes a subscription at the provider, then reads there what the customer has. What is stored is always the response to a reading that
 * began after the change. So the last of simultaneous changes counts, and reports of the provider that were read before undo none of them.
 *
 * @param refused is called when the provider refuses to change a subscription that goes on. It fails where that means more than a failure
 *   of the provider.
 * @returns what the reading changes
 */
export async function changeAtProvider(
  tools: ProviderTools,
  caller: Caller,
  { open, provider }: { open: OpenSubscription; provider: ProviderCustomer },
  change: () => Promise<unknown>,
  refused?: (refusal: StripeFailed) => void,
): Promise<Statement[]> {
  const refusal = await failureOf(change);
  const { stripeCustomerId } = provider;
  const read = await resultOf(tools, subscriptionStatements(provider, { stripeCustomerId, stripeEventId: null }));
  if (!refusal) return read;
  // It may have ended there, or was changed by a request whose response was lost.
  const { customer, row } = open;
  const found = await writeAndView(tools.db, caller, customer, { id: row.id, statements: read });
  if (!found || found.ended_at_millis !== null) {
    return tools.fail(contract.subscriptionEnded, undefined, { cause: refusal });
  }
  refused?.(refusal);
  return tools.fail(stripeFailed, undefined, { cause: refusal });
}

async function failureOf(change: () => Promise<unknown>): Promise<StripeFailed | undefined> {
  try {
    await change();
    return undefined;
  } catch (error) {
    if (error instanceof StripeFailed) return error;
    throw error;
  }
}
