import { appInternals } from "../kit/app/internals";
import type { AnyApp } from "../kit/backends/request-session";
import { issuersOf } from "../kit/backends/verification";
import { hostedOf } from "../kit/connection/app-options";
import {
  cleanAddress,
  comingBack,
  isHostedResponse,
  responseIn,
  takeResponse,
} from "../kit/connection/authorization-request";
import type { TrustedUrl } from "../kit/connection/urls";
import { isKnownError } from "../kit/errors/known-error";
import { RequestError } from "../kit/errors/request-error";
import type { CookieJar } from "../kit/session/token-store/token-store";
import { redeem } from "../kit/sign-in/hosted";
import type { RequestedPage } from "./requested-page";

/** Describes what the address of a requested page says about a sign-in on hosted pages. */
export type Return = "signed-in" | "refused" | "requested-elsewhere";

/** Tells whether the app's users sign in on hosted pages. */
export function signsInHosted(app: AnyApp): boolean {
  const hosted = hostedOf(app[appInternals].connection.options);
  return hosted !== undefined && app.urls.signIn.startsWith(`${hosted}/`);
}

/** Returns where a server component redirects to for a sign-in: cookies cannot be set there, so for hosted pages that page does. */
export function signInPathOf(app: AnyApp): string {
  return signsInHosted(app) ? "/handler/sign-in" : app.urls.signIn;
}

/**
 * Returns the address of the hosted sign-in page with the request to come back to `page`. The page gets the verifier's cookie.
 * The address is that of the error page while the page has a response to the app's project from another issuer.
 */
export async function hostedSignIn(app: AnyApp, page: RequestedPage): Promise<string> {
  const { host } = app[appInternals].connection;
  return await comingBack(app.urls.signIn as TrustedUrl, "", host, page);
}

/** The same with the hosted error page, which offers to try again: a redirect that repeated itself could do so for ever. */
export async function hostedSignInAgain(app: AnyApp, page: RequestedPage): Promise<string> {
  const { host, options, projectId } = app[appInternals].connection;
  const query = new URLSearchParams({ project_id: projectId, errorCode: "INVALID_AUTHORIZATION_CODE" });
  return await comingBack(`${hostedOf(options)}/handler/error?${query}` as TrustedUrl, "", host, page);
}

/**
 * Finishes a sign-in on hosted pages that has come back to `page`, whose address is clean then, and keeps its tokens in `cookies`.
 * Null when the address has no response to this app.
 * @throws Error when the API cannot be reached
 */
export async function finishHostedSignIn(app: AnyApp, page: RequestedPage, cookies: CookieJar): Promise<Return | null> {
  const { connection } = app[appInternals];
  const response = responseIn(page.location.href);
  if (response === null || !isHostedResponse(response)) return null;
  // Attack: mix-up (RFC 9207). The code of another server, or for another project, is not sent to ours.
  if (response.issuer === null || !issuersOf(connection).includes(response.issuer)) return null;
  // Attack: login CSRF (RFC 6749, section 10.12), by a link with the response to the attacker's own request.
  const grant = takeResponse(response, page);
  if (grant === null) {
    cleanAddress(page);
    return "requested-elsewhere";
  }
  try {
    return (await redeem(connection, connection.tokenStore(cookies), grant)) ? "signed-in" : "refused";
  } catch (error) {
    if (isKnownError(error) || error instanceof RequestError) return "refused";
    throw error;
  }
}
