import type { Database, Statement } from "../../../platform/database";
import type { Failing } from "../../../protocol/failing";
import type { Caller } from "../../access";
import { resultOf, StripeFailed, subscriptionStatements } from "../stripe";
import { stripeFailed } from "../stripe/contract";
import * as contract from "./contract";
import { type OpenSubscription, type ProviderCustomer, writeAndView } from "./open-subscription";

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
