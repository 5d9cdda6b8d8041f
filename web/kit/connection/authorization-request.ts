import type { Host, Page } from "../host/host";
import { toBase64url } from "../session/base64url";
import { readCookie, writeCookie } from "../session/token-store/session-cookies";
import type { TrustedUrl } from "./redirects";

// Loaded when the page leaves for a sign-in elsewhere, or comes back from one: most pages never need it.

/** How long a person may take there, in seconds. */
const verifierLifetime = 3600;
/** The state of a request to hosted pages begins with it: their response has to say who it is from. */
const hostedPrefix = "hosted-";

/** What a page that was requested to sign in redirected back with. */
export interface AuthorizationResponse {
  readonly code: string;
  readonly state: string;
  /** Who responds (RFC 9207); null from an OAuth provider. */
  readonly issuer: string | null;
}

/**
 * Makes the state and the PKCE challenge (RFC 7636) of a request, and keeps its verifier in a cookie: a code without it
 * is of no use to others who obtain the code.
 */
export async function newRequest(host: Host, page: Page, prefix = "") {
  const state = prefix + toBase64url(host.randomBytes(32));
  const verifier = toBase64url(host.randomBytes(32));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  writeCookie(page, verifierCookieName(state), verifier, verifierLifetime);
  return { state, code_challenge: toBase64url(new Uint8Array(digest)), code_challenge_method: "S256" as const };
}

/**
 * The address of the hosted page `url` with the request to come back, with an authorization code, to `returnTo` as seen
 * from the current page; to the current page itself where that is empty.
 */
export async function comingBack(url: TrustedUrl, returnTo: string, host: Host, page: Page): Promise<TrustedUrl> {
  const target = new URL(url);
  const authorize = new URL(`authorize${target.search}`, target);
  const redirectUri = withoutResponse(new URL(returnTo, page.location.href).href);
  const request = { redirect_uri: redirectUri, ...(await newRequest(host, page, hostedPrefix)) };
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

/** Whether hosted pages were requested to respond. */
export function isHostedResponse({ state }: AuthorizationResponse): boolean {
  return state.startsWith(hostedPrefix);
}

/**
 * Takes the response out of the address bar, and its verifier out of the cookies; null when this browser has none.
 *
 * Attack: login CSRF (RFC 6749, section 10.12): a link with the response to the attacker's own request
 * would sign the visitor in to the attacker's account. Only the browser that made a request has its state.
 */
export function takeResponse({ code, state }: AuthorizationResponse, page: Page) {
  const cookie = verifierCookieName(state);
  const verifier = readCookie(page.document.cookie, cookie);
  if (verifier === null) return null;
  writeCookie(page, cookie, null, 0);
  return {
    grant_type: "authorization_code" as const,
    code,
    redirect_uri: cleanAddress(page),
    code_verifier: verifier,
  };
}

/** Takes the response out of the address bar, and returns the address that the request named. */
export function cleanAddress({ history, location }: Page): string {
  const address = withoutResponse(location.href);
  history.replaceState(history.state, "", address + new URL(location.href).hash);
  return address;
}

/** An address without the parameters of the response, and without its hash, which is not sent back. */
export function withoutResponse(address: string): string {
  const url = new URL(address);
  for (const name of ["code", "state", "iss"]) url.searchParams.delete(name);
  url.hash = "";
  return url.href;
}

function verifierCookieName(state: string): string {
  return `stack-oauth-outer-${state}`;
}
