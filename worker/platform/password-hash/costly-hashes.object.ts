import { DurableObject } from "cloudflare:workers";
import { parseStoredHash } from "./parse-stored-hash";

/** Limits how long a hash waits for the ones before it. */
const patienceMillis = 60_000;

/** Verifies the hashes of one project that cost more than an isolate with requests of others can give: one at a time. */
export class CostlyHashes extends DurableObject<Env> {
  #last: Promise<unknown> = Promise.resolve();

  /** @param stored a supported hash */
  async matches(stored: string, password: string): Promise<boolean> {
    const hash = await parseStoredHash(stored);
    if (!hash) throw new Error("A stored password hash is of no supported kind");
    // Not for ever: what a request leaves that its caller has given up may never settle.
    const turn = Promise.race([this.#last, scheduler.wait(patienceMillis)]).then(() => hash.matches(password));
    this.#last = turn.catch(() => {});
    return await turn;
  }
}
