import {
  type AuthenticatedUser,
  type AuthenticationOptions,
  authenticate,
  refusal,
  uncached,
  variesBy,
} from "../backends/authentication";
import type { AnyApp } from "../backends/request-session";
import type { RequestLike } from "../session/token-store/token-store";

export type { AuthenticatedUser, AuthenticationOptions } from "../backends/authentication";
export { forwardAuth } from "../backends/request-session";
export { type VerifiedUser, type VerifyOptions, verifyRequest } from "../backends/verification";

/** As much of Express's response as the middleware uses. */
export interface ExpressResponse {
  status(code: number): this;
  set(headers: Readonly<Record<string, string>>): this;
  vary(header: string): this;
  json(body: unknown): this;
}

/** Middleware of Express that finds the user of each request. */
export interface GatehouseMiddleware<User> {
  (request: RequestLike, response: ExpressResponse, next: (error?: unknown) => void): Promise<void>;
  /** The user of a request that has passed this middleware. @throws Error for one that has not */
  user(request: RequestLike): User;
}

/**
 * Middleware of Express that finds the user of each request:
 *
 * ```ts
 * const auth = gatehouse(app, { required: true });
 * api.get("/me", auth, (request, response) => response.json({ id: auth.user(request).id }));
 * ```
 *
 * Responses are marked as `private, no-store`, unless the handler sets another `cache-control`, and vary by the headers that
 * carry sessions.
 */
export function gatehouse<A extends AnyApp, const O extends AuthenticationOptions = Record<never, never>>(
  app: A,
  options?: O,
): GatehouseMiddleware<AuthenticatedUser<A, O>> {
  const users = new WeakMap<RequestLike, { readonly user: AuthenticatedUser<A, O> }>();
  return Object.assign(
    async (request: RequestLike, response: ExpressResponse, next: (error?: unknown) => void) => {
      let user: AuthenticatedUser<A, O>;
      try {
        user = (await authenticate(app, request, options ?? {})) as AuthenticatedUser<A, O>;
      } catch (error) {
        next(error);
        return;
      }
      response.vary(variesBy);
      if (user === null && options?.required) {
        response.status(refusal.status).set(refusal.headers).json(refusal.body);
        return;
      }
      response.set({ "cache-control": uncached });
      users.set(request, { user });
      next();
    },
    {
      user(request: RequestLike) {
        const found = users.get(request);
        if (found === undefined) throw new Error("This request has not passed the Gatehouse middleware.");
        return found.user;
      },
    },
  );
}
