import type { Session } from "../session/session";
import type {
  AddressParts,
  BodyOf,
  EndpointKey,
  Optional,
  ReadKey,
  RequestParts,
  ResponseOf,
  WriteKey,
} from "./endpoints";
import { methodOf, pathOf } from "./path";
import type { Tier } from "./tier";
import type { ApiRequest, Transport } from "./transport";
import type { Resource, Writes } from "./writes";

/**
 * Sends the requests of one tier for one session; each object of the kit holds one. The contracts of the API type them:
 * `T` is the tier, or those that it may be, of which the lowest counts.
 */
export class Caller<T extends Tier = Tier> {
  readonly tier: T;
  readonly session: Session;
  readonly #transport: Transport;
  readonly #reads: SharedReads;
  readonly #writes: Writes;

  constructor(tier: T, session: Session, transport: Transport, reads: SharedReads, writes: Writes) {
    this.tier = tier;
    this.session = session;
    this.#transport = transport;
    this.#reads = reads;
    this.#writes = writes;
  }

  /**
   * Reads; the same read already under way for the same login is joined. A row of a table may read with a body.
   * @internal
   */
  read<T extends Tier, K extends ReadKey<T>>(
    this: Caller<T>,
    key: K,
    ...[parts]: Optional<AddressParts<K, T>>
  ): Promise<ResponseOf<K, T>> {
    const { body } = (parts ?? {}) as Pick<ApiRequest, "body">;
    const path = pathOf(key, (parts ?? {}) as AddressParts<EndpointKey, Tier>);
    const request = { method: methodOf(key), path, body };
    return this.#reads.share(`${this.tier} ${this.session.key} ${JSON.stringify(request)}`, async () => {
      return (await this.#transport.send(this.tier, this.session, request)) as ResponseOf<K, T>;
    });
  }

  /**
   * Sends a request that changes something, then announces what has to be read again.
   * @internal
   */
  async write<T extends Tier, K extends WriteKey<T>, const Body extends BodyOf<K, T>>(
    this: Caller<T>,
    key: K,
    ...[parts]: Optional<RequestParts<K, T, Body>>
  ): Promise<ResponseOf<K, T>> {
    const { body, signal } = (parts ?? {}) as Pick<ApiRequest, "body" | "signal">;
    const path = pathOf(key, (parts ?? {}) as AddressParts<EndpointKey, Tier>);
    const request = { method: methodOf(key), path, body, signal };
    const { reauthentications } = this.#writes;
    const send = () => this.#transport.send(this.tier, this.session, request);
    // Also after a failure: a request whose response was lost may have been carried out.
    const response = await send()
      .catch(async (refusal) => {
        if (await this.#writes.mayRepeat(refusal, reauthentications)) return await send();
        throw refusal;
      })
      .finally(() => this.#reads.startAnew());
    await this.#writes.announce(key);
    return response as ResponseOf<K, T>;
  }

  /** Announces a change that no single request made. */
  async announce(...changed: readonly Resource[]): Promise<void> {
    await this.#writes.announce(changed);
  }
}

/** Lets identical reads that are under way at the same time share one request. Nothing is kept of a finished one. */
export class SharedReads {
  #joinable = new Map<string, Promise<unknown>>();
  readonly #sent = new Set<Promise<unknown>>();
  #pause: Promise<void> | undefined;

  /** Joins the read under way for `key`, else starts it with `read`. A `key` must always mean the same type. */
  share<T>(key: string, read: () => Promise<T>): Promise<T> {
    const joinable = this.#joinable;
    const joined = joinable.get(key);
    if (joined !== undefined) return joined as Promise<T>;
    const started = this.#send(read).finally(() => joinable.delete(key));
    joinable.set(key, started);
    return started;
  }

  async #send<T>(read: () => Promise<T>): Promise<T> {
    for (let ended: Promise<void> | undefined; ended !== this.#pause; await ended) ended = this.#pause;
    const sent = read();
    this.#sent.add(sent);
    return await sent.finally(() => this.#sent.delete(sent));
  }

  /** Makes later callers start anew: after a write, a response under way may be out of date. */
  startAnew(): void {
    this.#joinable = new Map();
  }

  /** Sends no further reads until `end`. Resolves when those under way have ended. */
  async pause(end: Promise<void>): Promise<void> {
    this.#pause = end;
    await Promise.allSettled(this.#sent);
  }
}
