import type { Settings } from "./env";
import { FairTurns } from "./fair-turns";
import type { Trace } from "./trace";
import { millisOf, shareOf } from "./turns";

/** Estimates what a run that sends one webhook takes. */
const runMillis = 35;

/** Of a project's part of the time, what its work in queues has, beside its requests. */
const backgroundPart = 1 / 2;

/** So many projects have a whole part. Where more are active, all divide so many parts among them. */
const maxWhole = 2;

/** Gives turns for runs of queues' consumers that do a project's work, which nobody waits for. */
export class BackgroundTurns {
  readonly #runs = new FairTurns(runMillis, { burst: 16 });

  /**
   * Returns for how many milliseconds the work of a project in queues is to rest, after what it has done. It is 0 where the next run may
   * begin at once. A run that begins takes that turn.
   */
  restOf(projectId: string, { limitsRequests }: Pick<Settings, "limitsRequests">): number {
    const now = Date.now();
    return limitsRequests ? this.#runs.take(projectId, shareInBackground(projectId), now, 0, this.#partsOf(now)) : 0;
  }

  /**
   * Charges a project for a run in a queue, also for one that fails.
   *
   * @param run may charge what it has cost so far, if the rest that follows depends on it
   */
  async charge(projectId: string, trace: Trace, run: (charge: () => void) => Promise<void>): Promise<void> {
    let chargedMillis = runMillis;
    const charge = () => {
      const now = Date.now();
      const further = Math.max(0, millisOf(trace, new Set()) - chargedMillis);
      chargedMillis += further;
      this.#runs.extend(projectId, this.#partsOf(now) * further, shareInBackground(projectId), now);
    };
    try {
      await run(charge);
    } finally {
      charge();
    }
  }

  #partsOf(now: number): number {
    return Math.max(1, this.#runs.active(now) / maxWhole);
  }
}

/** The turns of this isolate. */
export const backgroundTurns = new BackgroundTurns();

function shareInBackground(projectId: string): number {
  const share = shareOf({ projectId, network: "" });
  return share === 1 ? 1 : share * backgroundPart;
}
