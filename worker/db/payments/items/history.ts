import { and, asc, desc, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database";
import type { ItemKey } from "./keys";
import { isOf } from "./queries";
import { itemCheckpoints, itemQuantityChanges } from "./schema";

/** The checkpoints of a ledger at some times, each with its time; none for a time before the first one. */
export function selectCheckpointsAt(db: Database, item: ItemKey, times: readonly number[]) {
  return db
    .select({ time: timeOf, seq: itemCheckpoints.seq, state: itemCheckpoints.state })
    .from(timesIn(times))
    .innerJoin(itemCheckpoints, and(isOf(itemCheckpoints, item), eq(itemCheckpoints.seq, checkpointAt(item))))
    .orderBy(asc(timeOf));
}

/** The changes that each time has after its checkpoint, in order. */
export function selectChangesAt(db: Database, item: ItemKey, times: readonly number[]) {
  const { seq, delta, createdAt, expiresAt } = itemQuantityChanges;
  const from = sql`coalesce(${checkpointAt(item)}, 0)`;
  const next = sql`(
    select min(${itemCheckpoints.seq}) from ${itemCheckpoints}
    where ${and(isOf(itemCheckpoints, item), gt(itemCheckpoints.seq, from))}
  )`;
  const isBetween = and(gt(seq, from), lte(seq, sql`coalesce(${next}, 9007199254740991)`), lte(createdAt, timeOf));
  return db
    .select({ time: timeOf, seq, delta, createdAt, expiresAt })
    .from(timesIn(times))
    .innerJoin(itemQuantityChanges, and(isOf(itemQuantityChanges, item), isBetween))
    .orderBy(asc(timeOf), asc(seq));
}

const timeOf = sql<number>`time_at.value`.as("time");

function timesIn(times: readonly number[]): SQL {
  return sql`json_each(${JSON.stringify(times)}) as time_at`;
}

/** The number of the last checkpoint until a time. */
function checkpointAt(item: ItemKey): SQL {
  const { seq, at } = itemCheckpoints;
  return sql`(
    select ${seq} from ${itemCheckpoints} where ${and(isOf(itemCheckpoints, item), lte(at, sql`time_at.value`))}
    order by ${desc(at)}, ${desc(seq)} limit 1
  )`;
}
