import type { Host, Page } from "../../host/host";
import {
  accessCookieLifetime,
  accessCookieName,
  accessCookieValue,
  httpsCookieName,
  oldRefreshCookieName,
  readCookie,
  readSessionCookies,
  refreshCookieLifetime,
  refreshCookieName,
  removeCookiesOfOthers,
  writeCookie,
} from "./session-cookies";
import { sameTokens, type TokenPair, type TokenStore } from "./token-store";

/** Sets how often watched cookies are read, in milliseconds. */
const pollInterval = 100;

/**
 * Keeps the tokens in the page's cookies, under the names that all kits for this server share. So tabs, reloads and server-side
 * code see the same login. While there are listeners, it reads the cookies again every 100 ms.
 */
export class CookieTokenStore implements TokenStore {
  readonly #host: Host;
  readonly #page: Page;
  readonly #projectId: string;
  readonly #listeners = new Set<(tokens: TokenPair) => void>();
  #last: TokenPair;
  #stopPolling: (() => void) | null = null;

  constructor(host: Host, page: Page, projectId: string) {
    this.#host = host;
    this.#page = page;
    this.#projectId = projectId;
    this.#last = this.#read();
  }

  get(): TokenPair {
    const read = this.#read();
    const { refreshToken, accessToken } = this.#last;
    // The access cookie outlives neither a day nor another project's sign-in. As long as the login is the same, the
    // token we remember is as good as the cookie was.
    const current =
      read.refreshToken === refreshToken && read.accessToken === null ? { refreshToken, accessToken } : read;
    this.#notice(current);
    return current;
  }

  set({ refreshToken, accessToken }: TokenPair): void {
    this.#write(refreshCookieName(this.#projectId), refreshToken, refreshCookieLifetime);
    this.#write(oldRefreshCookieName, null, 0);
    removeCookiesOfOthers(this.#page, this.#projectId);
    const pair = refreshToken !== null && accessToken !== null ? accessCookieValue(refreshToken, accessToken) : null;
    this.#write(accessCookieName, pair, accessCookieLifetime);
    this.#notice({ refreshToken, accessToken });
  }

  onChange(listener: (tokens: TokenPair) => void): () => void {
    this.#listeners.add(listener);
    this.#stopPolling ??= this.#host.every(pollInterval, () => this.get());
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stopPolling?.();
      this.#stopPolling = null;
    };
  }

  #notice(current: TokenPair): void {
    if (sameTokens(current, this.#last)) return;
    this.#last = current;
    for (const listener of [...this.#listeners]) listener(current);
  }

  #read(): TokenPair {
    const { cookie } = this.#page.document;
    // The browser drops this cookie where the page is not secure. It lives as long as what it says how to keep.
    if (readCookie(cookie, httpsCookieName) === null)
      this.#page.document.cookie = `${httpsCookieName}=true; Max-Age=${refreshCookieLifetime}; path=/; SameSite=Lax; Secure`;
    return readSessionCookies(cookie, this.#projectId);
  }

  #write(name: string, value: string | null, lifetimeInSeconds: number): void {
    writeCookie(this.#page, name, value, lifetimeInSeconds);
  }
}
