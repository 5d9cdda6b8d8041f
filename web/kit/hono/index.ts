import type { MiddlewareHandler } from "hono";
import {
  type AuthenticatedUser,
  type AuthenticationOptions,
  authenticate,
  refusal,
  uncached,
  variesBy,
} from "../backends/authentication";
import type { AnyApp } from "../backends/request-session";

export type { AuthenticatedUser, AuthenticationOptions } from "../backends/authentication";
export { forwardAuth } from "../backends/request-session";
export { type VerifiedUser, type VerifyOptions, verifyRequest } from "../backends/verification";

/**
 * Middleware of Hono that finds the user of each request, as `c.var.user`:
 *
 * ```ts
 * api.get("/me", gatehouse(app, { required: true }), (c) => c.json({ id: c.var.user.id }));
 * ```
 *
 * Responses are marked as `private, no-store`, unless the handler sets another `cache-control`, and vary by the headers that
 * carry sessions.
 */
export function gatehouse<A extends AnyApp, const O extends AuthenticationOptions = Record<never, never>>(
  app: A,
  options?: O,
): MiddlewareHandler<{ Variables: { user: AuthenticatedUser<A, O> } }> {
  return async (c, next) => {
    const user = await authenticate(app, c.req.raw, options ?? {});
    if (user === null && options?.required) {
      return c.json(refusal.body, refusal.status, { ...refusal.headers, vary: variesBy });
    }
    c.set("user", user as AuthenticatedUser<A, O>);
    await next();
    c.header("vary", variesBy, { append: true });
    if (!c.res.headers.has("cache-control")) c.header("cache-control", uncached);
  };
}
