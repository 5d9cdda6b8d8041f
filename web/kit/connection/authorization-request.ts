import { InsecurePageError } from "../errors/fault";
import type { Host, Page } from "../host/host";
import { toBase64url } from "../session/base64url";
import { type CookiePage, readCookie, writeCookie } from "../session/token-store/session-cookies";
import { returnAddressesKey, type TrustedUrl } from "./urls";

/** Holds what a page that was requested to sign in redirected back with. */
export interface AuthorizationResponse {
  readonly code: string;
  readonly state: string;
  /** Says who responds (RFC 9207); null from an OAuth provider. */
  readonly issuer: string | null;
}

// Loaded when the page leaves for a sign-in elsewhere, or comes back from one: most pages never need it.

/** The part of a page that signs in elsewhere: a server has the most of it too, of the page that was requested. */
export interface RequestingPage extends StoringPage, Pick<Page, "history"> {
  readonly location: { readonly href: string; replace?(url: string): void };
}

/** The part of a page that keeps requests. */
type StoringPage = CookiePage & Partial<Pick<Page, "localStorage">>;

/** Limits how long a person may take there, in seconds. */
const verifierLifetime = 3600;
/** Limits how many requests a browser keeps: each cookie is sent to the website with all that it loads. */
const maxRequests = 5;
/** The name of a verifier's cookie begins with this, before the state. */
const verifierPrefix = "stack-oauth-outer-";
/** The state of a request to hosted pages begins with it: their response has to say who it is from. */
const hostedPrefix = "hosted-";
/** And with this after a response that this browser had not requested: the next one of those ends on the error page. */
const repeatedPrefix = "hosted-again-";

/** The state of a request, and the whole address to come back to: {@link returnAddressesKey} has a list of them, newest last. */
type KeptAddress = [state: string, address: string];

/**
 * Makes a request to come back to `address`, with its state and PKCE challenge (RFC 7636), and keeps its verifier in a
 * cookie. A code without it is of no use to others who obtain the code. Of requests without a response, only the last
 * {@link maxRequests} are kept.
 *
 * @throws InsecurePageError on a page without https, of which the developer reads in the console
 */
export async function newRequest(host: Host, page: StoringPage, address: string, prefix = "") {
  requireSecure(page);
  const state = prefix + toBase64url(host.randomBytes(32));
  const verifier = toBase64url(host.randomBytes(32));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  // Browsers list the cookies of one path by age (RFC 6265, section 5.4).
  const names = page.document.cookie.split(/=[^;]*;?\s*/).filter((name) => name.startsWith(verifierPrefix));
  for (const name of names.slice(0, 1 - maxRequests)) writeCookie(page, name, null, 0);
  writeCookie(page, verifierPrefix + state, verifier, verifierLifetime);
  const redirectUri = withoutResponse(address);
  const isWhole = address === redirectUri || responseIn(address) !== null;
  keepAddress(isWhole ? [] : [[state, address]], page);
  return {
    redirect_uri: redirectUri,
    state,
    code_challenge: toBase64url(new Uint8Array(digest)),
    code_challenge_method: "S256" as const,
  };
}

/** Browsers have `crypto.subtle` only in secure contexts: pages of https, and of this machine. @throws as {@link newRequest} */
export function requireSecure({ location }: StoringPage): void {
  if ("subtle" in crypto) return;
  const message =
    `Gatehouse: ${new URL(location.href).origin} has to be served over https. Browsers withhold crypto.subtle from other pages, ` +
    "which signing in by a provider or on hosted pages needs; only localhost may do without.";
  console.warn(message);
  throw new InsecurePageError(message);
}

/**
 * Returns the address of the hosted page `url` with the request to come back with an authorization code. The browser comes back
 * to `returnTo` as seen from the current page, or to that page itself where `returnTo` is empty. Where a return has failed, the
 * sign-in pages could come back at once and for ever. That happens with a browser without cookies, or an API with another public
 * address. The result is then the address of the error page, which offers to try again.
 *
 * @param failed the response of this page that signed in no user, if it is not in the address any more
 */
export async function comingBack(
  url: TrustedUrl,
  returnTo: string,
  host: Host,
  page: StoringPage,
  failed?: AuthorizationResponse,
): Promise<TrustedUrl> {
  const target = new URL(url);
  const authorize = new URL(`authorize${target.search}`, target);
  const address = returnTo ? new URL(returnTo, page.location.href).href : page.location.href;
  const left = responseIn(page.location.href);
  // The response to an app of another project on the same website is that app's.
  const isOurs = left?.issuer?.endsWith(`/projects/${target.searchParams.get("project_id")}`) && isHostedResponse(left);
  if (isOurs || failed?.state.startsWith(repeatedPrefix)) {
    target.pathname = authorize.pathname.replace(/authorize$/, "error");
    target.searchParams.set("errorCode", "INVALID_AUTHORIZATION_CODE");
  }
  const request = await newRequest(host, page, address, failed ? repeatedPrefix : hostedPrefix);
  return leadingOn(target, authorize, request);
}

