import type { Host } from "../host/host";
import { Caller, SharedReads } from "../requests/caller";
import type { refreshAccessToken } from "../requests/refresh";
import type { Tier } from "../requests/tier";
import { type Credentials, Transport } from "../requests/transport";
import { Writes } from "../requests/writes";
import type { Session } from "../session/session";
import type { TokenStore, TokenStoreInit } from "../session/token-store/token-store";
import { TokenStores } from "../session/token-store/token-stores";
import { baseUrlOf, type ClientAppOptions, extraRequestHeadersOf, hostedOf, projectIdOf } from "./app-options";
import { type LoadMethods, Redirects } from "./redirects";
import { Sessions } from "./sessions";
import { type HandlerUrls, handlerUrls } from "./urls";

/** The keys of an app, as far as it has any; they stay inside its connection. */
export type Keys = Pick<
  Credentials,
  "publishableClientKey" | "secretServerKey" | "superSecretAdminKey" | "ownerSession"
>;

const byKey: typeof refreshAccessToken = (...given) =>
  import("../requests/refresh-with-key").then(({ refreshWithKey }) => refreshWithKey(...given));

/** Holds what an app and the objects it returns share. Making one sends no request and draws no random bytes. */
export class Connection {
  readonly host: Host;
  readonly options: ClientAppOptions;
  readonly projectId: string;
  readonly urls: HandlerUrls;
  readonly redirects: Redirects;
  readonly sessions: Sessions;
  readonly writes = new Writes();
  readonly reads = new SharedReads();
  /** Performs the rows of tables for a layer that has a cache, in place of sending them. */
  perform: ((of: object, operation: object, args: readonly unknown[]) => Promise<unknown>) | undefined;
  /** The class of objects that a layer makes in place of the kit's. */
  classOf = <C>(kitClass: C): C => kitClass;
  readonly #transport: Transport;
  readonly #tokenStores: TokenStores;

  constructor(options: ClientAppOptions, keys: Keys, host: Host, methods: LoadMethods) {
    this.host = host;
    this.options = options;
    this.projectId = projectIdOf(options);
    const hosted = hostedOf(options);
    this.urls = hosted
      ? handlerUrls({ handler: `${hosted}/handler`, ...options.urls }, `?project_id=${this.projectId}`)
      : handlerUrls(options.urls);
    const method = options.redirectMethod ?? (host.page() ? "window" : "none");
    this.redirects = new Redirects(host, this.urls, method, methods, hosted);
    // Read again at each request, but a missing one is an error of the set-up.
    baseUrlOf(options, host);
    this.#transport = new Transport(host, {
      ...keys,
      projectId: this.projectId,
      baseUrl: () => baseUrlOf(options, host),
      extraRequestHeaders: extraRequestHeadersOf(options),
    });
    this.sessions = new Sessions(host, this.#transport, keys.secretServerKey === null ? undefined : byKey);
    this.#tokenStores = new TokenStores(host, this.projectId);
  }

  /** A getter, so that no serialiser finds the keys in it. */
  get transport(): Transport {
    return this.#transport;
  }

  /** Makes an object of the app: a frozen snapshot. */
  make<Args extends readonly unknown[], T>(kitClass: new (...args: Args) => T, ...args: Args): T {
    return Object.freeze(new (this.classOf(kitClass))(...args)) as T;
  }

  /** The app's own token store, or `override`. @throws Error when there is neither */
  tokenStore(override?: TokenStoreInit): TokenStore {
    return this.#tokenStores.open(override ?? this.options.tokenStore);
  }

  /** Sends requests of `tier` for `session`, by default a signed-out one. */
  caller<T extends Tier>(tier: T, session: Session = this.sessions.signedOut()): Caller<T> {
    return new Caller(tier, session, this.#transport, this.reads, this.writes);
  }

  /**
   * Sends what a website's visitor does before they are somebody. A backend sends it with its key: without, all of its visitors
   * would be one network to the API, and share what one may do.
   */
  visitorCaller(session?: Session): Caller<"client"> {
    return this.caller(
      (this.#transport.credentials.secretServerKey === null ? "client" : "server") as "client",
      session,
    );
  }
}
