// A database that fills up keeps what is left for all of its projects, whoever owns how many of them: decision 82 has the reckoning.
import type { Settings } from "./env";
import type { StatementRunner } from "./read-replicas";
import type { Trace } from "./trace";

/**
 * Says how full a database is: from 70 % of its capacity on it is tight, and its projects share a part of the rest. From 85 % on it is
 * full, and what no quota refuses takes the place of what is older.
 */
export type Fullness = "roomy" | "tight" | "full";

export function fullnessOf(bytes: number, { shardBytes }: Pick<Settings, "shardBytes">): Fullness {
  if (bytes >= 0.85 * shardBytes) return "full";
  return bytes >= 0.7 * shardBytes ? "tight" : "roomy";
}

/**
 * Has the quotas of a database follow how full it is. All projects of a tight one share a tenth of its capacity. In a full one, where
 * each may grow to four quotas, they share a hundredth. The internal project has a quarter of that beside them.
 */
export async function followFullness(
  runner: StatementRunner,
  fullness: Fullness,
  { shardBytes }: Pick<Settings, "shardBytes">,
): Promise<void> {
  const shared = Math.floor(shardBytes / (fullness === "full" ? 100 : 10));
  const share = "cast(?2 / max(1, (select count(*) from project_storage)) as integer)";
  await runner.batch([
    runner
      .prepare(
        `update "storage_quota" set fullness = ?1, max_bytes = iif(?1 = 'roomy', configured_bytes, min(configured_bytes, max(1, ${share})))`,
      )
      .bind(fullness, shared),
    runner
      .prepare(
        `update project_storage set max_bytes = (select iif(fullness = 'roomy', ?1, ?2) from "storage_quota") where project_id = 'internal'`,
      )
      .bind(Number.MAX_SAFE_INTEGER, Math.floor(shared / 4)),
  ]);
}

/** Holds when this isolate last had quotas follow, by the number of the database. */
const followed = new Map<number, { fullness: Fullness; at: number }>();

/** Sets how long after it they are left to the task that watches storage, which looks as often. */
const pauseMillis = 60_000;

/** A way to a database that has its quotas follow as soon as a write finds that it is tight. What was written stays written. */
export function watchFullness(
  runner: StatementRunner,
  number: number,
  { settings, trace }: { settings: Settings; trace: Trace },
): StatementRunner {
  async function batch<T>(statements: D1PreparedStatement[]): Promise<D1Result<T>[]> {
    const results = await runner.batch<T>(statements);
    const fullness = fullnessOf(results.at(-1)?.meta.size_after ?? 0, settings);
    if (fullness !== "roomy" && results.some(({ meta }) => meta.rows_written > 0) && isNew(fullness)) {
      trace.d1 += 1;
      await followFullness(runner, fullness, settings).catch((error) => console.error("Quotas did not follow", error));
    }
    return results;
  }

  function isNew(fullness: Fullness): boolean {
    const last = followed.get(number);
    const now = Date.now();
    if (last?.fullness === fullness && now - last.at < pauseMillis) return false;
    followed.set(number, { fullness, at: now });
    return true;
  }

  return { prepare: (query) => runner.prepare(query), batch };
}
