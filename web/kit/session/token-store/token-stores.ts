import type { Host } from "../../host/host";
import { CookieTokenStore } from "./cookie";
import { CookieJarTokenStore } from "./cookie-jar";
import { requestTokenStore } from "./request";
import { type CookieJar, MemoryTokenStore, type TokenStore, type TokenStoreInit } from "./token-store";

/** Opens the stores of one app; there is one cookie store and one memory store to an app. */
export class TokenStores {
  readonly #host: Host;
  readonly #projectId: string;
  #cookies: TokenStore | null = null;
  #memory: TokenStore | null = null;
  readonly #byJar = new WeakMap<CookieJar, TokenStore>();

  constructor(host: Host, projectId: string) {
    this.#host = host;
    this.#projectId = projectId;
  }

  /**
   * The store that `init` describes: `"cookie"` (browser only), `"memory"`, a request (its tokens), the
   * cookies of a request and its response, or fixed tokens (a fresh store each time).
   * @throws Error for null, for cookies outside a browser, for an unreadable request and for anything else
   */
  open(init: TokenStoreInit): TokenStore {
    switch (init) {
      case null:
        throw new Error(
          "Cannot call this function on a Gatehouse app without a persistent token store. Give the app a `tokenStore` other than null, or pass one to the call itself.",
        );
      case "cookie":
      case "nextjs-cookie":
        return this.#openCookies();
      case "memory":
        this.#memory ??= new MemoryTokenStore();
        return this.#memory;
    }
    if (typeof init === "object" && "headers" in init) return requestTokenStore(init, this.#projectId);
    if (typeof init === "object" && "get" in init && "set" in init) return this.#openJar(init);
    if (typeof init === "object" && "accessToken" in init && "refreshToken" in init) return new MemoryTokenStore(init);
    throw new Error(`Invalid token store ${JSON.stringify(init)}`);
  }

  /** One request, one session, as for requests. */
  #openJar(jar: CookieJar): TokenStore {
    const store = this.#byJar.get(jar) ?? new CookieJarTokenStore(jar, this.#projectId);
    this.#byJar.set(jar, store);
    return store;
  }

  #openCookies(): TokenStore {
    const page = this.#host.page();
    if (page === null) {
      throw new Error(
        "Cannot use cookie token store on the server! Pass the incoming request as `tokenStore` instead, or the framework's cookies (in Next.js `await cookies()`).",
      );
    }
    this.#cookies ??= new CookieTokenStore(this.#host, page, this.#projectId);
    return this.#cookies;
  }
}
