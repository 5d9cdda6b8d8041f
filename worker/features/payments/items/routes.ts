import { selectMembership } from "../../../db/memberships/queries";
import type { ItemKey } from "../../../db/payments/customer";
import { selectCustomer } from "../../../db/payments/customers";
import {
  insertChange,
  insertCheckpoint,
  type NewChange,
  recordLowBalance,
  selectQuantitySince,
} from "../../../db/payments/items/changes";
import {
  type SubscriptionGrants,
  selectChangeByKey,
  selectChangesAt,
  selectCheckpointsAt,
  selectSubscriptionGrants,
} from "../../../db/payments/items/queries";
import type { Project } from "../../../db/projects/project";
import { batchByName, type Database, type Id, violatesForeignKey } from "../../../platform/database";
import { newId } from "../../../platform/secrets";
import type { ParamsOf, QueryOf } from "../../../protocol/endpoint";
import type { Failing } from "../../../protocol/failing";
import type { AppRouter } from "../../access";
import { customerOf, requireCustomer, requireOwnOfClient } from "../customers";
import * as contract from "./contract";
import { maxReportTimes, quantityTooLarge, type readUsage } from "./contract";
import { dueCheckpoint, type ReadLedger, readLedger, requireItem, selectLedger } from "./ledger";
import { quantityAt } from "./quantity";

export function itemRoutes(router: AppRouter) {
  router.route(contract.readItem, {
    prefetch: ({ db, projectId, provenProjectId, userId, params }) => ({
      ...selectItem(db, { projectId, provenProjectId, params }),
      ...(userId &&
        params.customer_type === "team" && {
          membership: selectMembership(db, { projectId, teamId: params.customer_id.toLowerCase(), userId }),
        }),
    }),
    handle: ({ caller, params, found, fail }) => {
      const { project } = caller;
      const item = itemOf(project.id, params);
      const { displayName } = requireItem({ fail }, project.config, item);
      requireOwnOfClient({ fail }, caller, item, found.membership);
      const ledger = readLedger(project, item, requireCustomer({ fail }, item, found.customer), found);
      return { id: item.itemId, display_name: displayName, quantity: quantityAt(ledger.now, ledger) };
    },
  });

  router.route(contract.readUsage, {
    prefetch: ({ db, projectId, params }) => ({ customer: selectCustomer(db, customerOf(projectId, params)) }),
    handle: async ({ db, caller: { project }, params, query, found, fail }) => {
      const item = itemOf(project.id, params);
      requireItem({ fail }, project.config, item);
      const since = requireCustomer({ fail }, item, found.customer);
      const times = timesOfReport(query, Date.now()) ?? fail(contract.tooManyTimes);
      const history = await batchByName(db, selectHistory(db, item, times));
      return { items: reportOf(project, item, since, { times, history }), is_paginated: false as const };
    },
  });

  router.route(contract.updateQuantity, {
    prefetch: ({ db, projectId, provenProjectId, params, body }) => ({
      ...selectItem(db, { projectId, provenProjectId, params }),
      ...(body.idempotency_key !== undefined && {
        sameKey: selectChangeByKey(db, itemOf(provenProjectId, params), body.idempotency_key),
      }),
    }),
    handle: async ({ db, caller: { project }, params, query, body, found, fail }) => {
      const item = itemOf(project.id, params);
      const { lowBalanceThreshold: threshold } = requireItem({ fail }, project.config, item);
      const ledger = readLedger(project, item, requireCustomer({ fail }, item, found.customer), found);
      const change = {
        delta: body.delta,
        expiresAt: body.expires_at === undefined ? null : Date.parse(body.expires_at),
        description: body.description ?? null,
        idempotencyKey: body.idempotency_key ?? null,
      };
      const [before] = found.sameKey ?? [];
      const made =
        before ??
        (await makeChange({ db, fail }, { ...item, ...change }, ledger, {
          allowsNegative: query.allow_negative === "true",
          threshold,
        }));
      if (!made) {
        const { customerId: customer_id, itemId: item_id } = item;
        return fail("ITEM_QUANTITY_INSUFFICIENT_AMOUNT", { item_id, customer_id, quantity: body.delta });
      }
      return isSameChange(made, change) ? { id: made.id } : fail(contract.keyOfAnotherChange);
    },
  });
}

type ItemParams = ParamsOf<typeof contract.readItem>;

function itemOf<ProjectId>(projectId: ProjectId, params: ItemParams): ItemKey<ProjectId> {
  return { ...customerOf(projectId, params), itemId: params.item_id };
}

/** The statements by which an item and its customer are read. */
function selectItem(
  db: Database,
  { projectId, provenProjectId, params }: { projectId: string; provenProjectId: Id; params: ItemParams },
) {
  return {
    customer: selectCustomer(db, customerOf(projectId, params)),
    ...selectLedger(db, itemOf(provenProjectId, params)),
  };
}

