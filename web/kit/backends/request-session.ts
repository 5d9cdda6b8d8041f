import type { App } from "../app/app";
import { appInternals } from "../app/internals";
import type { Session } from "../session/session";
import { authHeaderName, headerOf } from "../session/token-store/request";
import type { RequestLike, TokenPair } from "../session/token-store/token-store";

/** An app of any tier. */
export type AnyApp = App<{ readonly isAnonymous: boolean; readonly isRestricted: boolean }>;

/**
 * Returns the session of a request and the token store it is in. That store is the request itself for its `x-stack-auth` header,
 * an `Authorization` header of `getAuthorizationHeader()`, or its cookies. Otherwise it is the access token of `Authorization: Bearer …` (RFC 6750), which counts before cookies. Returns
 * null when they cannot be read.
 */
export function sessionOfRequest(
  app: AnyApp,
  request: RequestLike,
): { session: Session; tokenStore: RequestLike | TokenPair } | null {
  const tokenStore = headerOf(request, authHeaderName) === null ? (bearerToken(request) ?? request) : request;
  try {
    return { session: app[appInternals].session(tokenStore), tokenStore };
  } catch {
    // A header that is not what the kit sends is no user's, and no failure of this backend either.
    return null;
  }
}

function bearerToken(request: RequestLike): TokenPair | null {
  const [, accessToken] =
    /^Bearer +(?!(?:stackauth|hexclave)_)([\w.~+/=-]+)$/i.exec(headerOf(request, "authorization") ?? "") ?? [];
  return accessToken === undefined ? null : { accessToken, refreshToken: null };
}

/**
 * Returns the header that passes the user of a request on to another backend of yours. That backend then finds the user as if
 * they had sent the request themselves: `fetch(url, { headers: await forwardAuth(app, request), redirect: "error" })`. The header
 * holds an access token that is good for the coming 20 seconds at least. It does not hold the refresh token, so that the other
 * backend cannot keep the session. It is empty when no user is signed in. Send it to servers of your own only.
 */
export async function forwardAuth(app: AnyApp, request: RequestLike): Promise<Record<string, string>> {
  const accessToken = await sessionOfRequest(app, request)?.session.accessToken();
  return accessToken ? { [authHeaderName]: JSON.stringify({ accessToken: accessToken.text, refreshToken: null }) } : {};
}
