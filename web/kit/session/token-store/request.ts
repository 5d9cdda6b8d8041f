import { readSessionCookies } from "./session-cookies";
import { MemoryTokenStore, type RequestLike, type TokenPair, type TokenStore } from "./token-store";

/** The header in which a website hands its user's tokens to a backend of its own. */
export const authHeaderName = "x-stack-auth";

const storesByRequest = new WeakMap<RequestLike, Map<string, TokenStore>>();

/**
 * A store that begins with the tokens of a request: those of its `x-stack-auth` header, else of its cookies. What
 * changes later stays in memory and is not written to the response.
 * @throws Error `Invalid x-stack-auth header: …`
 */
export function requestTokenStore(request: RequestLike, projectId: string): TokenStore {
  const header = headerOf(request, authHeaderName);
  if (header !== null) return new MemoryTokenStore(parseAuthHeader(header));

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

function parseAuthHeader(header: string): TokenPair {
  try {
    const value: unknown = JSON.parse(header);
    if (value === null) throw new Error(`${authHeaderName} header must not be null`);
    if (typeof value !== "object" || Array.isArray(value))
      throw new Error(`${authHeaderName} header must be a JSON object`);
    const { accessToken, refreshToken } = value as Readonly<Record<string, unknown>>;
    return { accessToken: textOrNull(accessToken), refreshToken: textOrNull(refreshToken) };
  } catch (cause) {
    throw new Error(`Invalid ${authHeaderName} header: ${header}`, { cause });
  }
}

function textOrNull(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") throw new Error(`The tokens of the ${authHeaderName} header must be text or null`);
  return value;
}
