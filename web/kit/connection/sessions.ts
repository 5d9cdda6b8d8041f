import type { Host } from "../host/host";
import { refreshAccessToken } from "../requests/refresh";
import type { Transport } from "../requests/transport";
import { Session, sessionKey } from "../session/session";
import { noTokens, type TokenPair, type TokenStore } from "../session/token-store/token-store";

/** The sessions of one app: one object to a token store and login, so that its state and refreshes are shared. */
export class Sessions {
  readonly #host: Host;
  readonly #transport: Transport;
  readonly #refresh: typeof refreshAccessToken;
  readonly #byStore = new WeakMap<TokenStore, Map<string, Session>>();

  constructor(host: Host, transport: Transport, refresh = refreshAccessToken) {
    this.#refresh = refresh;
    this.#host = host;
    this.#transport = transport;
  }

  /** The current session of `store`. */
  of(store: TokenStore): Session {
    const tokens = store.get();
    const key = sessionKey(tokens);
    const sessions = this.#byStore.get(store) ?? new Map<string, Session>();
    this.#byStore.set(store, sessions);
    let session = sessions.get(key);
    if (session === undefined) {
      session = this.fromTokens(tokens);
      sessions.set(key, session);
      followSession(store, session);
    } else {
      session.adoptAccessToken(tokens.accessToken);
    }
    return session;
  }

  /** A session that no store keeps. */
  fromTokens(tokens: TokenPair): Session {
    return new Session({
      ...tokens,
      host: this.#host,
      refresh: (refreshToken) => this.#refresh(this.#host, this.#transport, refreshToken),
    });
  }

  /** A new session without a user. */
  signedOut(): Session {
    return this.fromTokens(noTokens);
  }
}

/** Writes the changes of a session's tokens to its store, as long as the store holds that session. */
function followSession(store: TokenStore, session: Session): void {
  const isStillHere = () => sessionKey(store.get()) === session.key;
  session.onAccessTokenChange((accessToken) => {
    // An access-only session is named by its token, and stays in the store until it is invalid.
    if (session.refreshToken === null || !isStillHere()) return;
    store.set({ refreshToken: session.refreshToken, accessToken: accessToken?.text ?? null });
  });
  session.onInvalid(() => {
    if (isStillHere()) store.set(noTokens);
  });
}
