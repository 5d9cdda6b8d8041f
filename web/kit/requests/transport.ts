import { Fault } from "../errors/fault";
import { decodeKnownError, isKnownError } from "../errors/known-error";
import { RequestError } from "../errors/request-error";
import type { Host } from "../host/host";
import type { AccessToken } from "../session/access-token";
import type { Session } from "../session/session";
import { connectionError, Retry, withRetries } from "./retries";
import type { Tier } from "./tier";

/** Says how the kit introduces itself in `x-stack-client-version`: platform, package and version. */
export const clientVersion = "js @gatehouse/kit@0.2.0";

/** Holds what an app authenticates its requests with. */
export interface Credentials {
  readonly projectId: string;
  /** The API's address without `/api/v1`; read at each request, because browser and server may differ. */
  baseUrl(): string;
  readonly publishableClientKey: string | null;
  readonly secretServerKey: string | null;
  readonly superSecretAdminKey: string | null;
  /** A session on the internal project, in place of the three keys. */
  readonly ownerSession: Session | null;
  /** Sent with every request; they win over the kit's own headers. */
  readonly extraRequestHeaders: Readonly<Record<string, string>>;
}

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

export interface ApiRequest {
  readonly method: Method;
  /** Below `/api/v1`, beginning with a slash. */
  readonly path: string;
  /** Sent as JSON; undefined for none. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Says whether it may be repeated after the network has failed; default by its method. */
  readonly isIdempotent?: boolean;
  /** Ends it. What waits for its response then fails with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/** A response of the API with its actual status. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Picks what is returned of a success. */
type ReadResponse = (url: string, response: ApiResponse) => unknown;

/** The tokens of one attempt, of which a refused one is given up. */
interface AttemptTokens {
  readonly user: AccessToken | null;
  readonly owner: AccessToken | null;
}

/** Crockford's base 32, which leaves out the letters that can be mistaken for digits. */
const base32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Repeating one of these has no further effect. */
const idempotentMethods: ReadonlySet<string> = new Set(["GET", "PUT", "DELETE"]);

/** Sends the requests of one app: adds headers, refreshes tokens, retries, and reads responses. */
export class Transport {
  readonly credentials: Credentials;
  readonly #host: Host;

  constructor(host: Host, credentials: Credentials) {
    this.#host = host;
    this.credentials = credentials;
  }

  /** The full address of a path of the API. */
  url(path: string): string {
    return `${this.credentials.baseUrl()}/api/v1${path}`.replace(/\/$/, "");
  }

  /**
   * Sends a request and returns the JSON of its response, or what `read` makes of it.
   * @throws KnownError that the response names; ConnectionError; RequestError for any other response but a success
   */
  async send(tier: Tier, session: Session, request: ApiRequest, read: ReadResponse = contentOf): Promise<unknown> {
    const attempt = () => this.#attempt(tier, session, request, read);
    return await withRetries(this.#host, attempt, !idempotentMethods.has(request.method));
  }

  async #attempt(tier: Tier, session: Session, request: ApiRequest, read: ReadResponse): Promise<unknown> {
    const url = this.url(request.path);
    const tokens = { user: await session.accessToken(), owner: await this.#ownerToken() };
    let response: ApiResponse;
    try {
      response = await this.#fetch(url, request, this.#headers(tier, session, tokens, request));
    } catch (error) {
      // Only TypeErrors come from the network; the server may have acted on a request whose response was lost.
      if (!(error instanceof TypeError)) throw error;
      if (request.isIdempotent ?? idempotentMethods.has(request.method)) return new Retry(error);
      throw connectionError(this.#host, [error]);
    }
    // The texts sort as what they stand for: an earlier response may come later.
    const bookmark = response.headers.get("x-stack-bookmark") ?? "";
    if (bookmark > session.bookmark) session.bookmark = bookmark;
    const code = response.headers.get("x-stack-known-error");
    if (code !== null) return this.#refused(code, response, session, tokens);
    if (response.status >= 200 && response.status < 300) return read(url, response);

    const failure = requestError(url, response);
    if (response.status === 429) return new Retry(failure, failure.retryAfterSeconds);
    if (response.status === 508 && response.text.includes("INFINITE_LOOP_DETECTED")) return new Retry(failure);
    throw failure;
  }

  /** A known error: thrown, unless it is a token that has expired. */
  #refused(code: string, response: ApiResponse, session: Session, tokens: AttemptTokens): Retry {
    const error = decodeKnownError(code, response.status, response.text);
    if (isKnownError(error, "INVALID_ACCESS_TOKEN")) {
      if (tokens.user === null)
        throw new Fault("Received invalid access token, but session is not logged in", { cause: error });
      session.markAccessTokenExpired(tokens.user);
      return new Retry(error);
    }
    if (tokens.owner !== null && isKnownError(error, "INVALID_ADMIN_ACCESS_TOKEN")) {
      this.credentials.ownerSession?.markAccessTokenExpired(tokens.owner);
      return new Retry(error);
    }
    throw error;
  }

  async #ownerToken(): Promise<AccessToken | null> {
    const { ownerSession } = this.credentials;
    if (ownerSession === null) return null;
    const token = await ownerSession.accessToken();
    if (token === null) throw new Error("The session of the project owner has ended. Please sign in again.");
    return token;
  }

