import { DurableObject } from "cloudflare:workers";
import { parseStoredHash } from "./parse-stored-hash";

/** The password was compared with the hash, or the project has had its share and may compare again later. */
export type CostlyOutcome = { matches: boolean } | { retryAfterMillis: number };

const minute = 60_000;

/**
 * Verifies the hashes of one project that cost more than an isolate with requests of others can give: one at a time, and no more in a
 * minute than the project's share.
 */
export class CostlyHashes extends DurableObject<Env> {
  // An object is evicted once nothing has asked for it for a while: it has little to forget then.
  #taken: readonly { at: number; millis: number }[] = [];
  #last: Promise<unknown> = Promise.resolve();

  /**
   * @param stored a supported hash
   * @param shareMillis of a minute; a hash alone may take more
   */
  async matches(stored: string, password: string, shareMillis: number): Promise<CostlyOutcome> {
    const hash = await parseStoredHash(stored);
    if (!hash) throw new Error("A stored password hash is of no supported kind");
    const now = Date.now();
    this.#taken = this.#taken.filter(({ at }) => at > now - minute);
    const [oldest] = this.#taken;
    const taken = this.#taken.reduce((sum, { millis }) => sum + millis, 0);
    if (oldest && taken + hash.costMillis > shareMillis) return { retryAfterMillis: oldest.at + minute - now };
    this.#taken = [...this.#taken, { at: now, millis: hash.costMillis }];
    // Not for ever: what a request leaves that its caller has given up may never settle.
    const turn = Promise.race([this.#last, scheduler.wait(shareMillis)]).then(() => hash.matches(password));
    this.#last = turn.catch(() => {});
    return { matches: await turn };
  }
}
