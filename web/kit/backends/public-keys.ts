import type { JSONWebKeySet, JWTVerifyGetKey } from "jose";
import { JWKSNoMatchingKey } from "jose/errors";
// By its path: the whole of jose has encryption, for which runtimes at the edge print warnings.
import { createLocalJWKSet } from "jose/jwks/local";
import type { Host } from "../host/host";
import { ConnectionError } from "../requests/retries";

/** Sets how long keys are used before they are read again, in milliseconds: what a key that was withdrawn is accepted for. */
const maxAge = 600_000;
/** The least time between two requests, in milliseconds, however many tokens name unknown keys meanwhile. */
const cooldown = 30_000;
/** Limits how long one request may take, in milliseconds. */
const timeout = 5000;

/**
 * Holds the public keys at an address (JWKS, RFC 7517), and reads them when they are first needed. It reads them again after ten
 * minutes, and for a token that names an unknown key, as after a rotation. It does so at most once in 30 seconds. Keys that are
 * there outlive a failing request.
 */
export class PublicKeys {
  readonly #host: Host;
  readonly #url: () => string;
  #find: JWTVerifyGetKey | null = null;
  #readAt = Number.NEGATIVE_INFINITY;
  /** Says when the last request ended, well or not. */
  #requestedAt = Number.NEGATIVE_INFINITY;
  #failure: unknown;
  #reading: Promise<void> | null = null;

  constructor(host: Host, url: () => string) {
    this.#host = host;
    this.#url = url;
  }

  /**
   * The key that a token's header names, as `jwtVerify` of jose requests it.
   * @throws JWKSNoMatchingKey when there is none; ConnectionError while keys have never been read
   */
  readonly keyOf: JWTVerifyGetKey = async (header, token) => {
    if (this.#find === null || this.#host.now() - this.#readAt >= maxAge) await this.#read();
    try {
      return await this.#held()(header, token);
    } catch (error) {
      if (!(error instanceof JWKSNoMatchingKey) || !(await this.#read())) throw error;
      return await this.#held()(header, token);
    }
  };

  #held(): JWTVerifyGetKey {
    if (this.#find === null) {
      throw new ConnectionError(`The public keys at ${this.#url()} could not be read.`, { cause: this.#failure });
    }
    return this.#find;
  }

  /** Reads the keys, unless that was done a moment ago. Concurrent callers share one request. */
  async #read(): Promise<boolean> {
    if (this.#host.now() - this.#requestedAt < cooldown) return false;
    const reading = this.#reading ?? this.#fetch();
    // On Workers no request may wait for the response to another one, which ends with that one.
    if (this.#host.hasFetchModes) this.#reading = reading;
    await reading;
    return true;
  }

  async #fetch(): Promise<void> {
    try {
      const response = await this.#host.fetch(this.#url(), {
        headers: { accept: "application/json" },
        redirect: "manual",
        signal: AbortSignal.timeout(timeout),
      });
      if (!response.ok) throw new Error(`The response has status ${response.status}.`);
      this.#find = createLocalJWKSet((await response.json()) as JSONWebKeySet);
      this.#readAt = this.#host.now();
    } catch (error) {
      this.#failure = error;
    }
    this.#requestedAt = this.#host.now();
    this.#reading = null;
  }
}