/** A change as a backend describes it. */
type DescribedChange = Pick<NewChange, "delta" | "expiresAt" | "description">;

/**
 * Makes a change, with the checkpoint that is due before it, and the event of a low balance.
 *
 * @param options.threshold below which a balance is low; undefined where none is
 * @returns the change, or the one that another request has made by the same key; undefined where the quantity would become
 *   negative
 */
async function makeChange(
  { db, fail }: { db: Database } & Failing<"CURRENT_PROJECT_NOT_FOUND" | typeof quantityTooLarge>,
  change: Omit<NewChange, "id" | "now">,
  ledger: ReadLedger,
  { allowsNegative, threshold }: { allowsNegative: boolean; threshold: number | undefined },
): Promise<({ id: string } & DescribedChange) | undefined> {
  const seen = { quantity: quantityAt(ledger.now, ledger), seq: ledger.seq };
  const checkpoint = dueCheckpoint(ledger);
  const row = { ...change, id: newId(), now: ledger.now };
  try {
    const [[made], [sameKey], [current]] = await db.batch([
      insertChange(db, row, { seen, allowsNegative }),
      selectChangeByKey(db, row, change.idempotencyKey ?? ""),
      selectQuantitySince(db, row, seen),
      ...(checkpoint ? [insertCheckpoint(db, row, checkpoint)] : []),
      ...(threshold !== undefined && row.delta < 0 ? [recordLowBalance(db, row, { seen, threshold })] : []),
    ]);
    if (made) return { ...change, id: made.id };
    const refused = (current?.quantity ?? 0) + row.delta;
    const isTooLarge = refused > Number.MAX_SAFE_INTEGER || (allowsNegative && refused < Number.MIN_SAFE_INTEGER);
    return sameKey ?? (isTooLarge ? fail(quantityTooLarge) : undefined);
  } catch (error) {
    // The project was deleted after the caller was loaded.
    if (violatesForeignKey(error)) {
      return fail("CURRENT_PROJECT_NOT_FOUND", { project_id: change.projectId }, { cause: error });
    }
    throw error;
  }
}

/** Tells whether a request describes a change that was made before. */
function isSameChange(made: DescribedChange, { delta, expiresAt, description }: DescribedChange): boolean {
  return made.delta === delta && made.expiresAt === expiresAt && made.description === description;
}

const hour = 60 * 60 * 1000;
const lengths = { hour, day: 24 * hour, week: 7 * 24 * hour };

/**
 * The times of a report: its beginning, then the end of each interval, of which the last may be a shorter one. Undefined
 * where they are too many.
 */
function timesOfReport(
  { from_millis: from, until_millis, interval }: QueryOf<typeof readUsage>,
  now: number,
): number[] | undefined {
  const until = Math.min(until_millis ?? now, now);
  const count = Math.ceil(Math.max(until - from, 0) / lengths[interval]);
  if (count > maxReportTimes) return undefined;
  return Array.from({ length: count + 1 }, (_, index) =>
    Math.min(from + index * lengths[interval], Math.max(until, from)),
  );
}

/** The statements by which an item's ledger is read as it was at some times. */
function selectHistory(db: Database, item: ItemKey, times: readonly number[]) {
  return {
    checkpoints: selectCheckpointsAt(db, item, times),
    changes: selectChangesAt(db, item, times),
    subscriptions: selectSubscriptionGrants(db, item),
  };
}

/** Holds what `selectHistory` found. */
interface History {
  checkpoints: Awaited<ReturnType<typeof selectCheckpointsAt>>;
  changes: Awaited<ReturnType<typeof selectChangesAt>>;
  subscriptions: readonly SubscriptionGrants[];
}

/** The elements of a report: what there was at each time but the first, and what was added and taken since the one before. */
function reportOf(
  project: Project,
  item: ItemKey,
  since: number | undefined,
  { times, history }: { times: readonly number[]; history: History },
) {
  const changes = Map.groupBy(history.changes, ({ time }) => time);
  const checkpoints = new Map(history.checkpoints.map((row) => [row.time, row]));
  const states = times.map((time) => {
    const checkpoint = checkpoints.get(time);
    const ledger = readLedger(project, item, since, {
      checkpoint: checkpoint ? [checkpoint] : [],
      changes: changes.get(time) ?? [],
      subscriptions: history.subscriptions,
    });
    const deltas = ledger.changes.map(({ delta }) => delta);
    return {
      at_millis: time,
      quantity: quantityAt(time, ledger),
      added: deltas.reduce((sum, delta) => sum + Math.max(delta, 0), ledger.state.added),
      removed: deltas.reduce((sum, delta) => sum - Math.min(delta, 0), ledger.state.removed),
    };
  });
  return states.slice(1).map((state, index) => ({
    ...state,
    added: state.added - (states[index]?.added ?? 0),
    removed: state.removed - (states[index]?.removed ?? 0),
  }));
}
