import { hostedOf } from "../connection/app-options";
import {
  cleanAddress,
  comingBack,
  isHostedResponse,
  responseIn,
  takeResponse,
} from "../connection/authorization-request";
import type { Connection } from "../connection/connection";
import type { TrustedUrl } from "../connection/urls";
import { isKnownError } from "../errors/known-error";
import { RequestError } from "../errors/request-error";
import type { Page } from "../host/host";
import type { Session } from "../session/session";
import type { TokenStore } from "../session/token-store/token-store";
import { exchange } from "./oauth";
import { keepSignIn } from "./sign-in";

// Loaded on the way back from hosted pages.

/**
 * Finishes a sign-in on hosted pages, or with a provider, that came back to the current page. Where the server refuses
 * it, the hosted error page offers to try again.
 *
 * @returns false when there is nothing to finish: no response in the address, or none to this app and this browser
 * @throws Error `Error signing in. Please try again.`
 */
export async function finishReturn(connection: Connection, page: Page): Promise<boolean> {
  const store = connection.tokenStore();
  const response = responseIn(page.location.href);
  if (response === null) return false;
  const isHosted = isHostedResponse(response);
  // Attack: mix-up (RFC 9207). Another server's code is not sent to ours. Nor is the response to an app of another project
  // on the same website, which may still take it.
  if (isHosted && response.issuer !== issuerOf(connection)) return false;
  const grant = takeResponse(response, page);
  if (grant === null) {
    // Finished before, such as when the browser went back, or requested by another browser.
    if (isHosted) {
      connection.redirects.failedResponse = response;
      cleanAddress(page);
    }
    return false;
  }
  let isRefusal = true;
  let cause: unknown;
  try {
    if (await redeem(connection, store, grant)) return true;
  } catch (error) {
    cause = error;
    isRefusal = isKnownError(error) || error instanceof RequestError;
  }
  if (isRefusal) await offerAnotherTry(connection, page);
  throw new Error("Error signing in. Please try again.", { cause });
}

/**
 * Redeems the code of a response, and keeps the tokens in `store`. If its session was an anonymous user's, that ends, because
 * no one has its tokens from here on. Hosted pages do not upgrade the user: its tokens could only reach them by an address,
 * which an attacker could make, too.
 *
 * @returns whether the store keeps the session, which is ended otherwise
 */
export async function redeem(
  connection: Connection,
  store: TokenStore,
  grant: Parameters<typeof exchange>[0],
): Promise<boolean> {
  const before = connection.sessions.of(store);
  const exchanged = await exchange(grant, connection);
  await keepSignIn(connection, store, exchanged);
  const { access_token: accessToken, refresh_token: refreshToken } = exchanged;
  const isKept = store.get().refreshToken === refreshToken;
  if (isKept) await end(connection, before, true);
  // A browser that refuses the session's cookies would leave a session behind with each try.
  else await end(connection, connection.sessions.fromTokens({ accessToken, refreshToken }));
  return isKept;
}

async function end(connection: Connection, session: Session, onlyAnonymous = false): Promise<void> {
  try {
    const accessToken = await session.accessToken();
    if (!accessToken || (onlyAnonymous && !accessToken.claims.is_anonymous)) return;
    await connection.caller("client", session).write("DELETE /auth/sessions/current", { body: {} });
  } catch {
    // A session that is left over expires.
  }
}

/** The issuer of the tokens of the app's project. */
function issuerOf({ transport, projectId }: Connection): string {
  return transport.url(`/projects/${projectId}`);
}

async function offerAnotherTry({ options, projectId, host, redirects }: Connection, page: Page): Promise<void> {
  const query = new URLSearchParams({ project_id: projectId, errorCode: "INVALID_AUTHORIZATION_CODE" });
  const url = `${hostedOf(options)}/handler/error?${query}` as TrustedUrl;
  await redirects.to(await comingBack(url, "", host, page), { replace: true });
}