/**
 * The same for an email, from which another browser comes back too, signed in only on the hosted pages. An email may go to a
 * stranger, so the address of the current page is without its query and hash, which may have secrets.
 */
export async function comingBackFromEmail(url: string, host: Host, page: StoringPage): Promise<TrustedUrl> {
  const target = new URL(url);
  const { origin, pathname } = new URL(page.location.href);
  const request = await newRequest(host, page, origin + pathname, hostedPrefix);
  return leadingOn(target, new URL(`authorize${target.search}`, target), request);
}

/** A hosted page that is followed, after a sign-in, by the one that responds to a request. */
function leadingOn(target: URL, authorize: URL, request: Awaited<ReturnType<typeof newRequest>>): TrustedUrl {
  for (const [name, value] of Object.entries(request)) authorize.searchParams.set(name, value);
  target.searchParams.set("after_auth_return_to", authorize.pathname + authorize.search);
  return target.href as TrustedUrl;
}

/** The response in an address; null when there is none. */
export function responseIn(address: string): AuthorizationResponse | null {
  const { searchParams } = new URL(address);
  const [code, state, issuer] = ["code", "state", "iss"].map((name) => searchParams.get(name));
  return code && state ? { code, state, issuer: issuer ?? null } : null;
}

/** Tells whether hosted pages were requested to respond. */
export function isHostedResponse({ state }: AuthorizationResponse): boolean {
  return state.startsWith(hostedPrefix);
}

/**
 * Takes the response out of the address bar, and its verifier out of the cookies. Returns null when this browser has none.
 *
 * Attack: in a login CSRF (RFC 6749, section 10.12), a link has the response to the attacker's own request. It would sign the
 * visitor in to the attacker's account. Only the browser that made a request has its state.
 */
export function takeResponse({ code, state }: AuthorizationResponse, page: RequestingPage) {
  const cookie = verifierPrefix + state;
  const verifier = readCookie(page.document.cookie, cookie);
  if (verifier === null) return null;
  writeCookie(page, cookie, null, 0);
  return {
    grant_type: "authorization_code" as const,
    code,
    redirect_uri: cleanAddress(page, takeAddress(state, page)),
    code_verifier: verifier,
  };
}

/**
 * Takes the response out of the address bar, and returns the address that the request named.
 *
 * @param whole the address that the page had when the request was made, which is shown if it is that of this page
 */
export function cleanAddress({ history, location }: RequestingPage, whole?: string): string {
  const redirectUri = withoutResponse(location.href);
  const isWhole = whole !== undefined && withoutResponse(whole) === redirectUri;
  const address = isWhole ? whole : redirectUri + new URL(location.href).hash;
  history.replaceState(history.state, "", address.replace(/#.*/, ""));
  // A visit, of the same page: routers that read the hash follow it.
  if (address.includes("#")) location.replace?.(address);
  return redirectUri;
}

/**
 * Keeps the address to come back to in the browser. Requests and cookies have no hash, and the server writes the query in its own
 * way. Other tabs find the address, such as the one that a link in an email opens.
 */
function keepAddress(added: readonly KeptAddress[], page: StoringPage): void {
  try {
    keepAddresses([...keptAddresses(page), ...added], page);
  } catch {
    // Refused by the browser's settings, or full: the page comes back without its hash.
  }
}

function takeAddress(state: string, page: StoringPage): string | undefined {
  try {
    const addresses = keptAddresses(page);
    const kept = addresses.find(([other]) => other === state);
    keepAddresses(addresses, page);
    return kept?.[1];
  } catch {
    return undefined;
  }
}

/** Those without a verifier, which expires, are of sign-ins that were left: they may have secrets in their query or hash. */
function keepAddresses(addresses: readonly KeptAddress[], { document, localStorage }: StoringPage): void {
  const kept = addresses.filter(([state]) => readCookie(document.cookie, verifierPrefix + state) !== null);
  if (kept.length > 0) localStorage?.setItem(returnAddressesKey, JSON.stringify(kept));
  else localStorage?.removeItem(returnAddressesKey);
}

function keptAddresses({ localStorage }: StoringPage): KeptAddress[] {
  return JSON.parse(localStorage?.getItem(returnAddressesKey) ?? "[]");
}

/** An address without the parameters of the response, and without its hash, which is not sent back. */
export function withoutResponse(address: string): string {
  const url = new URL(address);
  for (const name of ["code", "state", "iss"]) url.searchParams.delete(name);
  url.hash = "";
  return url.href;
}