  #headers(tier: Tier, session: Session, tokens: AttemptTokens, request: ApiRequest): Headers {
    const { projectId, publishableClientKey, secretServerKey, superSecretAdminKey, extraRequestHeaders } =
      this.credentials;
    const headers = new Headers({
      // Proxies and error trackers leave a 200 alone; the real status travels in `x-stack-actual-status`.
      "x-stack-override-error-status": "true",
      "x-stack-project-id": projectId,
      "x-stack-access-type": tier,
      "x-stack-client-version": clientVersion,
      "x-stack-allow-anonymous-user": "true",
      "x-stack-random-nonce": this.#nonce(),
      "ngrok-skip-browser-warning": "true",
    });
    if (tokens.user !== null) {
      headers.set("x-stack-access-token", tokens.user.text);
      if (session.refreshToken !== null) headers.set("x-stack-refresh-token", session.refreshToken);
    }
    if (session.bookmark) headers.set("x-stack-bookmark", session.bookmark);
    if (tokens.owner !== null) headers.set("x-stack-admin-access-token", tokens.owner.text);
    else if (publishableClientKey !== null) headers.set("x-stack-publishable-client-key", publishableClientKey);
    if (tier !== "client" && secretServerKey !== null) headers.set("x-stack-secret-server-key", secretServerKey);
    if (tier === "admin" && superSecretAdminKey !== null)
      headers.set("x-stack-super-secret-admin-key", superSecretAdminKey);
    if (request.body !== undefined) headers.set("content-type", "application/json");
    for (const [name, value] of Object.entries({ ...extraRequestHeaders, ...request.headers }))
      headers.set(name, value);
    return headers;
  }

  async #fetch(url: string, { method, body, signal }: ApiRequest, headers: Headers): Promise<ApiResponse> {
    const response = await this.#host.fetch(url, {
      method,
      headers,
      ...(signal && { signal }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(this.#host.hasFetchModes && { credentials: "omit", cache: "no-store" }),
    });
    return {
      status: Number(response.headers.get("x-stack-actual-status") ?? response.status),
      headers: response.headers,
      text: await response.text(),
    };
  }

  /** 225 random bits as 45 characters of base 32, against caches that ignore `cache-control`. */
  #nonce(): string {
    return Array.from(this.#host.randomBytes(45), (byte) => base32[byte % 32]).join("");
  }
}

/** The error of a response that names none. */
export function requestError(url: string, { status, headers, text }: ApiResponse): RequestError {
  return new RequestError(url, status, text, headers.get("x-stack-request-id"), retryAfterSeconds(headers));
}

/** JSON, or the text of a response that says that it is one, or lines of JSON. */
function contentOf(url: string, { status, headers, text }: ApiResponse): unknown {
  if (/^text\/plain|ndjson/.test(headers.get("content-type") ?? "")) return text;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`The response of ${url} is not JSON: ${status} ${text}`, { cause });
  }
}

/** Seconds of the `retry-after` header; 0 when it is absent or not a number we could wait for. */
function retryAfterSeconds(headers: Headers): number {
  const seconds = Number(headers.get("retry-after") ?? 0);
  return seconds > 0 && seconds < 2_147_483 ? seconds : 0;
}
