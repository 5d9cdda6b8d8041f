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

/** The name by which official clients from 2.8.108 on write it. */
export const newerAccessCookieName = "hexclave-access";
/** Indicates to server-side code that writes these cookies whether the page was reached by HTTPS. */
export const httpsCookieName = "stack-is-https";
/** The name of an earlier time, shared by all projects: still read, and removed at the next write. */
export const oldRefreshCookieName = "stack-refresh";

export function refreshCookieName(projectId: string): string {
  return `stack-refresh-${projectId}`;
}

/** Reads cookies by name: null for one that is not there. */
type ReadCookie = (name: string) => string | null;

/** The cookies of a `cookie` header or of `document.cookie` by name, decoded. */
export function parseCookies(text: string): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const cookie of text.split(";")) {
    const separator = cookie.indexOf("=");
    const name = cookie.slice(0, separator).trim();
    if (separator !== -1 && !cookies.has(name)) cookies.set(name, decoded(cookie.slice(separator + 1).trim()));
  }
  return cookies;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // A stray percent sign: some other code wrote it, and as it stands is the best reading there is.
    return value;
  }
}

/** The value of the cookie `name` in such a text; null when absent. */
export function readCookie(cookies: string, name: string): string | null {
  return parseCookies(cookies).get(name) ?? null;
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
  domain = "",
): void {
  const secure = location.href.startsWith("https:") ? "; Secure" : "";
  document.cookie = `${name}=${encodeURIComponent(value ?? "")}; Max-Age=${value === null ? 0 : lifetimeInSeconds}; path=/; SameSite=Lax${secure}${domain && `; Domain=${domain}`}`;
}

/** Removes the cookies of a page in which official clients keep a project's session, of its host and of its parent domains. */
export function removeCookiesOfOthers(page: CookiePage, projectId: string): void {
  const names = [...parseCookies(page.document.cookie).keys()];
  for (const name of [...refreshCookiesOfOthers(projectId, names), newerAccessCookieName]) {
    if (!names.includes(name)) continue;
    writeCookie(page, name, null, 0);
    const labels = new URL(page.location.href).hostname.split(".");
    if (name.includes("--custom-")) {
      for (; labels.length > 1; labels.shift()) writeCookie(page, name, null, 0, labels.join("."));
    }
  }
}

/**
 * Reads the tokens that cookies hold, of this kit or of an official client, so that a website which moves here signs nobody out.
 *
 * The access cookie is one for all projects of a domain, so it names its refresh token in slot 0. It only counts when that is the
 * refresh token of this project.
 */
export function readSessionCookies(text: string, projectId: string): TokenPair {
  const cookies = parseCookies(text);
  return sessionTokens((name) => cookies.get(name) ?? null, projectId, [...cookies.keys()]);
}

/** The same, for cookies that are read by name, with the names that are known. */
export function sessionTokens(read: ReadCookie, projectId: string, names: readonly string[]): TokenPair {
  const refreshToken =
    read(refreshCookieName(projectId)) ||
    read(oldRefreshCookieName) ||
    newestRefreshToken(refreshCookiesOfOthers(projectId, names).map(read));
  const access = read(accessCookieName) ?? read(newerAccessCookieName);
  return { refreshToken, accessToken: accessTokenFor(refreshToken, access) };
}

/**
 * The names under which official clients from 2.8.51 on keep a project's refresh token: one of the host alone, or of a parent domain
 * (`--custom-…`). Where names are not known, those of the host are returned.
 */
export function refreshCookiesOfOthers(projectId: string, names?: readonly string[]): readonly string[] {
  if (!names) {
    const families = ["stack", "hexclave"].map((family) => `${family}-refresh-${projectId}--default`);
    return families.flatMap((name) => [`__Host-${name}`, name]);
  }
  return names.filter((name) =>
    name.replace(/^(__Host-)?(stack|hexclave)-refresh-/, "\n").startsWith(`\n${projectId}--`),
  );
}

/** Official clients say when they wrote a refresh token. */
function newestRefreshToken(values: readonly (string | null)[]): string | null {
  let [newest, at]: [string | null, number] = [null, -1];
  for (const value of values) {
    try {
      const { refresh_token, updated_at_millis } = JSON.parse(value ?? "");
      if (typeof refresh_token === "string" && refresh_token && updated_at_millis > at) {
        [newest, at] = [refresh_token, updated_at_millis];
      }
    } catch {
      // Some other code wrote it.
    }
  }
  return newest;
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
