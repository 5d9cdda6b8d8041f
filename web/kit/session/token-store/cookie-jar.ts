import {
  accessCookieLifetime,
  accessCookieName,
  accessCookieValue,
  httpsCookieName,
  newerAccessCookieName,
  oldRefreshCookieName,
  refreshCookieLifetime,
  refreshCookieName,
  refreshCookiesOfOthers,
  sessionTokens,
} from "./session-cookies";
import { type CookieJar, MemoryTokenStore, type TokenPair } from "./token-store";

/** Options of {@link setServerCookie}. */
export interface ServerCookieOptions {
  /** Seconds until the cookie expires; 0 removes it. Without them it lasts until the browser is closed. */
  readonly maxAge?: number;
  /** Does nothing where cookies cannot be set, instead of throwing. */
  readonly noOpIfServerComponent?: boolean;
}

/**
 * Sets a cookie of a response.
 * @throws Error `Attempted to set cookie in server component. …` where the framework refuses it, as Next.js does while
 *   it renders a server component: the headers are sent by then
 */
export function setServerCookie(
  jar: CookieJar,
  name: string,
  value: string,
  { maxAge, noOpIfServerComponent }: ServerCookieOptions = {},
): void {
  const isSecure = jar.get(httpsCookieName) !== undefined;
  try {
    jar.set(name, value, { path: "/", ...(maxAge !== undefined && { maxAge }), sameSite: "lax", secure: isSecure });
  } catch (cause) {
    if (noOpIfServerComponent) return;
    throw new Error(
      "Attempted to set cookie in server component. Pass { noOpIfServerComponent: true } in the options of Gatehouse's cookie functions if this is intentional and you want to ignore this error.",
      { cause },
    );
  }
}

/** The cookies of official clients that a jar may have. A jar that cannot list its cookies is asked for those of the host alone. */
function namesIn(jar: CookieJar, projectId: string): readonly string[] {
  return refreshCookiesOfOthers(
    projectId,
    jar.getAll?.().map(({ name }) => name),
  );
}

/** Begins with the tokens of a request's cookies, and writes changes to those of the response where that is possible. */
export class CookieJarTokenStore extends MemoryTokenStore {
  readonly #jar: CookieJar;
  readonly #projectId: string;

  constructor(jar: CookieJar, projectId: string) {
    super(sessionTokens((name) => jar.get(name)?.value ?? null, projectId, namesIn(jar, projectId)));
    this.#jar = jar;
    this.#projectId = projectId;
  }

  override set({ refreshToken, accessToken }: TokenPair): void {
    super.set({ refreshToken, accessToken });
    this.#write(refreshCookieName(this.#projectId), refreshToken, refreshCookieLifetime);
    this.#write(oldRefreshCookieName, null, 0);
    for (const name of [...namesIn(this.#jar, this.#projectId), newerAccessCookieName]) {
      if (this.#jar.get(name)) this.#write(name, null, 0);
    }
    const pair = refreshToken !== null && accessToken !== null ? accessCookieValue(refreshToken, accessToken) : null;
    this.#write(accessCookieName, pair, accessCookieLifetime);
  }

  /** A server component renders with a refreshed token; the browser refreshes again, and keeps its own. */
  #write(name: string, value: string | null, lifetimeInSeconds: number): void {
    const maxAge = value === null ? 0 : lifetimeInSeconds;
    setServerCookie(this.#jar, name, value ?? "", { maxAge, noOpIfServerComponent: true });
  }
}
