import { authHeaderName } from "../session/token-store/request";
import type { RequestLike } from "../session/token-store/token-store";
import { type AnyApp, sessionOfRequest } from "./request-session";

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
