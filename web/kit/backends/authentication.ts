import type { Session } from "../session/session";
import type { RequestLike, TokenStoreInit } from "../session/token-store/token-store";
import { type AnyApp, sessionOfRequest } from "./request-session";
import { type VerifiedUser, verifySession } from "./verification";

/** Options of the middleware of every framework. */
export interface AuthenticationOptions {
  /** Refuses requests without a user with 401; without it, the user is null then. */
  readonly required?: boolean;
  /**
   * Reads the user from the API at each request: all there is about them, as it is now. Without it, the access token is
   * verified as `verifyRequest` does.
   */
  readonly fresh?: boolean;
  /** Also accepts anonymous users. */
  readonly anonymous?: boolean;
  /** Also accepts users whom the project keeps from full use, such as those without a verified address where it asks for one. */
  readonly restricted?: boolean;
}

/** The user that a middleware with options `O` finds with an app `A`. */
export type AuthenticatedUser<A extends AnyApp, O extends AuthenticationOptions> =
  | (O["fresh"] extends true ? NonNullable<Awaited<ReturnType<A["getUser"]>>> : VerifiedUser)
  | (O["required"] extends true ? never : null);

/** The user of a request, by its token or, if `fresh`, from the API; null when there is none. */
export async function authenticate(
  app: AnyApp,
  request: RequestLike,
  options: AuthenticationOptions,
): Promise<{ readonly isAnonymous: boolean } | null> {
  const found = sessionOfRequest(app, request);
  return found && (await authenticateSession(app, found, options));
}

/** The same, for the session of any token store. */
export async function authenticateSession(
  app: AnyApp,
  { session, tokenStore }: { readonly session: Session; readonly tokenStore: TokenStoreInit },
  { fresh, anonymous, restricted }: AuthenticationOptions,
): Promise<{ readonly isAnonymous: boolean } | null> {
  if (!fresh) return await verifySession(app, session, { anonymous, restricted });
  const or = anonymous ? "anonymous-if-exists[deprecated]" : "return-null";
  return await app.getUser({ tokenStore, or, includeRestricted: restricted });
}

/** The response to a request that needs a user and has none, in the form of the API's own errors. */
export const refusal = {
  status: 401,
  // A 401 names a scheme (RFC 9110 section 15.5.2).
  headers: { "cache-control": "no-store", "www-authenticate": "Bearer" },
  body: { code: "USER_AUTHENTICATION_REQUIRED", error: "Sign in first: this request has no valid session." },
} as const;

/** The request headers that a response may depend on once a middleware has read the user from them. */
export const variesBy = "x-stack-auth, authorization, cookie";

/** For responses that do not say otherwise: they may be about the user, so no cache is to keep them. */
export const uncached = "private, no-store";
