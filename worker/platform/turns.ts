import type { Settings } from "./env";
import { FairTurns } from "./fair-turns";

/** Work that holds an isolate, or all that share its thread. */
const turns = {
  /** A hash of ours, see `COSTS` of Argon2id. */
  hash: new FairTurns(43, { burst: 4 }),
  /** A mail rendered from new sources, in an isolate that starts for it. */
  rendering: new FairTurns(400, { burst: 2 }),
};

/** How long a request waits for its turn, in milliseconds. */
const patienceMillis = 5_000;

/** Notes a request of a project, which others then leave time to. */
export function noteActive(projectId: string | null): void {
  if (projectId === null) return;
  for (const ofWork of Object.values(turns)) ofWork.note(projectId, Date.now());
}

/**
 * Waits until a project may do a piece of work in this isolate. No request waits for a promise of another, which may be cancelled.
 *
 * @returns when to try again, where the wait would be too long
 */
export async function waitForTurn(
  work: keyof typeof turns,
  projectId: string,
): Promise<{ retryAfterMillis: number } | undefined> {
  const millis = turns[work].take(projectId, Date.now(), patienceMillis);
  if (millis > patienceMillis) return { retryAfterMillis: millis };
  if (millis > 0) await scheduler.wait(millis);
  return undefined;
}

/** Waits until the project of a request may compute a hash; not at all where hashes cost next to nothing, or for no project. */
export async function waitToHash(projectId: string | null, { passwordHashCost }: Pick<Settings, "passwordHashCost">) {
  return projectId === null || passwordHashCost === "minimal" ? undefined : waitForTurn("hash", projectId);
}
