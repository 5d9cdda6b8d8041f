import { Hono } from "hono";
import { withCors } from "./cors";
import { withSecurityHeaders } from "./responses";

/** `/api/latest` is `/api/v1`, and so are the older prefixes that clients of the wire may still use. */
const otherPrefixes = /^\/api\/(?:latest|v2beta[1-4])(?=\/|$)/;

const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"]);

/**
 * A Hono app with what holds for every path: the prefixes of the API, no trailing slashes, CORS and OPTIONS below
 * `/api/`, and the security headers.
 */
export function newServer(): Hono<{ Bindings: Env }> {
  const app = new Hono<{ Bindings: Env }>({
    getPath: (request) => new URL(request.url).pathname.replace(otherPrefixes, "/api/v1"),
  });
  app.use(async (context, next) => {
    const { method } = context.req;
    const { pathname, search } = new URL(context.req.url);
    const isApi = pathname.startsWith("/api/");
    if (!knownMethods.has(method)) return new Response(null, { status: 400 });
    if (pathname.endsWith("/") && pathname !== "/") {
      // One leading slash only: `//host/` would send the browser to another host.
      const path = `/${pathname.replace(/^\/+|\/+$/g, "")}`;
      return new Response(null, { status: 308, headers: { Location: path + search } });
    }
    if (isApi && method === "OPTIONS") return withSecurityHeaders(withCors(new Response(null, { status: 200 })));
    await next();
    const response = withSecurityHeaders(context.res);
    // Assigning to `res` would merge the old headers back in.
    context.res = undefined;
    context.res = isApi ? withCors(response) : response;
  });
  return app;
}
