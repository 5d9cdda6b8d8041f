import { hostedOf } from "../connection/app-options";
import { comingBack, newRequest, requireSecure, responseIn, takeResponse } from "../connection/authorization-request";
import type { Connection } from "../connection/connection";
import type { TrustedUrl } from "../connection/urls";
import { decodeKnownError, isKnownError } from "../errors/known-error";
import type { Host, Page } from "../host/host";
import { connectivityOf } from "../requests/connectivity";
import { pathOf } from "../requests/path";
import { oauthClient, postToTokenEndpoint } from "../requests/token-endpoint";
import { requestError } from "../requests/transport";
import type * as wire from "../requests/wire";
import type { Session } from "../session/session";
import { continueWithMfa, keepSignIn } from "./sign-in";
import { requireTrusted } from "./untrusted-origin";

// Loaded for a sign-in with a provider, or on the way back from one: most pages never need it.

/** Says what to request from the provider, and what to do with the response. */
interface Authorization {
  readonly type: "authenticate" | "link";
  /** Beyond those that every sign-in requests. */
  readonly scopes: readonly string[];
  /** The page to come back to, which must call `callOAuthCallback`; default the OAuth callback page. */
  readonly returnTo?: string | undefined;
  /** Is the page to which the callback page goes on. */
  readonly afterCallback?: string;
}

/**
 * Leaves for the provider to sign in there; never resolves.
 * @throws REDIRECT_URL_NOT_WHITELISTED where the project does not trust the page to come back to; Error outside a browser
 */
export async function signInWithOAuth(connection: Connection, provider: string, returnTo?: string): Promise<never> {
  const session = connection.sessions.of(connection.tokenStore());
  return await leaveFor(provider, { type: "authenticate", scopes: [], returnTo }, connection, session);
}

/** Leaves for the provider to connect an account there with the user of `session`, and comes back to this page. */
export async function linkWithOAuth(
  connection: Connection,
  session: Session,
  provider: string,
  scopes: readonly string[],
): Promise<never> {
  const afterCallback = pageOf(connection.host, "getConnectedAccount").location.href;
  return await leaveFor(provider, { type: "link", scopes, afterCallback }, connection, session);
}

async function leaveFor(
  provider: string,
  { type, scopes, returnTo, afterCallback }: Authorization,
  connection: Connection,
  session: Session,
): Promise<never> {
  const { host, options, redirects, transport } = connection;
  const page = pageOf(host, "signInWithOAuth");
  // Before its origin is trusted in vain.
  requireSecure(page);
  const client = oauthClient(transport, "Admin session token is currently not supported for OAuth");
  // The verifier is in the cookies of this site, so that hosted pages could do nothing with the response.
  const callbackPage = returnTo ?? (options.hosted && page.location.href);
  const returnUrl = callbackPage && new URL(callbackPage, page.location.href).href;
  const callbackUrl = redirects.callbackUrl(returnUrl, "oauthCallback", "redirectUri");
  const [accessToken] = await Promise.all([session.accessToken(), requireTrusted(connection, callbackUrl)]);
  const allScopes = new Set([...scopes, ...(options.oauthScopesOnSignIn?.[provider] ?? [])]);
  const query = {
    ...client,
    scope: "legacy",
    ...(await newRequest(host, page, callbackUrl)),
    grant_type: "authorization_code" as const,
    response_type: "code" as const,
    type,
    error_redirect_url: await errorPageOf(connection, page),
    token: accessToken?.text,
    after_callback_redirect_url: afterCallback,
    provider_scope: allScopes.size > 0 ? [...allScopes].join(" ") : undefined,
  };
  const params = { provider_id: provider.toLowerCase() };
  const url = transport.url(pathOf("GET /auth/oauth/authorize/{provider_id}", { params, query }));

  page.location.assign(url);
  return await new Promise(() => undefined);
}

/** The address to which a refusal leads. From a hosted page, which a person leaves by signing in again, they come back to `page`. */
async function errorPageOf({ host, options, redirects }: Connection, page: Page): Promise<string> {
  const url = redirects.callbackUrl(undefined, "error", "errorRedirectUrl");
  const isHosted = options.hosted && url.startsWith(`${hostedOf(options)}/`);
  return isHosted ? await comingBack(url as TrustedUrl, "", host, page) : url;
}

/**
 * Finishes what `signInWithOAuth` or a link began, on the page to which the provider redirected, and goes on.
 *
 * @returns false when the page was opened without a response, a second time, or with the response to another browser's request
 * @throws Error `Error signing in during OAuth callback. Please try again.`; Error outside a browser
 */
export async function callOAuthCallback(connection: Connection): Promise<boolean> {
  const { host } = connection;
  const page = pageOf(host, "callOAuthCallback");
  const store = connection.tokenStore();
  // Synchronous: of two calls at once, the second finds nothing left to do.
  const response = responseIn(page.location.href);
  if (response === null) {
    console.warn("The OAuth callback has no `code` and `state`.");
    return false;
  }
  const grant = takeResponse(response, page);
  if (grant === null) {
    console.warn("This browser has no such OAuth sign-in under way.");
    return false;
  }
  let exchanged: wire.CodeExchange;
  try {
    exchanged = await exchange(grant, connection);
  } catch (cause) {
    if (isKnownError(cause, "MULTI_FACTOR_AUTHENTICATION_REQUIRED")) return await continueWithMfa(connection, cause);
    if (isKnownError(cause, "INVALID_TOTP_CODE")) {
      page.alert("Invalid TOTP code. Please try signing in again.");
      return false;
    }
    throw new Error("Error signing in during OAuth callback. Please try again.", { cause });
  }
  const { isNewUser } = await keepSignIn(connection, store, exchanged);
  await goOn(isNewUser, exchanged.after_callback_redirect_url, connection);
  return true;
}

/** Not retried: a code works once. */
export async function exchange(
  grant: NonNullable<ReturnType<typeof takeResponse>>,
  { host, transport }: Connection,
): Promise<wire.CodeExchange> {
  const client = oauthClient(transport, "Admin session token is currently not supported for OAuth");
  const post = () => postToTokenEndpoint(host, transport, { ...grant, ...client });
  const response = await connectivityOf(host).follow().attempt(post);
  const { status, headers, text } = response;
  const errorCode = headers.get("x-stack-known-error");
  if (errorCode !== null) throw decodeKnownError(errorCode, status, text);
  if (status !== 200) throw requestError(transport.url(pathOf("POST /auth/oauth/token")), response);
  return JSON.parse(text);
}

/** A target that is not trusted is ignored: the user is signed in, and must not be stuck here. */
async function goOn(isNewUser: boolean, target: string | null, { redirects }: Connection): Promise<void> {
  const replace = true;
  const usual = isNewUser ? "afterSignUp" : "afterSignIn";
  try {
    if (target) await redirects.to(redirects.trustedOnOrigin(target), { replace });
    else await redirects.toHandler(usual, { replace });
  } catch {
    await redirects.toHandler(usual, { replace, noRedirectBack: true });
  }
}

function pageOf(host: Host, method: string): Page {
  const page = host.page();
  if (page === null) throw new Error(`${method} can currently only be called in a browser environment`);
  return page;
}
