import { Fault } from "../errors/fault";
import type { Host } from "../host/host";
import { AccessToken, refuseUndefinedText } from "./access-token";
import type { TokenPair } from "./token-store/token-store";

/** Sets how much life an access token must have left to be sent, in milliseconds. */
const wantedLife = 20_000;
/** Access tokens are short-lived, so more life than this cannot be required, in milliseconds. */
const maxWantableLife = 60_000;

/** Exchanges a refresh token for an access token; null when the login behind it is over. Other failures are thrown. */
export type Refresh = (refreshToken: string) => Promise<AccessToken | null>;

export interface SessionOptions extends TokenPair {
  readonly host: Pick<Host, "now">;
  readonly refresh: Refresh;
}

/**
 * One login (or the lack of one) and the state of its tokens. Which login it stands for never changes; signing in or
 * out makes another session. Once invalid it stays so.
 */
export class Session {
  /** Names the login: two sessions with the same key act for the same login. */
  readonly key: string;
  readonly refreshToken: string | null;
  /** Stands for the newest that this login has read or written in the API's database; empty before that. */
  bookmark = "";
  /** Says whether the server has ended the login, rather than its user in this browser. */
  wasRefused = false;
  readonly #host: Pick<Host, "now">;
  readonly #refresh: Refresh;
  readonly #invalidated = new Set<() => void>();
  readonly #accessTokenChanged = new Set<(accessToken: AccessToken | null) => void>();
  #accessToken: AccessToken | null;
  /** Measures how far the clock here is ahead of the server's, in milliseconds, as the last new token showed. */
  #clockSkew = 0;
  #invalid: boolean;
  #refreshing: Promise<AccessToken | null> | null = null;

  /** @internal */
  constructor({ accessToken, refreshToken, host, refresh }: SessionOptions) {
    if (refreshToken !== null) refuseUndefinedText(refreshToken, "Refresh");
    this.key = sessionKey({ accessToken, refreshToken });
    this.refreshToken = refreshToken;
    this.#accessToken = AccessToken.parse(accessToken);
    this.#invalid = refreshToken === null && accessToken === null;
    this.#host = host;
    this.#refresh = refresh;
  }

  /** True once it is certain that this session can never authenticate a request. */
  get isKnownInvalid(): boolean {
    return this.#invalid;
  }

  /** The access token if it can be used right now, without any request. */
  usableAccessToken(life: number = wantedLife): AccessToken | null {
    if (life > maxWantableLife) {
      throw new Error(
        `Required access token expiry ${life}ms is too long; access tokens are too short to be used for more than 60s`,
      );
    }
    if (this.#invalid || this.#accessToken === null) return null;
    // Without a refresh token there is nothing to wait for: the token serves to its last moment.
    const needed = this.refreshToken === null ? 0 : life;
    const remaining = this.#remainingLife(this.#accessToken);
    return remaining > 0 && remaining >= needed ? this.#accessToken : null;
  }

  /**
   * An access token with at least `life` milliseconds left, refreshed if need be; concurrent callers share one refresh.
   * Null when the login is over.
   * @throws the error of a failed refresh, unless it ended the login; the next call tries again
   */
  async accessToken(life: number = wantedLife): Promise<AccessToken | null> {
    const usable = this.usableAccessToken(life);
    if (usable !== null || this.#invalid) return usable;
    this.#refreshing ??= this.#renew().finally(() => {
      this.#refreshing = null;
    });
    const renewed = await this.#refreshing;
    if (renewed === null || this.#invalid) return null;
    const lifeAtBirth = this.#remainingLife(renewed);
    if (lifeAtBirth < life) {
      throw new Fault(
        `Required access token expiry ${life}ms is too long; access tokens are too short when they're generated (${lifeAtBirth}ms)`,
      );
    }
    return renewed;
  }

  #remainingLife(token: AccessToken): number {
    return token.remainingLife(this.#host.now() - this.#clockSkew);
  }

  async #renew(): Promise<AccessToken | null> {
    const renewed = this.refreshToken === null ? null : await this.#refresh(this.refreshToken);
    if (this.#invalid) return null;
    if (renewed === null) {
      this.wasRefused = true;
      this.markInvalid();
      return null;
    }
    const { iat } = renewed.claims;
    // It is new, whatever the clock of this device says: a wrong clock must not end the login.
    if (typeof iat === "number") this.#clockSkew = this.#host.now() - iat * 1000;
    this.#changeAccessToken(renewed);
    return renewed;
  }

  /** Both tokens, fresh for the coming 20 seconds; both null when the login is over. */
  async tokens(): Promise<TokenPair> {
    const accessToken = await this.accessToken();
    return accessToken === null
      ? { accessToken: null, refreshToken: null }
      : { accessToken: accessToken.text, refreshToken: this.refreshToken };
  }

  /** Forgets `accessToken`, unless a newer one has taken its place meanwhile. */
  markAccessTokenExpired(accessToken: AccessToken): void {
    if (this.#accessToken === accessToken) this.#changeAccessToken(null);
  }

  #changeAccessToken(accessToken: AccessToken | null): void {
    this.#accessToken = accessToken;
    for (const listener of [...this.#accessTokenChanged]) listener(accessToken);
  }

  /** Takes an access token that another tab obtained for the same login. */
  adoptAccessToken(text: string | null): void {
    const adopted = AccessToken.parse(text);
    if (adopted !== null && adopted.text !== this.#accessToken?.text) this.#accessToken = adopted;
  }

  /** Ends this session for good on this side, and calls the listeners. */
  markInvalid(): void {
    if (this.#invalid) return;
    this.#accessToken = null;
    this.#invalid = true;
    for (const listener of [...this.#invalidated]) listener();
  }

  /** Calls `listener` when the session becomes invalid. Returns what stops it. */
  onInvalid(listener: () => void): () => void {
    this.#invalidated.add(listener);
    return () => this.#invalidated.delete(listener);
  }

  /** Calls `listener` with each refreshed access token, and with null when one was refused. Returns what stops it. */
  onAccessTokenChange(listener: (accessToken: AccessToken | null) => void): () => void {
    this.#accessTokenChanged.add(listener);
    return () => this.#accessTokenChanged.delete(listener);
  }
}

/** The key of the session that a pair of tokens stands for. */
export function sessionKey({ accessToken, refreshToken }: TokenPair): string {
  if (refreshToken !== null) return `refresh-${refreshToken}`;
  return accessToken === null ? "not-logged-in" : `access-${accessToken}`;
}
