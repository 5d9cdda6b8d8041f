import { authHeaderName } from "../session/token-store/request";
import type { RequestLike } from "../session/token-store/token-store";
import { type AnyApp, sessionOfRequest } from "./request-session";

/**
 * The header that passes the user of a request on to another backend of yours, which then finds them as if they had sent the
 * request themselves: `fetch(url, { headers: await forwardAuth(app, request), redirect: "error" })`. It holds an access token
 * that is good for the coming 20 seconds at least, and not the refresh token: the other backend cannot keep the session. It is
 * empty when no user is signed in. Send it to servers of your own only.
 */
export async function forwardAuth(app: AnyApp, request: RequestLike): Promise<Record<string, string>> {
  const accessToken = await sessionOfRequest(app, request)?.session.accessToken();
  return accessToken ? { [authHeaderName]: JSON.stringify({ accessToken: accessToken.text, refreshToken: null }) } : {};
}
