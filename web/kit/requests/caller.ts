import type { Session } from "../session/session";
import type { SharedReads } from "./shared-reads";
import type { Call, Method, Tier, Transport } from "./transport";
import type { Resource, Writes } from "./writes";

/** Makes the calls of one tier on behalf of one session; what every object of the kit holds to reach the server. */
export class Caller {
  readonly tier: Tier;
  readonly session: Session;
  readonly #transport: Transport;
  readonly #reads: SharedReads;
  readonly #writes: Writes;

  constructor(tier: Tier, session: Session, transport: Transport, reads: SharedReads, writes: Writes) {
    this.tier = tier;
    this.session = session;
    this.#transport = transport;
    this.#reads = reads;
    this.#writes = writes;
  }

  /** Reads a path; the same read already under way for the same login is joined. */
  read<T>(path: string): Promise<T> {
    return this.#reads.share(`${this.tier} ${this.session.key} ${path}`, () => this.send<T>({ method: "GET", path }));
  }

  /** Makes a call that changes something, then announces what it `changed`. */
  async write<T = unknown>(
    method: Exclude<Method, "GET">,
    path: string,
    body?: unknown,
    changed: readonly Resource[] = [],
  ): Promise<T> {
    const answer = await this.send<T>({ method, path, body });
    if (changed.length > 0) await this.#writes.announce(changed);
    return answer;
  }

  /** Makes any call, shared with nobody and announced to nobody. */
  async send<T>(call: Call): Promise<T> {
    try {
      return await this.#transport.send<T>(this.tier, this.session, call);
    } finally {
      // Also after a failure: a call whose answer was lost may have been carried out.
      if (call.method !== "GET") this.#reads.startAnew();
    }
  }

  /** Announces a change that is not the direct doing of one call. */
  async announce(...changed: readonly Resource[]): Promise<void> {
    await this.#writes.announce(changed);
  }
}
