import { Hono } from "hono";
import { corsHeadersFor, type FurtherHeaders } from "./cors";
import { requestUrl } from "./request-url";

/** `/api/latest` is `/api/v1`, and so are the older prefixes that clients of the wire may still use. */
const otherPrefixes = /^\/api\/(?:latest|v2beta[1-4])(?=\/|$)/;

const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"]);

/** Headers of every path of the API's host. */
const securityHeaders = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  // Browsers obey it over TLS only. Other hosts of the domain are not ours to decide on.
  "Strict-Transport-Security": "max-age=31536000",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "SAMEORIGIN",
};

const normalPath = (pathname: string) => pathname.replace(otherPrefixes, "/api/v1");

/** A Hono app whose paths are those of the newest prefix, whichever one a request has. */
export function newPaths(): Hono<{ Bindings: Env }> {
  return new Hono<{ Bindings: Env }>({ getPath: (request) => normalPath(requestUrl(request).pathname) });
}

/**
 * A Hono app with what holds for every path: the prefixes of the API, no trailing slashes, CORS and OPTIONS below
 * `/api/`, and the security headers.
 *
 * @param furtherHeaders request headers that scripts of other origins may send to some paths only
 */
export function newServer(furtherHeaders: readonly FurtherHeaders[] = []): Hono<{ Bindings: Env }> {
  const app = newPaths();
  app.use(async (context, next) => {
    const { method } = context.req;
    const { pathname, search } = requestUrl(context.req.raw);
    const corsHeaders = pathname.startsWith("/api/") && corsHeadersFor(normalPath(pathname), furtherHeaders);
    if (!knownMethods.has(method)) return new Response(null, { status: 400 });
    if (pathname.endsWith("/") && pathname !== "/") {
      // One leading slash only: `//host/` would send the browser to another host.
      const path = `/${trimSlashes(pathname)}`;
      const headers = { ...securityHeaders, ...corsHeaders, Location: path + search };
      return new Response(null, { status: 308, headers });
    }
    if (corsHeaders && method === "OPTIONS") {
      return new Response(null, { status: 200, headers: { ...securityHeaders, ...corsHeaders } });
    }
    await next();
    const etag = context.res.headers.get("ETag");
    if (etag && context.req.header("If-None-Match") === etag) {
      context.res = new Response(null, { status: 304, headers: context.res.headers });
      context.res.headers.delete("Content-Type");
    }
    // In place: every response here was made by a handler of ours, and copying it would cost a stream.
    const { headers } = context.res;
    for (const [name, value] of Object.entries(securityHeaders)) if (!headers.has(name)) headers.set(name, value);
    if (corsHeaders) for (const [name, value] of Object.entries(corsHeaders)) headers.set(name, value);
  });
  return app;
}

/** A loop, because a pattern for slashes at the end begins anew at each slash of a run. */
function trimSlashes(path: string): string {
  let start = 0;
  let end = path.length;
  while (path[start] === "/") start++;
  while (end > start && path[end - 1] === "/") end--;
  return path.slice(start, end);
}
