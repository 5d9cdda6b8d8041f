import { readSessionCookies } from "./session-cookies";
import { MemoryTokenStore, type RequestLike, type TokenPair, type TokenStore } from "./token-store";

/** The header in which a website hands its user's tokens to a backend of its own. */
export const authHeaderName = "x-stack-auth";

const storesByRequest = new WeakMap<RequestLike, Map<string, TokenStore>>();

/** Matches an `Authorization` header that `getAuthorizationHeader` of this kit or of an official client has made. */
const bearer = /^bearer (?:stackauth|hexclave)_(.*)$/is;

/** The header in which a website hands its user's tokens to a backend that takes no others. */
export function authorizationHeader(tokens: TokenPair): string {
  return `Bearer stackauth_${btoa(JSON.stringify(tokens))}`;
}

/**
 * A store that begins with the tokens of a request. They are in an `Authorization` header of `authorizationHeader`, else in its
 * `x-stack-auth` header, else in its cookies. What changes later stays in memory and is not written to the response.
 * @throws Error `Invalid x-stack-auth header: …`, `Invalid authorization header: …`
 */
export function requestTokenStore(request: RequestLike, projectId: string): TokenStore {
  const [, encoded] = bearer.exec(headerOf(request, "authorization") ?? "") ?? [];
  if (encoded !== undefined) return new MemoryTokenStore(parseTokens("authorization", encoded, atob));
  const header = headerOf(request, authHeaderName);
  if (header !== null) return new MemoryTokenStore(parseTokens(authHeaderName, header));

  // One request, one session, however often it is read: a refreshed token is not fetched twice.
  const stores = storesByRequest.get(request) ?? new Map<string, TokenStore>();
  storesByRequest.set(request, stores);
  let store = stores.get(projectId);
  if (store === undefined) {
    store = new MemoryTokenStore(readSessionCookies(headerOf(request, "cookie") ?? "", projectId));
    stores.set(projectId, store);
  }
  return store;
}

/** The value of a header by its lower-case name; null when absent. */
export function headerOf({ headers }: RequestLike, name: string): string | null {
  if (typeof headers.get === "function") return headers.get(name);
  const value = (headers as Readonly<Record<string, unknown>>)[name];
  return typeof value === "string" ? value : null;
}

function parseTokens(name: string, header: string, decode = (text: string) => text): TokenPair {
  try {
    const value: unknown = JSON.parse(decode(header));
    if (value === null) throw new Error(`${name} header must not be null`);
    if (typeof value !== "object" || Array.isArray(value)) throw new Error(`${name} header must be a JSON object`);
    const { accessToken, refreshToken } = value as Readonly<Record<string, unknown>>;
    return { accessToken: textOrNull(accessToken), refreshToken: textOrNull(refreshToken) };
  } catch (cause) {
    throw new Error(`Invalid ${name} header: ${header}`, { cause });
  }
}

function textOrNull(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") throw new Error("The tokens of the header must be text or null");
  return value;
}
