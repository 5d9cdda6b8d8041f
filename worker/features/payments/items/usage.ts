import { selectChangesAt, selectCheckpointsAt } from "../../../db/payments/items/history";
import type { ItemKey } from "../../../db/payments/items/keys";
import { type SubscriptionGrants, selectSubscriptionGrants } from "../../../db/payments/items/queries";
import type { Project } from "../../../db/projects/project";
import type { Database } from "../../../platform/database";
import type { QueryOf } from "../../../protocol/endpoint";
import { maxReportTimes, type readUsage } from "./contract";
import { readLedger } from "./ledger";
import { quantityAt } from "./quantity";

const hour = 60 * 60 * 1000;
const lengths = { hour, day: 24 * hour, week: 7 * 24 * hour };

/**
 * The times of a report: its beginning, then the end of each interval, of which the last may be a shorter one. Undefined
 * where they are too many.
 */
export function timesOfReport(
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
export function selectHistory(db: Database, item: ItemKey, times: readonly number[]) {
  return {
    checkpoints: selectCheckpointsAt(db, item, times),
    changes: selectChangesAt(db, item, times),
    subscriptions: selectSubscriptionGrants(db, item),
  };
}

/** What `selectHistory` history. */
interface History {
  checkpoints: Awaited<ReturnType<typeof selectCheckpointsAt>>;
  changes: Awaited<ReturnType<typeof selectChangesAt>>;
  subscriptions: readonly SubscriptionGrants[];
}

/** The elements of a report: what there was at each time but the first, and what was added and taken since the one before. */
export function reportOf(
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
