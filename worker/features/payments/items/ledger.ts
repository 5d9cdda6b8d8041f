import type { ProjectConfig } from "../../../config";
import type { CustomerType, ItemKey } from "../../../db/payments/customer";
import {
  type SubscriptionGrants,
  selectChanges,
  selectCheckpoint,
  selectSubscriptionGrants,
} from "../../../db/payments/items/queries";
import type { Project } from "../../../db/projects/project";
import type { Database, Id } from "../../../platform/database";
import type { Failing } from "../../../protocol/failing";
import { holdingsOf } from "./holdings";
import { emptyState, type Ledger, stateAfter } from "./quantity";

/** After so many changes there is a checkpoint: no quantity is read from many more. */
export const changesToCheckpoint = 64;

/**
 * A checkpoint has at most this many characters, because a row of D1 holds at most two million bytes. Changes that end at times of their
 * own stay in the checkpoint until then. Beyond the limit, a quantity is read from the changes themselves.
 */
const maxStateLength = 500_000;

/** The statements by which an item's ledger is read. All of them are lists, and need a proven project. */
export function selectLedger(db: Database, item: ItemKey<Id>) {
  return {
    checkpoint: selectCheckpoint(db, item),
    changes: selectChanges(db, item),
    subscriptions: selectSubscriptionGrants(db, item),
  };
}

/** Holds what `selectLedger` found. */
export interface FoundLedger {
  checkpoint: Awaited<ReturnType<typeof selectCheckpoint>>;
  changes: Awaited<ReturnType<typeof selectChanges>>;
  subscriptions: readonly SubscriptionGrants[];
}

/** A ledger with the time and the number of the last change in it. */
export interface ReadLedger extends Ledger {
  seq: number;
  /** The present, which is not before the last change. */
  now: number;
}

/** @param since since when the customer exists; for a custom one that is not known, and the project's age stands for it */
export function readLedger(
  { config, createdAt }: Project,
  { customerType, itemId }: { customerType: CustomerType; itemId: string },
  since: number | undefined,
  { checkpoint: [checkpoint], changes, subscriptions }: FoundLedger,
): ReadLedger {
  const last = changes.at(-1);
  return {
    state: checkpoint?.state ?? emptyState,
    changes,
    holdings: holdingsOf(config, itemId, { customerType, since: since ?? createdAt }, subscriptions),
    seq: last?.seq ?? checkpoint?.seq ?? 0,
    now: Math.max(Date.now(), last?.createdAt ?? 0),
  };
}

/** The checkpoint that is due after the changes of a ledger, if one is. */
export function dueCheckpoint({ seq, now: _, ...ledger }: ReadLedger) {
  const last = ledger.changes.at(-1);
  if (!last || ledger.changes.length < changesToCheckpoint) return undefined;
  const state = stateAfter(ledger);
  if (JSON.stringify(state).length > maxStateLength) return undefined;
  return { seq, at: last.createdAt, state };
}

/** Requires that a project has an item, and that it is one of customers of a type. */
export function requireItem(
  { fail }: Failing<"ITEM_NOT_FOUND" | "ITEM_CUSTOMER_TYPE_DOES_NOT_MATCH">,
  { payments }: ProjectConfig,
  { customerType, customerId, itemId }: Omit<ItemKey, "projectId">,
) {
  const item = Object.hasOwn(payments.items, itemId) ? payments.items[itemId] : undefined;
  if (!item) return fail("ITEM_NOT_FOUND", { item_id: itemId });
  if (item.customerType !== customerType) {
    return fail("ITEM_CUSTOMER_TYPE_DOES_NOT_MATCH", {
      item_id: itemId,
      customer_id: customerId,
      item_customer_type: item.customerType,
      actual_customer_type: customerType,
    });
  }
  return item;
}
