import { RequestError } from "../errors/request-error";
import type { Host } from "../host/host";

/** Says why requests wait: the server does not respond, or takes the next one only `until` a time, in milliseconds since the epoch. */
export type RequestWait =
  | { readonly reason: "unreachable" }
  | { readonly reason: "rate-limited"; readonly until: number };

/** After this many milliseconds without a response the server counts as unreachable. */
const patienceMillis = 4_000;

/** Holds what the requests of a page wait for at the moment, for the page to say so. A request that fails no longer waits. */
export class Connectivity {
  readonly #host: Host;
  readonly #listeners = new Set<() => void>();
  /** By request. */
  readonly #waits = new Map<object, RequestWait>();
  /** Holds what ends the wait of each request, with whether it is to fail. */
  readonly #stops = new Map<object, (fails: boolean) => void>();
  #current: RequestWait | null = null;

  constructor(host: Host) {
    this.#host = host;
  }

  /** The wait to show where requests have several; null for none. The same object until it changes. */
  get current(): RequestWait | null {
    return this.#current;
  }

  /** Calls `listener` when {@link current} changes. Returns what stops it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Makes no further attempts of the requests that wait for a rate limit: they fail at once. */
  stopWaiting(): void {
    this.#end("rate-limited", true);
  }

  /** Makes the next attempt of the requests that wait for a server that does not respond at once. */
  tryAgain(): void {
    this.#end("unreachable", false);
  }

  #end(reason: RequestWait["reason"], fails: boolean): void {
    for (const [request, wait] of this.#waits) if (wait.reason === reason) this.#stops.get(request)?.(fails);
  }

  /** Follows one request with all its attempts. */
  follow(): FollowedRequest {
    const request = {};
    return {
      ended: () => new Promise((resolve) => this.#stops.set(request, resolve)),
      attempt: async (attempt) => {
        // Servers have no page that could say it, and no use for the timers.
        if (this.#host.page() === null) return await attempt();
        if (this.#waits.get(request)?.reason === "rate-limited") this.#set(request, null);
        const stop = this.#host.every(patienceMillis, () => this.#set(request, { reason: "unreachable" }));
        return await attempt().finally(stop);
      },
      waits: (reason, milliseconds) => {
        if (reason instanceof TypeError) this.#set(request, { reason: "unreachable" });
        else if (reason instanceof RequestError && reason.status === 429) {
          this.#set(request, { reason: "rate-limited", until: this.#host.now() + milliseconds });
        } else this.#set(request, null);
      },
      end: () => {
        this.#stops.delete(request);
        this.#set(request, null);
      },
    };
  }

  #set(request: object, wait: RequestWait | null): void {
    if (wait === null) this.#waits.delete(request);
    else this.#waits.set(request, wait);
    const current = mostSevere([...this.#waits.values()]);
    if (isSame(current, this.#current)) return;
    this.#current = current;
    for (const listener of this.#listeners) listener();
  }
}

interface FollowedRequest {
  /** Makes an attempt, and notices when it takes long. */
  attempt<T>(attempt: () => Promise<T>): Promise<T>;
  /** The next attempt is made after a wait, because of what the last one has thrown or refused. */
  waits(reason: unknown, milliseconds: number): void;
  /** Resolves when the wait is over before its time: to true if no further attempt is wanted. */
  ended(): Promise<boolean>;
  /** It has succeeded or failed. */
  end(): void;
}

/** No response at all, else the longest wait. */
function mostSevere(waits: readonly RequestWait[]): RequestWait | null {
  const severity = (wait: RequestWait) => (wait.reason === "unreachable" ? Number.POSITIVE_INFINITY : wait.until);
  return waits.reduce<RequestWait | null>(
    (worst, wait) => (worst === null || severity(wait) > severity(worst) ? wait : worst),
    null,
  );
}

function isSame(a: RequestWait | null, b: RequestWait | null): boolean {
  return a === b || (a?.reason === "unreachable" && b?.reason === "unreachable");
}

const connectivities = new WeakMap<Host, Connectivity>();

/** Shared by all apps of a page, such as a website's own and one for administration. */
export function connectivityOf(host: Host): Connectivity {
  const connectivity = connectivities.get(host) ?? new Connectivity(host);
  connectivities.set(host, connectivity);
  return connectivity;
}
