import type { Settings } from "./env";
import { FairTurns } from "./fair-turns";
import type { Trace } from "./trace";
import { millisOf, shareOf } from "./turns";

/** Estimates what a run that sends one webhook takes. */
const runMillis = 35;

/** Runs of queues' consumers that do a project's work, which nobody waits for. */
const runs = new FairTurns(runMillis, { burst: 16 });

/** Of a project's part of the time, what its work in queues has, beside its requests. */
const backgroundPart = 1 / 2;

/** So many projects have a whole part. Where more are active, all divide so many parts among them. */
const maxWhole = 2;

/**
 * Returns for how many milliseconds the work of a project in queues is to rest, after what it has done. It is 0 where the next run may
 * begin at once. A run that begins takes that turn.
 */
export function backgroundRest(projectId: string, { limitsRequests }: Pick<Settings, "limitsRequests">): number {
  const now = Date.now();
  return limitsRequests ? runs.take(projectId, backgroundShare(projectId), now, 0, partsOf(now)) : 0;
}

/**
 * Charges a project for a run in a queue, also for one that fails.
 *
 * @param run may charge what it has cost so far, if the rest that follows depends on it
 */
export async function charged(
  projectId: string,
  trace: Trace,
  run: (charge: () => void) => Promise<void>,
): Promise<void> {
  let chargedMillis = runMillis;
  const charge = () => {
    const now = Date.now();
    const further = Math.max(0, millisOf(trace, new Set()) - chargedMillis);
    chargedMillis += further;
    runs.extend(projectId, partsOf(now) * further, backgroundShare(projectId), now);
  };
  try {
    await run(charge);
  } finally {
    charge();
  }
}

function backgroundShare(projectId: string): number {
  const share = shareOf({ projectId, network: "" });
  return share === 1 ? 1 : share * backgroundPart;
}

function partsOf(now: number): number {
  return Math.max(1, runs.active(now) / maxWhole);
}
