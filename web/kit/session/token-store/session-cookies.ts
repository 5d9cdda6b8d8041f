import type { TokenPair } from "./token-store";

/** A page, as far as its cookies go. */
export interface CookiePage {
  readonly document: { cookie: string };
  readonly location: { readonly href: string };
}

/** Max-Age of the cookies, in seconds: a year for the refresh token, a day for the access token. */
export const refreshCookieLifetime = 31_536_000;
export const accessCookieLifetime = 86_400;

export const accessCookieName = "stack-access";
/** Indicates to server-side code that writes these cookies whether the page was reached by HTTPS. */
export const httpsCookieName = "stack-is-https";
/** The name of an earlier time, shared by all projects: still read, and removed at the next write. */
export const oldRefreshCookieName = "stack-refresh";

export function refreshCookieName(projectId: string): string {
  return `stack-refresh-${projectId}`;
}

/** The value of the cookie `name` in the text of a `cookie` header or of `document.cookie`, decoded; null when absent. */
export function readCookie(cookies: string, name: string): string | null {
  for (const cookie of cookies.split(";")) {
    const separator = cookie.indexOf("=");
    if (separator === -1 || cookie.slice(0, separator).trim() !== name) continue;
    const value = cookie.slice(separator + 1).trim();
    try {
      return decodeURIComponent(value);
    } catch {
      // A stray percent sign: some other code wrote it, and as it stands is the best reading there is.
      return value;
    }
  }
  return null;
}

/**
 * Keeps `value` in a cookie of the page for `lifetimeInSeconds`, or removes the cookie when it is null. Scripts must be able to
 * read these cookies, so they are not HttpOnly. Requests of other sites carry none, except when they open a page
 * (`SameSite=Lax`). Connections without TLS carry none that were made over TLS.
 */
export function writeCookie(
  { document, location }: CookiePage,
  name: string,
  value: string | null,
  lifetimeInSeconds: number,
): void {
  const secure = location.href.startsWith("https:") ? "; Secure" : "";
  document.cookie = `${name}=${encodeURIComponent(value ?? "")}; Max-Age=${value === null ? 0 : lifetimeInSeconds}; path=/; SameSite=Lax${secure}`;
}

/**
 * Reads the tokens that cookies hold.
 *
 * The access cookie is one for all projects of a domain, so it names its refresh token in slot 0. It only counts when that is the
 * refresh token of this project.
 */
export function readSessionCookies(cookies: string, projectId: string): TokenPair {
  return sessionTokens((name) => readCookie(cookies, name), projectId);
}

/** The same, for cookies that are read by name. */
export function sessionTokens(read: (name: string) => string | null, projectId: string): TokenPair {
  const refreshToken = read(refreshCookieName(projectId)) || read(oldRefreshCookieName) || null;
  return { refreshToken, accessToken: accessTokenFor(refreshToken, read(accessCookieName)) };
}

function accessTokenFor(refreshToken: string | null, cookie: string | null): string | null {
  if (refreshToken === null || !cookie?.startsWith('["')) return null;
  try {
    const pair: unknown = JSON.parse(cookie);
    if (!Array.isArray(pair) || pair[0] !== refreshToken) return null;
    return typeof pair[1] === "string" ? pair[1] : null;
  } catch {
    return null;
  }
}

/** The value of the access cookie; see {@link readSessionCookies}. */
export function accessCookieValue(refreshToken: string, accessToken: string): string {
  return JSON.stringify([refreshToken, accessToken]);
}
